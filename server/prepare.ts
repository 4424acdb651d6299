import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import type { Settings } from './config.ts';
import { analyze, vacuum } from './db/analyze.ts';
import type { Database } from './db/connect.ts';
import { hasPeople } from './db/people.ts';
import { findInstallation } from './sections/setup/queries.ts';

/**
 * Migrates the database and, if the settings say so, fills an empty one with the demo company. When several processes start at
 * once on one PostgreSQL, the first does it and the others wait.
 * @param address URL of the console, for links in the demo data
 * @param say prints a progress line for the operator
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
  return database.withLock('start', async () => {
    await database.migrate({ say, before: (schema) => backUpBeforeUpgrade(schema, database, settings, say) });
    const { kysely } = database;
    const installedData = (await findInstallation(kysely))?.holds;
    if (!demo || installedData === 'company') return installedData === 'demo';
    if (await hasPeople(kysely)) {
      const { updateDemoLinks } = await import('./demo/links.ts');
      await updateDemoLinks(kysely, address);
      return true;
    }
    say(text('start.demoFilling'));
    // Imported only when needed: with its names and pictures it is the largest part of the server.
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

/** Backs up the old schema before an upgrade. @throws StartError when the backup fails; nothing is migrated then */
async function backUpBeforeUpgrade(
  schema: string,
  database: Database,
  { backups }: Settings,
  say: (line: string) => void,
): Promise<void> {
  const { backUpToFolder } = await import('./backup/folder.ts');
  const { path } = await backUpToFolder({ database, now: currentDate }, backups, schema);
  say(text('backup.beforeUpgrade', { file: path }));
}
