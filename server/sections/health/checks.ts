import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type CheckResult, STATUS_CHECKS, type StatusCheck } from '#resources/protocol/status/status.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/store.ts';
import type { Lifecycle } from '#server/lifecycle.ts';

/** Dependencies of the readiness checks. */
export interface ReadinessDeps {
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'uploadsUrl' | 'minFreeDisk'>;
  /** Null with `STAGING_URL`. */
  database: Database | null;
  files: FileStore | null;
  lifecycle: Lifecycle;
}

/** If more queries than this wait for a connection, this process cannot answer in time. */
const WAITING_QUERIES_MAX = 500;

/**
 * Waits for work, at most this long.
 * @param timeoutMs limit, ms
 * @throws if the work takes longer
 */
export async function waitWithTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  try {
    await Promise.race([
      work,
      pause(timeoutMs, undefined, { signal: timer.signal }).then(() => {
        throw new Error('No answer in time');
      }),
    ]);
  } finally {
    timer.abort();
  }
}

/** Free bytes on the disk of the data folder, and the required minimum; null if none of our data is stored there. */
export async function readDiskSpace({
  dataDir,
  databaseUrl,
  uploadsUrl,
  minFreeDisk,
}: ReadinessDeps['settings']): Promise<{ free: number; least: number } | null> {
  if (databaseUrl && uploadsUrl) return null;
  const { bavail, bsize } = await statfs(dataDir);
  return { free: bavail * bsize, least: minFreeDisk };
}

type Check = (deps: ReadinessDeps) => Promise<'none' | undefined>;

const CHECKS: Readonly<Record<StatusCheck, Check>> = {
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
    if (waiting > WAITING_QUERIES_MAX) throw new Error(`${waiting} queries wait for a connection`);
    return undefined;
  },
  files: async ({ files }) => {
    if (!files) return 'none';
    await files.check();
    return undefined;
  },
  disk: async ({ database, settings }) => {
    const space = database && (await readDiskSpace(settings));
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

/** Runs all checks at once; never fails. @param timeoutMs limit of each check, ms */
export async function checkReadiness(deps: ReadinessDeps, timeoutMs: number): Promise<Readiness> {
  const failures: unknown[] = [];
  const results = STATUS_CHECKS.map(async (name): Promise<[StatusCheck, CheckResult]> => {
    try {
      let result: CheckResult = 'ok';
      const runCheck = async () => {
        result = (await CHECKS[name](deps)) ?? 'ok';
      };
      await waitWithTimeout(runCheck(), timeoutMs);
      return [name, result];
    } catch (error) {
      failures.push(error);
      return [name, 'failed'];
    }
  });
  return { checks: Object.fromEntries(await Promise.all(results)) as Readiness['checks'], failures };
}
