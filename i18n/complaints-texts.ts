import { addTexts } from './console-text.ts';
import { answers, complaints } from './ru/complaints.ts';

/** The texts of complaints and canned answers: imported by the pages that show them. */
addTexts({ answers, complaints });
