import { addTexts } from './console-text.ts';
import { directories } from './ru/directories.ts';

/** The texts of the company's own lists: imported by what leads to them. */
addTexts({ directories });
