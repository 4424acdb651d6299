import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import type { Settings } from './config.ts';
import { analyze, vacuum } from './db/analyze.ts';
import type { Database } from './db/connect.ts';
import { hasPeople } from './db/people.ts';
import { findInstallation } from './sections/setup/queries.ts';

/**
 * Migrates the database and, where the settings ask for it, fills an empty one with the demo company. Several processes
 * that start at once on one PostgreSQL do it one after another: the later ones find it done.
 * @param address where the browser finds the console: links of the demo company lead there
 * @param say tells the operator what takes time
 * @returns whether the database holds the demo company
 * @throws StartError when a migration fails
 */
export async function prepare(
  database: Database,
  settings: Settings,
  address: string,
  say: (line: string) => void,
): Promise<boolean> {
  const { demo, demoSize: size, timeZone } = settings;
  return database.inTurn('start', async () => {
    await database.migrate({ say, before: (schema) => backUpBefore(schema, database, settings, say) });
    const { kysely } = database;
    const holds = (await findInstallation(kysely))?.holds;
    if (!demo || holds === 'company') return holds === 'demo';
    if (await hasPeople(kysely)) {
      const { settleLinks } = await import('./demo/links.ts');
      await settleLinks(kysely, address);
      return true;
    }
    say(text('start.demoFilling'));
    // Loaded only when needed: with its names and pictures it is the largest part of the server.
    const [{ fillDemo }, { openStore }] = await Promise.all([
      import('./demo/fill.ts'),
      import('./files/open-store.ts'),
    ]);
    const files = openStore(settings);
    await fillDemo(kysely, files, { size, timeZone, today: currentDate(), baseUrl: address });
    await (size === 'yard' ? analyze : vacuum)(kysely);
    return true;
  });
}

/** Keeps the tables as they are before an upgrade: the way back. @throws StartError when it cannot: then nothing is changed */
async function backUpBefore(
  schema: string,
  database: Database,
  { backups }: Settings,
  say: (line: string) => void,
): Promise<void> {
  const { backUpToFolder } = await import('./backup/folder.ts');
  const { path } = await backUpToFolder({ database, now: currentDate }, backups, schema);
  say(text('backup.beforeUpgrade', { file: path }));
}
