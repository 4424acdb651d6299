import { addTexts } from './console-text.ts';
import { placeChoice } from './ru/place-choice.ts';

/** The texts of the choice of a place: imported by its fields. */
addTexts({ engine: placeChoice });
