import { addTexts } from './console-text.ts';
import { dayRange } from './ru/day-range.ts';

/** The texts of days of a month: imported by what shows and asks them. */
addTexts({ dayRange });
