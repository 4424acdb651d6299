import { stat } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { text } from '#i18n/text.ts';
import type { EngineThread } from './engine-thread.ts';

/** Interval of checks, ms. */
const CHECK_INTERVAL_MS = 2_000;
/** How long an idle thread may owe an answer before it counts as stuck, ms; a busy thread may take as long as it needs. */
const STUCK_AFTER_MS = 5_000;
/** Maximum share of working time at which a thread counts as idle. */
const IDLE_SHARE = 0.05;
/** Failed folder checks in a row before the folder counts as missing, because a network disk may hesitate. */
const MAX_FAILED_CHECKS = 3;

/** The watched embedded database. */
export interface WatchedDatabase {
  engine: Pick<EngineThread, 'state' | 'terminate'>;
  /** Folder of the database; null in memory. */
  folder: string | null;
}

/** Watch over an embedded database. */
export interface EngineWatch {
  /** Checks the folder now. @throws when the database is no longer in it */
  look(): Promise<void>;
  stop(): void;
}

/**
 * Abandons an unusable embedded database within ten seconds: when its folder was removed, because it would go on answering from
 * memory without storing anything, or when its thread owes an answer but is idle.
 */
export async function watchEngine(
  { engine, folder }: WatchedDatabase,
  intervalMs = CHECK_INTERVAL_MS,
): Promise<EngineWatch> {
  const originalStat = folder === null ? null : await stat(folder);
  let failedChecks = 0;
  let lastLoop = engine.state.loop;
  const checkFolderNow = async () => {
    if (folder === null || originalStat === null) return;
    const now = await stat(folder);
    if (now.ino !== originalStat.ino || now.dev !== originalStat.dev)
      throw new Error(text('start.databaseMoved', { dir: folder }));
  };
  const watchFolder = () =>
    checkFolderNow().then(
      () => {
        failedChecks = 0;
      },
      (error: NodeJS.ErrnoException) => {
        failedChecks += 1;
        if (error.code === 'ENOENT') engine.terminate(new Error(text('start.databaseMoved', { dir: folder })));
        else if (error.code === undefined || failedChecks >= MAX_FAILED_CHECKS) engine.terminate(error);
      },
    );
  const watchThread = () => {
    const { waitingSince, loop } = engine.state;
    const active = loop.active - lastLoop.active;
    const share = active / Math.max(1, active + loop.idle - lastLoop.idle);
    lastLoop = loop;
    const silentMs = waitingSince === null ? 0 : performance.now() - waitingSince;
    if (silentMs > STUCK_AFTER_MS && share < IDLE_SHARE) {
      engine.terminate(new Error(text('start.databaseSilent', { seconds: Math.round(silentMs / 1_000) })));
    }
  };
  const timer = setInterval(() => {
    watchThread();
    void watchFolder();
  }, intervalMs);
  timer.unref();
  return { look: checkFolderNow, stop: () => clearInterval(timer) };
}
