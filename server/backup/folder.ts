import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupSettings } from '#server/config.ts';
import { withWriteErrors } from './archive.ts';
import { type BackupSource, type WrittenBackup, writeBackup } from './write-backup.ts';

/** Names of archives in the folder: the time in UTC, and for those before an upgrade the old schema. */
const ARCHIVE_NAME =
  /^upravdom-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})(?:-before-upgrade-from-[\w-]+)?\.(?:tar\.gz|encrypted)$/;

function archiveName(now: Date, key: string | undefined, suffix: string): string {
  const timestamp = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return `upravdom-${timestamp}${suffix}.${key ? 'encrypted' : 'tar.gz'}`;
}

/** Suffix of an unfinished archive, which stays if the process is killed. */
const PARTIAL_SUFFIX = '.part';

/** Scheduled archives, or those before upgrades, including unfinished ones, newest first. */
async function listArchives(
  dir: string,
  isBeforeUpgrade: boolean,
): Promise<{ name: string; madeAt: number; isComplete: boolean }[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const isComplete = !name.endsWith(PARTIAL_SUFFIX);
      const [, day, hour, minute, second] =
        ARCHIVE_NAME.exec(isComplete ? name : name.slice(0, -PARTIAL_SUFFIX.length)) ?? [];
      if (!day || name.includes('-before-upgrade-') !== isBeforeUpgrade) return [];
      return [{ name, madeAt: Date.parse(`${day}T${hour}:${minute}:${second}Z`), isComplete }];
    })
    .sort((one, other) => other.madeAt - one.madeAt);
}

/** The number of scheduled backups in the folder, and the time and size of the newest. */
export async function summarizeBackups({ dir }: BackupSettings): Promise<{
  count: number;
  newest: { madeAt: number; size: number } | null;
}> {
  const archives = (await listArchives(dir, false)).filter(({ isComplete }) => isComplete);
  const [newest] = archives;
  if (!newest) return { count: 0, newest: null };
  const { size } = await stat(join(dir, newest.name));
  return { count: archives.length, newest: { madeAt: newest.madeAt, size } };
}

/** When the newest scheduled backup was made, ms since 1970; null for none. */
export async function newestBackupTime({ dir }: BackupSettings): Promise<number | null> {
  return (await listArchives(dir, false)).find(({ isComplete }) => isComplete)?.madeAt ?? null;
}

/**
 * Writes a backup into the folder, deletes the oldest of its type beyond `keep`, and those left unfinished by killed processes.
 * Must not run twice at the same time for the same type (scheduled, or before an upgrade).
 * @param schema newest migration of the database, for a backup before an upgrade; only chooses the type and name. Whether uploads
 * are included depends on `source.files`
 * @throws StartError if it cannot be written
 */
export function backUpToFolder(
  source: BackupSource,
  settings: BackupSettings,
  schema?: string,
): Promise<WrittenBackup & { path: string }> {
  return withWriteErrors(settings.dir, () => writeAndPrune(source, settings, schema));
}

async function writeAndPrune(source: BackupSource, { dir, keep, key }: BackupSettings, schema?: string) {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const isBeforeUpgrade = schema !== undefined;
  const unfinished = (await listArchives(dir, isBeforeUpgrade)).filter(({ isComplete }) => !isComplete);
  for (const { name } of unfinished) await rm(join(dir, name), { force: true });
  const suffix = schema === undefined ? '' : `-before-upgrade-from-${schema}`;
  const path = join(dir, archiveName(source.now(), key, suffix));
  const backup = await writeBackup(source, path, key);
  const expired = (await listArchives(dir, isBeforeUpgrade)).slice(keep);
  for (const { name } of expired) await rm(join(dir, name), { force: true });
  return { ...backup, path };
}
