import { addTexts } from './console-text.ts';
import { tables } from './ru/tables.ts';

/** The texts of what is chosen in tables: imported by the choice of columns, the bar of chosen rows and the note of what a link narrows a list to. */
addTexts({ tables });
