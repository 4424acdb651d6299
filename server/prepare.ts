import { text } from '#i18n/text.ts';
import type { Settings } from './config.ts';
import { analyze, vacuum } from './db/analyze.ts';
import type { Database } from './db/connect.ts';
import { hasPeople } from './db/people.ts';

/**
 * Migrates the database and, where the settings ask for it, fills an empty one with the demo company. Several processes
 * that start at once on one PostgreSQL do it one after another: the later ones find it done.
 * @param address where the browser finds the console: links of the demo company lead there
 * @param say tells the operator what takes time
 * @throws StartError when a migration fails
 */
export async function prepare(
  database: Database,
  settings: Settings,
  address: string,
  say: (line: string) => void,
): Promise<void> {
  const { demo, demoSize: size, timeZone } = settings;
  await database.inTurn('start', async () => {
    await database.migrate({ say });
    if (!demo) return;
    if (await hasPeople(database.kysely)) {
      const { settleLinks } = await import('./demo/links.ts');
      await settleLinks(database.kysely, address);
      return;
    }
    say(text('start.demoFilling'));
    // Loaded only when needed: with its names and pictures it is the largest part of the server.
    const [{ fillDemo }, { openStore }] = await Promise.all([
      import('./demo/fill.ts'),
      import('./files/open-store.ts'),
    ]);
    const files = openStore(settings);
    await fillDemo(database.kysely, files, { size, timeZone, today: new Date(), baseUrl: address });
    await (size === 'yard' ? analyze : vacuum)(database.kysely);
  });
}
