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
  /** Distinguishes several locks of one process. */
  id: string;
  pid: number;
  /** Start time of the process in kernel clock ticks, to detect a reused pid; null without /proc. */
  began: string | null;
  /** Machine, boot and pid namespace (container) in which the pid is valid. */
  place: string;
}

/**
 * Interval at which the owner touches the file, ms; for processes in another container or on another machine, which cannot check
 * its pid.
 */
const TOUCH_INTERVAL_MS = 1_000;
/** How long such a process watches the file without a touch before it takes the lock over, ms. */
const WATCH_TIMEOUT_MS = 10_000;
/** Delay before checking that no other process has taken over the dead lock at the same time, ms. */
const TAKEOVER_CHECK_MS = 150;
const NO_LINK_CODES = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** A lock held by this process. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Locks the data folder for this process, because two processes on one embedded database would lose acknowledged writes. The lock
 * of a dead process is taken over, that of a live one never.
 * @param dataDir an existing folder
 * @throws StartError when another live process has the lock
 */
export async function lockDataFolder(dataDir: string): Promise<Lock> {
  const path = join(dataDir, 'lock');
  const began = (await readProcessStatus(process.pid))?.began ?? null;
  const ownLock: LockOwner = { id: randomUUID(), pid: process.pid, began, place: await pidNamespace() };
  const draft = `${path}.${ownLock.id}`;
  await writeFile(draft, JSON.stringify(ownLock));
  try {
    while (!(await createLockFile(draft, path))) {
      const owner = await readLockFile(path);
      if (owner && (await isOwnerAlive(owner, path))) {
        throw new StartError(text('start.locked', { dir: dataDir, pid: owner.pid, file: path }));
      }
      // Renamed instead of deleted: when two processes do this at once, one of them finds nothing to rename and tries again.
      const deadPath = `${draft}.dead`;
      await rename(path, deadPath).catch(ignoreMissing);
      // If another process took the lock over after we read it, put its file back.
      const movedLock = await readLockFile(deadPath);
      if (movedLock && movedLock.id !== owner?.id) await createLockFile(deadPath, path);
      await rm(deadPath, { force: true });
      if (!(await createLockFile(draft, path))) continue;
      await pause(TAKEOVER_CHECK_MS);
      if ((await readLockFile(path))?.id === ownLock.id) break;
    }
  } finally {
    await rm(draft, { force: true });
  }
  const touchTimer = setInterval(() => {
    const now = currentDate();
    // A failed touch (folder missing, disk full) does not lose the lock, because our pid is still alive.
    utimes(path, now, now).catch(() => undefined);
  }, TOUCH_INTERVAL_MS);
  touchTimer.unref();
  return {
    release: async () => {
      clearInterval(touchTimer);
      if ((await readLockFile(path))?.id === ownLock.id) await rm(path, { force: true });
    },
  };
}

/** Creates the lock file atomically with its content; false when it exists already. */
async function createLockFile(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path).catch(async (error: unknown) => {
      // File systems without hard links (FAT, some network shares): create the file, then write it.
      if (!NO_LINK_CODES.has(systemErrorCode(error))) throw error;
      await writeFile(path, await readFile(draft), { flag: 'wx' });
    });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The parsed lock file; null when it is missing or invalid. */
async function readLockFile(path: string): Promise<LockOwner | null> {
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

async function isOwnerAlive(owner: LockOwner, path: string): Promise<boolean> {
  if (owner.place !== (await pidNamespace())) return isTouched(path);
  if (!processExists(owner.pid)) return false;
  const status = await readProcessStatus(owner.pid);
  // A killed process keeps its pid until its parent collects its exit code.
  if (status && ENDED_STATES.has(status.state)) return false;
  // The pid may have been reused by another process.
  return owner.began === null || owner.began === (status?.began ?? null);
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

async function isTouched(path: string): Promise<boolean> {
  const before = await modificationTime(path);
  for (let waited = 0; waited < WATCH_TIMEOUT_MS; waited += TOUCH_INTERVAL_MS) {
    await pause(TOUCH_INTERVAL_MS);
    const now = await modificationTime(path);
    if (now !== before) return now !== null;
  }
  return false;
}

async function modificationTime(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

/** States in /proc of a process that no longer runs: zombie and dead. */
const ENDED_STATES = new Set(['Z', 'X']);

/** Fields 3 and 22 of /proc/<pid>/stat, counted after the name, which may contain spaces and brackets; null without /proc. */
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

async function pidNamespace(): Promise<string> {
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
