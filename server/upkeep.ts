import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sweepAttempts } from './access/attempts.ts';
import { sweepTokens } from './access/tokens.ts';
import { dropOwed } from './files/queries.ts';
import { sweepOrphans, sweepStrays } from './files/sweep.ts';
import type { House } from './house.ts';
import { sweepNotifications } from './live/queries.ts';
import { purgeRecordFiles } from './records/undo-queries.ts';
import { purgeEmployees } from './sections/employees/undo-queries.ts';
import { sweepRuns } from './sections/import/run-queries.ts';
import { purgeNews } from './sections/news/undo-queries.ts';
import { sweepCodes } from './sections/recovery/queries.ts';
import { purgeResidents } from './sections/residents/undo-queries.ts';
import { sweepOutbox } from './sms/queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long is kept what nobody asks for any more, ms. */
const KEPT = { attempts: DAY, codes: 2 * DAY, notifications: 7 * DAY, outbox: 30 * DAY, imports: 7 * DAY } as const;

/** After the start the first tidying waits until everybody is back, ms. */
const FIRST = 5 * 60_000;

/** A piece of the tidying; with a number it is done again until there is nothing left to do. */
export type Steps = Readonly<Record<string, () => Promise<unknown>>>;

/** What has to be done now and then: dead tokens and unused uploads go. */
function stepsOf({ db, files, now, settings, catalogue }: House): Steps {
  const ago = (ms: number) => new Date(now().getTime() - ms);
  let looked = Number.NEGATIVE_INFINITY;
  return {
    tokens: () => sweepTokens(db, now()),
    attempts: () => sweepAttempts(db, ago(KEPT.attempts)),
    codes: () => sweepCodes(db, ago(KEPT.codes)),
    notifications: () => sweepNotifications(db, ago(KEPT.notifications)),
    // The demo company's invitation stands in the outbox until somebody opens it.
    outbox: async () => settings.demo || (await sweepOutbox(db, ago(KEPT.outbox))),
    imports: () => sweepRuns(db, ago(KEPT.imports)),
    news: () => untilNone(() => purgeNews(db, files, now())),
    residents: () => untilNone(() => purgeResidents(db, now())),
    employees: () => untilNone(() => purgeEmployees(db, now())),
    records: () => purgeRecordFiles(db, files, catalogue.generics, now()),
    uploads: () => sweepOrphans(db, files, now()),
    bytes: () => dropOwed(db, files),
    // The whole store is looked through: once a day is enough.
    strays: async () => {
      if (now().getTime() - looked < DAY) return;
      await sweepStrays(db, files, now());
      looked = now().getTime();
    },
  };
}

/** Does something that is done in portions until there is nothing left. */
export async function untilNone(portion: () => Promise<number>): Promise<void> {
  while ((await portion()) > 0);
}

/** Does one step after the other; one that fails is told to the log and holds up none of the others. */
export async function tidy(steps: Steps, log: Pick<FastifyBaseLogger, 'error'>): Promise<void> {
  for (const [step, work] of Object.entries(steps)) {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, step }, 'tidying up failed');
    }
  }
}

/** Tidies up soon after the start and every hour. Ends with the app. */
export function upkeep(app: FastifyInstance, house: House): void {
  const steps = stepsOf(house);
  const run = () => void tidy(steps, app.log);
  const timers = [setTimeout(run, FIRST), setInterval(run, HOUR)];
  for (const timer of timers) timer.unref();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}
