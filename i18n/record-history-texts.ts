import { addTexts } from './console-text.ts';
import { recordHistory } from './ru/record-history.ts';

/** The texts of the history of a record: imported by it. */
addTexts({ engine: { history: recordHistory } });
