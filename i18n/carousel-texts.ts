import { addTexts } from './console-text.ts';
import { carousel } from './ru/carousel.ts';

/** The texts of the pictures of an announcement: imported by them. */
addTexts({ carousel });
