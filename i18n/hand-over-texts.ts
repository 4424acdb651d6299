import { addTexts } from './console-text.ts';
import { handOver } from './ru/hand-over.ts';

/** The texts of invitations that are handed over by hand: imported by what shows them. */
addTexts({ handOver });
