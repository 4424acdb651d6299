import { addTexts } from './console-text.ts';
import { personalData } from './ru/personal-data.ts';

/** The texts of the page about what is kept of a person: imported by it. */
addTexts({ personalData });
