import { addTexts } from './console-text.ts';
import { fieldFiles } from './ru/field-files.ts';

/** The texts of inputs of files and pictures: imported by them. */
addTexts({ engine: { fields: fieldFiles } });
