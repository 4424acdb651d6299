import { addTexts } from './console-text.ts';
import { recovery } from './ru/recovery.ts';
import { setup } from './ru/setup.ts';

/** The texts of the small pages around signing in: imported by them. */
addTexts({ recovery, setup });
