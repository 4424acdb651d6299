import { text } from '#i18n/text.ts';
import { checkFiles } from './check.ts';
import { openStoredRecords } from './stored-records.ts';

/**
 * `npm run resource:check FILE…`. Exit code 0: all files are sound and fit the stored records; 1: some are not; 2: no file given.
 * The records are read from `DATABASE_URL` or `DATA_DIR`; an embedded database in use by a server cannot be read.
 */
const files = process.argv.slice(2);
if (files.length) {
  const records = await openStoredRecords(process.env);
  try {
    const { lines, bad } = await checkFiles(files, records.findMisfits);
    for (const line of lines) console.log(line);
    if (records.unavailableReason) console.log(text('definitions.unseen', { reason: records.unavailableReason }));
    process.exitCode = bad ? 1 : 0;
  } finally {
    await records.close();
  }
} else {
  console.error(text('definitions.usage'));
  process.exitCode = 2;
}
