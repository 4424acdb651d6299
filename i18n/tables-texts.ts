import { addTexts } from './console-text.ts';
import { tables } from './ru/tables.ts';

/** The texts of what is chosen in tables: imported by the choice of columns and by the bar of chosen rows. */
addTexts({ tables });
