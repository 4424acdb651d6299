import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '#i18n/text.ts';
import { readSettings } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { inForce } from '#server/records/in-force.ts';
import { misfitsOf } from '#server/records/misfits.ts';
import { StartError } from '#server/start-error.ts';
import { checkFiles } from './check.ts';

/**
 * `npm run resource:check FILE…`: 0 when all are sound and the stored records fit them, 1 when not, 2 when none was named.
 * The records are those of `DATABASE_URL` or `DATA_DIR`; while a server holds an embedded database, only it can look.
 */
const files = process.argv.slice(2);
if (files.length) {
  const data = await openData();
  try {
    const database = data?.database;
    const { lines, bad } = await checkFiles(
      files,
      database
        ? async (resource) => misfitsOf(database.kysely, resource, await inForce(database.kysely, resource.name))
        : null,
    );
    for (const line of lines) console.log(line);
    if (data?.unseen) console.log(text('definitions.unseen', { reason: data.unseen }));
    process.exitCode = bad ? 1 : 0;
  } finally {
    await data?.database?.close();
  }
} else {
  console.error(text('definitions.usage'));
  process.exitCode = 2;
}

async function openData() {
  const settings = readSettings(process.env);
  const there = await access(join(settings.dataDir, 'database', 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (!settings.databaseUrl && !there) return { database: null, unseen: text('definitions.noData') };
  try {
    const database = await connect(settings);
    await database.migrate();
    return { database, unseen: null };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { database: null, unseen: error.message };
  }
}
