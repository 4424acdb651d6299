import { addTexts } from './console-text.ts';
import { way } from './ru/way.ts';

/** The texts beside an empty list: imported by what leads on from there. */
addTexts({ way });
