import { addTexts } from './console-text.ts';
import { shift } from './ru/shift.ts';

/** The texts of the shift page: imported by it. */
addTexts({ shift });
