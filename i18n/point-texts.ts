import { addTexts } from './console-text.ts';
import { point } from './ru/point.ts';

/** The texts of points on plans: imported by what draws them. */
addTexts({ point });
