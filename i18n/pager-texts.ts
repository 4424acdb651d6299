import { addTexts } from './console-text.ts';
import { pager } from './ru/pager.ts';

/** The texts of the pages of a table: imported by the pager. */
addTexts({ pager });
