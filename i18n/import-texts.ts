import { addTexts } from './console-text.ts';
import { residentImport } from './ru/import.ts';

/** The texts of the import: imported by what draws it. */
addTexts({ import: residentImport });
