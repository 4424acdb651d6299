import { addTexts } from './console-text.ts';
import { journal } from './ru/journal.ts';

/** The texts of the journal: imported by its page. */
addTexts({ journal });
