import { addTexts } from './console-text.ts';
import { status } from './ru/status.ts';

/** The texts of the page about the installation: imported by it. */
addTexts({ status });
