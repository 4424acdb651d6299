import { addTexts } from './console-text.ts';
import { conflictDialog } from './ru/conflict-dialog.ts';

/** The texts of the dialog of a conflict: imported by it. */
addTexts({ ui: conflictDialog });
