import { addTexts } from './console-text.ts';
import { profile } from './ru/profile.ts';

/** The texts of one's own page and photograph: imported by them. */
addTexts({ profile });
