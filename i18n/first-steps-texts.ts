import { addTexts } from './console-text.ts';
import { firstSteps } from './ru/first-steps.ts';

/** The texts of the first steps of a company: imported by their page. */
addTexts({ firstSteps });
