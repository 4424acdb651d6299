import { addTexts } from './console-text.ts';
import { moves } from './ru/moves.ts';

/** The texts of moves of records: imported by what offers them. */
addTexts({ moves });
