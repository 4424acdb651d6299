import { addTexts } from './console-text.ts';
import { views } from './ru/views.ts';

/** The texts of saved views: imported by their panel. */
addTexts({ views });
