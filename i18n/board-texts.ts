import { addTexts } from './console-text.ts';
import { board } from './ru/board.ts';

/** The texts of boards: imported by what draws them. */
addTexts({ board });
