import { addTexts } from './console-text.ts';
import { drafts } from './ru/drafts.ts';

/** The texts of drafts: imported by what keeps and offers them. */
addTexts({ drafts });
