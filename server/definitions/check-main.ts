import { text } from '#i18n/text.ts';
import { checkFiles } from './check.ts';
import { openRecords } from './stored-records.ts';

/**
 * `npm run resource:check FILE…`: 0 when all are sound and the stored records fit them, 1 when not, 2 when none was named.
 * The records are those of `DATABASE_URL` or `DATA_DIR`, which are only read; while a server holds an embedded database,
 * only it can look.
 */
const files = process.argv.slice(2);
if (files.length) {
  const records = await openRecords(process.env);
  try {
    const { lines, bad } = await checkFiles(files, records.look);
    for (const line of lines) console.log(line);
    if (records.unseen) console.log(text('definitions.unseen', { reason: records.unseen }));
    process.exitCode = bad ? 1 : 0;
  } finally {
    await records.close();
  }
} else {
  console.error(text('definitions.usage'));
  process.exitCode = 2;
}
