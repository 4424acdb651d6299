import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import { readSettings, type Settings } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { openStore } from '#server/files/open-store.ts';
import { checkFolders } from '#server/folders.ts';
import { createPublisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { StartError } from '#server/start-error.ts';
import { promptLine } from './ask.ts';
import { COMMANDS } from './commands.ts';
import { runRemotely } from './local-requests.ts';

/**
 * `npm run admin -- COMMAND …`: administration on the command line, on the database of `DATABASE_URL` or `DATA_DIR`; if a server
 * holds the embedded database, it runs the command. Exit code 0: done; 1: refused; 2: no command given.
 */
const [name = '', ...words] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) {
  try {
    const settings = readSettings(process.env);
    await checkFolders(settings);
    const output = settings.databaseUrl ? null : await runRemotely(settings.dataDir, name, words, promptLine);
    if (output === null) await runLocally(settings);
    else console.log(output);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
} else {
  console.error(text('admin.usage'));
  process.exitCode = 2;
}

/** Opens the database and runs the command; used if no other process has the embedded database open. */
async function runLocally(settings: Settings): Promise<void> {
  const database = await connect(settings);
  try {
    await database.withLock('start', () => database.migrate({ say: (line) => console.error(line) }));
    const files = openStore(settings);
    const publisher = createPublisher<Topics>(database);
    const deps = { db: database.kysely, publisher, files, settings, now: currentDate, ask: promptLine };
    console.log(await command?.(deps, words));
  } finally {
    await database.close();
  }
}
