import { addTexts } from './console-text.ts';
import { cameras } from './ru/cameras.ts';

/** The texts of cameras: imported by their cards. */
addTexts({ cameras });
