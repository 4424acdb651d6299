import { addTexts } from './console-text.ts';
import { hold } from './ru/hold.ts';

/** The texts of what must be held: imported by its buttons. */
addTexts({ hold });
