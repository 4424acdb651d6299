import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from '#i18n/text.ts';
import type { Settings } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { databaseFolder } from '#server/db/embedded.ts';
import { selectAppliedMigrations } from '#server/db/migrate.ts';
import { hasPeople } from '#server/db/people.ts';
import { openStore } from '#server/files/open-store.ts';
import { StartError } from '#server/start-error.ts';
import { askForBackup } from './local-requests.ts';
import { restoreBackup } from './restore-backup.ts';
import { countOtherConnections } from './schema.ts';
import { type WrittenBackup, writeBackup } from './write-backup.ts';

const formatElapsed = (since: number) => ((performance.now() - since) / 1_000).toFixed(1).replace('.', ',');

/**
 * `backup FILE`: writes all data into one archive; works while the server runs, and then the process that holds the embedded
 * database writes it.
 * @returns the text to print
 * @throws StartError with a message for the user
 */
export async function backUp(settings: Settings, [inputPath]: readonly string[], now: () => Date): Promise<string> {
  if (!inputPath) throw new StartError(text('backup.usage'));
  const file = resolve(inputPath);
  if (await exists(file)) throw new StartError(text('backup.exists', { file }));
  const began = performance.now();
  const { bytes, rows, files } = await runBackup(settings, file, now);
  const size = (bytes / 1_048_576).toFixed(1).replace('.', ',');
  const message = text('backup.written', { file, size, rows, files, seconds: formatElapsed(began) });
  return settings.backups.key ? message : `${message}\n${text('backup.open')}`;
}

async function runBackup(settings: Settings, file: string, now: () => Date): Promise<WrittenBackup> {
  const localResult = settings.databaseUrl ? null : await askForBackup(settings.dataDir, file);
  if (localResult) return localResult;
  // Connecting would create an empty database.
  if (!settings.databaseUrl && !(await exists(databaseFolder(settings.dataDir)))) throw nothingToBackUp(settings);
  return withDatabase(settings, (database) => backUpDatabase(database, settings, file, now));
}

/**
 * Writes all data into one archive.
 * @throws StartError with a message for the user; also for an empty database, since the wrong one is probably configured
 */
export async function backUpDatabase(
  database: Database,
  settings: Settings,
  file: string,
  now: () => Date,
): Promise<WrittenBackup> {
  if (!(await hasData(database))) throw nothingToBackUp(settings);
  const source = { database, files: openStore(settings), definitions: settings.resourcesDir, now };
  return writeBackup(source, file, settings.backups.key);
}

const nothingToBackUp = ({ databaseUrl, dataDir }: Settings): StartError =>
  new StartError(text('backup.nothing', { where: databaseUrl ? 'DATABASE_URL' : databaseFolder(dataDir) }));

/**
 * `restore FILE [--yes]`: replaces all data with a backup; asks first if there is data, unless `--yes`.
 * @param ask prompts at the terminal
 * @returns the text to print
 * @throws StartError with a message for the user
 */
export async function restore(
  settings: Settings,
  words: readonly string[],
  ask: (question: string) => Promise<string>,
): Promise<string> {
  const [path] = words.filter((word) => !word.startsWith('--'));
  if (!path) throw new StartError(text('backup.usage'));
  const file = resolve(path);
  return withDatabase(settings, async (database) => {
    const count = await countOtherConnections(database);
    if (count) throw new StartError(text('backup.running', { count }));
    if (!words.includes('--yes') && (await hasData(database))) {
      const answer = (await ask(text('backup.question', { file }))).trim().toLowerCase();
      if (answer !== text('backup.yes')) return text('backup.kept');
    }
    const began = performance.now();
    const target = { database, files: openStore(settings), definitions: settings.resourcesDir };
    const { rows, files, madeAt, version, keptDefinitions } = await restoreBackup(target, file, settings.backups.key);
    const madeAtText = new Intl.DateTimeFormat('ru', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: settings.timeZone,
    }).format(new Date(madeAt));
    const message = text('backup.restored', {
      moment: madeAtText,
      version,
      rows,
      files,
      seconds: formatElapsed(began),
    });
    if (!keptDefinitions.length) return message;
    return `${message}\n${text('backup.definitionsLeft', { names: keptDefinitions.join(', '), dir: settings.resourcesDir })}`;
  });
}

async function withDatabase<Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await connect(settings);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether the database is migrated and has any users. */
async function hasData(database: Database): Promise<boolean> {
  return (await selectAppliedMigrations(database.kysely)).length > 0 && hasPeople(database.kysely);
}
