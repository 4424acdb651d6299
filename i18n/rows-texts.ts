import { addTexts } from './console-text.ts';
import { rows } from './ru/rows.ts';

/** The texts of rows within a record: imported by their input and cells. */
addTexts({ rows });
