import { addTexts } from './console-text.ts';
import { signature } from './ru/signature.ts';

/** The texts of signatures: imported by what draws them. */
addTexts({ signature });
