import { addTexts } from './console-text.ts';
import { recordImport } from './ru/record-import.ts';

/** The texts of the page that takes records out of a file: imported by it. */
addTexts({ engine: { import: recordImport } });
