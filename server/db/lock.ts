import { randomUUID } from 'node:crypto';
import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import { StartError } from '#server/start-error.ts';

/** What stands in the lock file. */
interface LockOwner {
  /** Tells two locks of one process apart. */
  id: string;
  pid: number;
  /** When the process began, in the kernel's own count; null where /proc is missing. Unmasks a pid used again. */
  began: string | null;
  /** The set of pids that `pid` belongs to: machine, its boot, and container. */
  place: string;
}

/** The holder shows that it lives, for those who cannot see its pid: another container or machine on the same disk. */
const BEAT_MS = 1_000;
/** How long such a one watches for a beat. A holder that merely lives next door is never given up: its pid is seen. */
const WATCH_MS = 10_000;
/** Two that take over a dead lock at the same moment see each other after this. */
const SETTLE_MS = 150;
const UNLINKABLE = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** A lock that is held. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes the data folder for this process alone: two processes on one embedded database lose answered writes.
 * A lock whose process is dead is taken over; one whose process lives never is.
 * @param dataDir an existing folder
 * @throws StartError when another live process holds it
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  const path = join(dataDir, 'lock');
  const began = (await statusOf(process.pid))?.began ?? null;
  const mine: LockOwner = { id: randomUUID(), pid: process.pid, began, place: await place() };
  const draft = `${path}.${mine.id}`;
  await writeFile(draft, JSON.stringify(mine));
  try {
    while (!(await linked(draft, path))) {
      const holder = await read(path);
      if (holder && (await lives(holder, path))) {
        throw new StartError(text('start.locked', { dir: dataDir, pid: holder.pid, file: path }));
      }
      // Renamed rather than deleted: of two that do it at once, one finds nothing to rename and looks again.
      const dead = `${draft}.dead`;
      await rename(path, dead).catch(ignoreMissing);
      // Somebody may have taken it over since it was looked at: then it is put back.
      const taken = await read(dead);
      if (taken && taken.id !== holder?.id) await linked(dead, path);
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
    // A beat that fails (folder gone, disk full) takes nothing from the lock: our pid still lives.
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

/** Puts the lock in place in one step, with its text; false when there is one already. */
async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path).catch(async (error: unknown) => {
      // Disks without hard links (FAT, some network shares): made in one step, filled in the next.
      if (!UNLINKABLE.has(codeOf(error))) throw error;
      await writeFile(path, await readFile(draft), { flag: 'wx' });
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The lock's text; null when there is none or it is no lock of ours. */
async function read(path: string): Promise<LockOwner | null> {
  try {
    const holder: Partial<LockOwner> = JSON.parse(await readFile(path, 'utf8'));
    const { id, pid, began = null, place: where } = holder;
    return typeof id === 'string' && typeof pid === 'number' && typeof where === 'string'
      ? { id, pid, began, place: where }
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    ignoreMissing(error);
    return null;
  }
}

async function lives(holder: LockOwner, path: string): Promise<boolean> {
  if (holder.place !== (await place())) return beats(path);
  if (!exists(holder.pid)) return false;
  const status = await statusOf(holder.pid);
  // A process that was killed keeps its pid until its parent asks for its exit code.
  if (status && ENDED.has(status.state)) return false;
  // The pid lives, but may belong to somebody else by now.
  return holder.began === null || holder.began === (status?.began ?? null);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
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

/** States of a process in /proc that runs no code any more: a zombie, and one that is being taken away. */
const ENDED = new Set(['Z', 'X']);

/** Fields 3 and 22 of /proc/<pid>/stat, counted after the name, which may hold spaces and brackets itself; null without /proc. */
async function statusOf(pid: number): Promise<{ state: string; began: string | null } | null> {
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
  const code = codeOf(error);
  // ESRCH: /proc of a process that ended while it was read. EACCES: a hardened /proc.
  if (code !== 'ENOENT' && code !== 'ESRCH' && code !== 'EACCES') throw error;
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
