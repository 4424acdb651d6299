import { stat } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { text } from '#i18n/text.ts';
import type { EngineThread } from './engine-thread.ts';

/** Between two looks, ms. */
const LOOK_MS = 2_000;
/** How long an idle thread may owe an answer, ms: it will never give it. A thread at work may take as long as it needs. */
const SILENT_MS = 5_000;
/** Share of the time between two looks that an idle thread spends at work at most. */
const IDLE = 0.05;
/** Failed looks at the folder in a row after which it counts as gone: a disk in a network may hesitate. */
const FAILED_LOOKS = 3;

/** The embedded database that is watched. */
export interface Watched {
  engine: Pick<EngineThread, 'state' | 'giveUp'>;
  /** Folder of the database; null in memory. */
  folder: string | null;
}

/** A watch over an embedded database. */
export interface EngineWatch {
  /** Looks at the folder at once. @throws when the database is not in it any more */
  look(): Promise<void>;
  stop(): void;
}

/**
 * Gives an embedded database up that can no longer be used, within ten seconds: its folder was taken away – it would go on
 * answering from memory and keep nothing –, or its thread owes an answer and does nothing.
 */
export async function watchEngine({ engine, folder }: Watched, every = LOOK_MS): Promise<EngineWatch> {
  const first = folder === null ? null : await stat(folder);
  let failed = 0;
  let before = engine.state.loop;
  const look = async () => {
    if (folder === null || first === null) return;
    const now = await stat(folder);
    if (now.ino !== first.ino || now.dev !== first.dev) throw new Error(text('start.databaseMoved', { dir: folder }));
  };
  const followFolder = () =>
    look().then(
      () => {
        failed = 0;
      },
      (error: NodeJS.ErrnoException) => {
        failed += 1;
        if (error.code === 'ENOENT') engine.giveUp(new Error(text('start.databaseMoved', { dir: folder })));
        else if (error.code === undefined || failed >= FAILED_LOOKS) engine.giveUp(error);
      },
    );
  const followThread = () => {
    const { waitingSince, loop } = engine.state;
    const active = loop.active - before.active;
    const share = active / Math.max(1, active + loop.idle - before.idle);
    before = loop;
    const silent = waitingSince === null ? 0 : performance.now() - waitingSince;
    if (silent > SILENT_MS && share < IDLE) {
      engine.giveUp(new Error(text('start.databaseSilent', { seconds: Math.round(silent / 1_000) })));
    }
  };
  const timer = setInterval(() => {
    followThread();
    void followFolder();
  }, every);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}
