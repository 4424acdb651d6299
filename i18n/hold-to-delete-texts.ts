import { addTexts } from './console-text.ts';
import { holdToDelete } from './ru/hold-to-delete.ts';

/** The texts of deletion: imported by its button. */
addTexts({ holdToDelete });
