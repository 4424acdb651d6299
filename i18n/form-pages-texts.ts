import { addTexts } from './console-text.ts';
import { formPages } from './ru/form-pages.ts';
import { saved } from './ru/saved.ts';

/** The texts of the pages of forms: imported by them. */
addTexts({ engine: formPages, resources: saved });
