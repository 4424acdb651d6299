import { addTexts } from './console-text.ts';
import { monthPicker } from './ru/month-picker.ts';

/** The texts of the choice of a month: imported by it. */
addTexts({ monthPicker });
