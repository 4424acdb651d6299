import { addTexts } from './console-text.ts';
import { readingsRound } from './ru/readings-round.ts';

/** The texts of the round: imported by its table. */
addTexts({ readings: { round: readingsRound } });
