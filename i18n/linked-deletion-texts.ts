import { addTexts } from './console-text.ts';
import { linkedDeletion } from './ru/linked-deletion.ts';

/** The texts of what a deletion does to other records: imported by what tells of it. */
addTexts({ linkedDeletion });
