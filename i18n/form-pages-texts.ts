import { addTexts } from './console-text.ts';
import { formPages } from './ru/form-pages.ts';
import { undone } from './ru/undone.ts';

/** The texts of the pages of forms: imported by them. */
addTexts({ engine: formPages, resources: undone });
