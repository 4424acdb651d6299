import { addTexts } from './console-text.ts';
import { definitionFiles } from './ru/definition-files.ts';

/** The texts of files that add sections: imported by their page and by a section that is broken. */
addTexts({ definitionFiles });
