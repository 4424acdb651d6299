import { addTexts } from './console-text.ts';
import { calendar } from './ru/calendar.ts';

/** The texts of calendars: imported by what draws them. */
addTexts({ calendar });
