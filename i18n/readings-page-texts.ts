import { addTexts } from './console-text.ts';
import { readingsPage } from './ru/readings-page.ts';

/** The texts of the page of readings: imported by its widgets. */
addTexts({ readings: readingsPage });
