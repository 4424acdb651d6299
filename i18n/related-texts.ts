import { addTexts } from './console-text.ts';
import { related } from './ru/related.ts';

/** The texts of lists on a card: imported by them. */
addTexts({ engine: { related } });
