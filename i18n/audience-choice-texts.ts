import { addTexts } from './console-text.ts';
import { audienceChoice } from './ru/audience-choice.ts';

/** The texts of the choice of who gets an announcement: imported by its fields. */
addTexts({ audience: audienceChoice });
