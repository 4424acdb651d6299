import { addTexts } from './console-text.ts';
import { shellDialogs } from './ru/shell-dialogs.ts';

/** The texts of the shell's dialogs and of the panel of notifications: imported by them. */
addTexts({ shell: shellDialogs });
