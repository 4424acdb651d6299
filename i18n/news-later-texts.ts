import { addTexts } from './console-text.ts';
import { newsLater } from './ru/news-later.ts';

/** The texts of publishing later: imported by the field of the form. */
addTexts({ newsLater });
