import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import { promptLine } from '#server/admin/ask.ts';
import { readSettings } from '#server/config.ts';
import { checkFolders } from '#server/folders.ts';
import { StartError } from '#server/start-error.ts';
import { backUp, restore } from './commands.ts';

/** `npm run backup -- FILE` and `npm run restore -- FILE`. Exit code 0: done; 1: refused; 2: no file given. */
const [command, ...words] = process.argv.slice(2);
const isComplete = words.some((word) => !word.startsWith('--'));
if (isComplete && (command === 'backup' || command === 'restore')) {
  try {
    const settings = readSettings(process.env);
    await checkFolders(settings);
    console.log(
      command === 'backup' ? await backUp(settings, words, currentDate) : await restore(settings, words, promptLine),
    );
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
} else {
  console.error(text('backup.usage'));
  process.exitCode = 2;
}
