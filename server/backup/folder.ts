import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupSettings } from '#server/config.ts';
import { writing } from './archive.ts';
import { type BackupSource, type Written, writeBackup } from './write-backup.ts';

/** Names of the archives in the folder: when they were made, in UTC. Those before an upgrade name the schema that was left. */
const NAME =
  /^upravdom-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})(?:-before-upgrade-from-[\w-]+)?\.(?:tar\.gz|encrypted)$/;

function nameAt(now: Date, key: string | undefined, tail: string): string {
  const moment = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return `upravdom-${moment}${tail}.${key ? 'encrypted' : 'tar.gz'}`;
}

/** Suffix of an archive while it is written; one whose process was killed keeps it. */
const PART = '.part';

/** Archives of one sort and what is left of unfinished ones, the newest first. */
async function archivesIn(
  dir: string,
  isBeforeUpgrade: boolean,
): Promise<{ name: string; madeAt: number; isWhole: boolean }[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const isWhole = !name.endsWith(PART);
      const [, day, hour, minute, second] = NAME.exec(isWhole ? name : name.slice(0, -PART.length)) ?? [];
      if (!day || name.includes('-before-upgrade-') !== isBeforeUpgrade) return [];
      return [{ name, madeAt: Date.parse(`${day}T${hour}:${minute}:${second}Z`), isWhole }];
    })
    .sort((one, other) => other.madeAt - one.madeAt);
}

/** The scheduled backups of the folder: how many, and when the newest was made and its bytes. */
export async function backupsIn({ dir }: BackupSettings): Promise<{
  count: number;
  newest: { madeAt: number; size: number } | null;
}> {
  const archives = (await archivesIn(dir, false)).filter(({ isWhole }) => isWhole);
  const [newest] = archives;
  if (!newest) return { count: 0, newest: null };
  const { size } = await stat(join(dir, newest.name));
  return { count: archives.length, newest: { madeAt: newest.madeAt, size } };
}

/** When the newest scheduled backup was made, ms since 1970; null when there is none. */
export async function newestBackup({ dir }: BackupSettings): Promise<number | null> {
  return (await archivesIn(dir, false)).find(({ isWhole }) => isWhole)?.madeAt ?? null;
}

/**
 * Writes a backup into the folder and removes the oldest of its sort, so that `keep` are left, and what writers that were killed
 * have left. Of one sort one is written at a time.
 * @param schema name of the newest migration when it is made before an upgrade: then of the tables alone, for an upgrade touches no
 * uploads
 * @throws StartError when the machine refuses to write there
 */
export function backUpToFolder(
  source: BackupSource,
  settings: BackupSettings,
  schema?: string,
): Promise<Written & { path: string }> {
  return writing(settings.dir, () => keepIn(source, settings, schema));
}

async function keepIn(source: BackupSource, { dir, keep, key }: BackupSettings, schema?: string) {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const isBeforeUpgrade = schema !== undefined;
  const unfinished = (await archivesIn(dir, isBeforeUpgrade)).filter(({ isWhole }) => !isWhole);
  for (const { name } of unfinished) await rm(join(dir, name), { force: true });
  const tail = schema === undefined ? '' : `-before-upgrade-from-${schema}`;
  const path = join(dir, nameAt(source.now(), key, tail));
  const backup = await writeBackup(source, path, key);
  const old = (await archivesIn(dir, isBeforeUpgrade)).slice(keep);
  for (const { name } of old) await rm(join(dir, name), { force: true });
  return { ...backup, path };
}
