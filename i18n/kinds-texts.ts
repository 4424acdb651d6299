import { addTexts } from './console-text.ts';
import { kinds } from './ru/kinds.ts';

/** Texts of the rules, inputs and files of kinds: imported by code that checks values, and by code that writes them into files. */
addTexts({ kinds });
