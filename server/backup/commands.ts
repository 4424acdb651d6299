import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from '#i18n/text.ts';
import type { Settings } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { databaseFolder } from '#server/db/embedded.ts';
import { migrationsMade } from '#server/db/migrate.ts';
import { hasPeople } from '#server/db/people.ts';
import { openStore } from '#server/files/open-store.ts';
import { StartError } from '#server/start-error.ts';
import { askForBackup } from './local-requests.ts';
import { restoreBackup } from './restore-backup.ts';
import { otherProcesses } from './schema.ts';
import { type Written, writeBackup } from './write-backup.ts';

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1).replace('.', ',');

/**
 * `backup FILE`: everything into one file, while the product runs. The embedded database is read by the process that holds it.
 * @returns what is printed
 * @throws StartError with a sentence
 */
export async function backUp(settings: Settings, [typed]: readonly string[], now: () => Date): Promise<string> {
  if (!typed) throw new StartError(text('backup.usage'));
  const file = resolve(typed);
  if (await isThere(file)) throw new StartError(text('backup.exists', { file }));
  const began = performance.now();
  const { bytes, rows, files } = await written(settings, file, now);
  const size = (bytes / 1_048_576).toFixed(1).replace('.', ',');
  const said = text('backup.written', { file, size, rows, files, seconds: seconds(began) });
  return settings.backups.key ? said : `${said}\n${text('backup.open')}`;
}

async function written(settings: Settings, file: string, now: () => Date): Promise<Written> {
  const asked = settings.databaseUrl ? null : await askForBackup(settings.dataDir, file);
  if (asked) return asked;
  // Opening it would make one.
  if (!settings.databaseUrl && !(await isThere(databaseFolder(settings.dataDir)))) throw nothing(settings);
  return using(settings, (database) => backUpDatabase(database, settings, file, now));
}

/**
 * Writes all there is into one file.
 * @throws StartError with a sentence, also for an empty database: another one must be meant
 */
export async function backUpDatabase(
  database: Database,
  settings: Settings,
  file: string,
  now: () => Date,
): Promise<Written> {
  if (!(await holdsSomething(database))) throw nothing(settings);
  const source = { database, files: openStore(settings), definitions: settings.resourcesDir, now };
  return writeBackup(source, file, settings.backups.key);
}

const nothing = ({ databaseUrl, dataDir }: Settings): StartError =>
  new StartError(text('backup.nothing', { where: databaseUrl ? 'DATABASE_URL' : databaseFolder(dataDir) }));

/**
 * `restore FILE [--yes]`: puts what a backup holds in the place of all there is, after a question if the place has
 * data.
 * @param ask asks at the terminal @returns what is printed
 * @throws StartError with a sentence
 */
export async function restore(
  settings: Settings,
  words: readonly string[],
  ask: (question: string) => Promise<string>,
): Promise<string> {
  const [typed] = words.filter((word) => !word.startsWith('--'));
  if (!typed) throw new StartError(text('backup.usage'));
  const file = resolve(typed);
  return using(settings, async (database) => {
    const count = await otherProcesses(database);
    if (count) throw new StartError(text('backup.running', { count }));
    if (!words.includes('--yes') && (await holdsSomething(database))) {
      const answer = (await ask(text('backup.question', { file }))).trim().toLowerCase();
      if (answer !== text('backup.yes')) return text('backup.kept');
    }
    const began = performance.now();
    const target = { database, files: openStore(settings), definitions: settings.resourcesDir };
    const {
      rows,
      files,
      madeAt,
      version,
      left: differingNames,
    } = await restoreBackup(target, file, settings.backups.key);
    const moment = new Intl.DateTimeFormat('ru', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: settings.timeZone,
    }).format(new Date(madeAt));
    const said = text('backup.restored', { moment, version, rows, files, seconds: seconds(began) });
    if (!differingNames.length) return said;
    return `${said}\n${text('backup.definitionsLeft', { names: differingNames.join(', '), dir: settings.resourcesDir })}`;
  });
}

async function using<Result>(settings: Settings, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await connect(settings);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether people are in the database; one that was never migrated has no table of them. */
async function holdsSomething(database: Database): Promise<boolean> {
  return (await migrationsMade(database.kysely)).length > 0 && hasPeople(database.kysely);
}
