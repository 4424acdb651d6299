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
import { runThere } from './local-requests.ts';

/**
 * `npm run admin -- COMMAND …`: maintenance at the machine itself, on the database of `DATABASE_URL` or `DATA_DIR`; a
 * process that holds the embedded one carries it out. 0 when it was done, 1 when it was refused, 2 when no command was
 * named.
 */
const [name = '', ...words] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) {
  try {
    const settings = readSettings(process.env);
    await checkFolders(settings);
    const said = settings.databaseUrl ? null : await runThere(settings.dataDir, name, words, promptLine);
    if (said === null) await runHere(settings);
    else console.log(said);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
} else {
  console.error(text('admin.usage'));
  process.exitCode = 2;
}

/** Opens the database and carries out the command; no other process has it open. */
async function runHere(settings: Settings): Promise<void> {
  const database = await connect(settings);
  try {
    await database.inTurn('start', () => database.migrate({ say: (line) => console.error(line) }));
    const files = openStore(settings);
    const publisher = createPublisher<Topics>(database);
    const deps = { db: database.kysely, publisher, files, settings, now: currentDate, ask: promptLine };
    console.log(await command?.(deps, words));
  } finally {
    await database.close();
  }
}
