import { addTexts } from './console-text.ts';
import { kinds } from './ru/kinds.ts';

/** What rules, inputs and files of kinds say: imported by what looks at values, and by what writes them into files. */
addTexts({ kinds });
