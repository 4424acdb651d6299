import { randomUUID } from 'node:crypto';
import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import { StartError } from '#server/start-error.ts';

/** Content of the lock file. */
interface LockOwner {
  /** Tells two locks of one process apart. */
  id: string;
  pid: number;
  /** Start of the process in kernel clock ticks, which tells a reused pid apart; null without /proc. */
  began: string | null;
  /** The pid namespace: machine, boot and container. */
  place: string;
}

/** How often the owner touches the file, ms, for processes that cannot see its pid (another container or machine on the disk). */
const BEAT_MS = 1_000;
/** How long such a process waits for a touch before it takes the lock over, ms. */
const WATCH_MS = 10_000;
/** Wait before checking that no other process took the dead lock over at the same moment, ms. */
const SETTLE_MS = 150;
const UNLINKABLE = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** A lock taken by this process. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes the data folder for this process alone: two processes on one embedded database lose answered writes.
 * The lock of a dead process is taken over; that of a live one never is.
 * @param dataDir an existing folder
 * @throws StartError when another live process has the lock
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  const path = join(dataDir, 'lock');
  const began = (await readProcessStatus(process.pid))?.began ?? null;
  const mine: LockOwner = { id: randomUUID(), pid: process.pid, began, place: await place() };
  const draft = `${path}.${mine.id}`;
  await writeFile(draft, JSON.stringify(mine));
  try {
    while (!(await linked(draft, path))) {
      const owner = await read(path);
      if (owner && (await lives(owner, path))) {
        throw new StartError(text('start.locked', { dir: dataDir, pid: owner.pid, file: path }));
      }
      // Renamed, not deleted: of two processes that do it at once, one has nothing to rename and tries again.
      const dead = `${draft}.dead`;
      await rename(path, dead).catch(ignoreMissing);
      // Another process may have taken the lock over since it was read; its file is put back.
      const taken = await read(dead);
      if (taken && taken.id !== owner?.id) await linked(dead, path);
      await rm(dead, { force: true });
      if (!(await linked(draft, path))) continue;
      await pause(SETTLE_MS);
      if ((await read(path))?.id === mine.id) break;
    }
  } finally {
    await rm(draft, { force: true });
  }
  const beat = setInterval(() => {
    const now = currentDate();
    // A failed touch (folder gone, disk full) does not lose the lock: our pid is still alive.
    utimes(path, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  return {
    release: async () => {
      clearInterval(beat);
      if ((await read(path))?.id === mine.id) await rm(path, { force: true });
    },
  };
}

/** Creates the lock file with its content atomically; false when it exists already. */
async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path).catch(async (error: unknown) => {
      // Disks without hard links (FAT, some network shares) create the file first and fill it next.
      if (!UNLINKABLE.has(systemErrorCode(error))) throw error;
      await writeFile(path, await readFile(draft), { flag: 'wx' });
    });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The parsed lock file; null when it is missing or not in our format. */
async function read(path: string): Promise<LockOwner | null> {
  try {
    const owner: Partial<LockOwner> = JSON.parse(await readFile(path, 'utf8'));
    const { id, pid, began = null, place: where } = owner;
    return typeof id === 'string' && typeof pid === 'number' && typeof where === 'string'
      ? { id, pid, began, place: where }
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    ignoreMissing(error);
    return null;
  }
}

async function lives(owner: LockOwner, path: string): Promise<boolean> {
  if (owner.place !== (await place())) return beats(path);
  if (!exists(owner.pid)) return false;
  const status = await readProcessStatus(owner.pid);
  // A process that was killed keeps its pid until its parent asks for its exit code.
  if (status && ENDED.has(status.state)) return false;
  // The pid may have been reused by another process.
  return owner.began === null || owner.began === (status?.began ?? null);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

async function beats(path: string): Promise<boolean> {
  const before = await modified(path);
  for (let waited = 0; waited < WATCH_MS; waited += BEAT_MS) {
    await pause(BEAT_MS);
    const now = await modified(path);
    if (now !== before) return now !== null;
  }
  return false;
}

async function modified(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

/** States in /proc of a process that runs no code any more: zombie and dead. */
const ENDED = new Set(['Z', 'X']);

/** Fields 3 and 22 of /proc/<pid>/stat, counted after the name, which may hold spaces and brackets itself; null without /proc. */
async function readProcessStatus(pid: number): Promise<{ state: string; began: string | null } | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', began: fields[19] ?? null };
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

async function place(): Promise<string> {
  const [boot, pids] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(ignoreMissing),
    readlink('/proc/self/ns/pid').catch(ignoreMissing),
  ]);
  return boot && pids ? `${boot.trim()} ${pids}` : hostname();
}

function ignoreMissing(error: unknown): void {
  const code = systemErrorCode(error);
  // ESRCH: the process ended while its /proc entry was read. EACCES: a hardened /proc.
  if (code !== 'ENOENT' && code !== 'ESRCH' && code !== 'EACCES') throw error;
}

function systemErrorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
