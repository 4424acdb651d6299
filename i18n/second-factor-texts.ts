import { addTexts } from './console-text.ts';
import { secondFactor } from './ru/second-factor.ts';

/** The texts of the second step of signing in: imported by its pages and by what sets it up. */
addTexts({ secondFactor });
