import { addTexts } from './console-text.ts';
import { residentSearch } from './ru/resident-search.ts';

/** The texts of the search of residents: imported by its widgets. */
addTexts({ residents: residentSearch });
