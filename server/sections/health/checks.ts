import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type CheckResult, STATUS_CHECKS, type StatusCheck } from '#resources/protocol/status/status.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/store.ts';
import type { Lifecycle } from '#server/lifecycle.ts';

/** Dependencies of the checks. */
export interface CheckDeps {
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'uploadsUrl' | 'minFreeDisk'>;
  /** Null with `STAGING_URL`. */
  database: Database | null;
  files: FileStore | null;
  lifecycle: Lifecycle;
}

/** So many queries waiting for a connection of this process are more than it can answer in time. */
const WAITING_MOST = 500;

/** @throws when the database does not answer in time */
export async function answersInTime(work: Promise<unknown>, patience: number): Promise<void> {
  const late = new AbortController();
  try {
    await Promise.race([
      work,
      pause(patience, undefined, { signal: late.signal }).then(() => {
        throw new Error('No answer in time');
      }),
    ]);
  } finally {
    late.abort();
  }
}

/** Space of the disk under the data folder: how many bytes are free, and how few are too few. Null where nothing of ours lies there. */
export async function diskSpace({
  dataDir,
  databaseUrl,
  uploadsUrl,
  minFreeDisk,
}: CheckDeps['settings']): Promise<{ free: number; least: number } | null> {
  if (databaseUrl && uploadsUrl) return null;
  const { bavail, bsize } = await statfs(dataDir);
  return { free: bavail * bsize, least: minFreeDisk };
}

type Check = (deps: CheckDeps) => Promise<'none' | undefined>;

const LOOK: Readonly<Record<StatusCheck, Check>> = {
  process: async ({ lifecycle }) => {
    if (lifecycle.isStopping) throw new Error('The process stops');
    return undefined;
  },
  database: async ({ database }) => {
    if (!database) return 'none';
    await database.check();
    return undefined;
  },
  listener: async ({ database }) => {
    if (!database) return 'none';
    await database.checkListener();
    return undefined;
  },
  queue: async ({ database }) => {
    if (!database) return 'none';
    const { waiting } = database.state();
    if (waiting > WAITING_MOST) throw new Error(`${waiting} queries wait for a connection`);
    return undefined;
  },
  files: async ({ files }) => {
    if (!files) return 'none';
    await files.check();
    return undefined;
  },
  disk: async ({ database, settings }) => {
    const space = database && (await diskSpace(settings));
    if (!space) return 'none';
    if (space.free < space.least) throw new Error(`${space.free} bytes are free in ${settings.dataDir}`);
    return undefined;
  },
};

/** The result of each check, and the errors of those that failed. */
export interface Readiness {
  checks: Record<StatusCheck, CheckResult>;
  failures: unknown[];
}

/** Looks at everything at once. Never fails. @param patience how long each may take, ms */
export async function readiness(deps: CheckDeps, patience: number): Promise<Readiness> {
  const failures: unknown[] = [];
  const looked = STATUS_CHECKS.map(async (name): Promise<[StatusCheck, CheckResult]> => {
    try {
      let result: CheckResult = 'ok';
      const look = async () => {
        result = (await LOOK[name](deps)) ?? 'ok';
      };
      await answersInTime(look(), patience);
      return [name, result];
    } catch (error) {
      failures.push(error);
      return [name, 'failed'];
    }
  });
  return { checks: Object.fromEntries(await Promise.all(looked)) as Readiness['checks'], failures };
}
