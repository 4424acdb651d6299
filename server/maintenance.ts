import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { NOTICES_DAYS } from '#resources/protocol/notice-bounds.ts';
import { sweepAttempts, trimAttempts } from './access/attempts.ts';
import { sweepInvitations } from './access/invitations.ts';
import { sweepSecurity } from './access/security-log.ts';
import { sweepSentCalls } from './access/sent-calls.ts';
import { sweepTokens } from './access/tokens.ts';
import type { ServerContext } from './context.ts';
import { dropOwed } from './files/queries.ts';
import { sweepOrphans, sweepStrays } from './files/sweep.ts';
import { sweepJobs } from './jobs/job-queries.ts';
import { type IsStopping, neverStops } from './lifecycle.ts';
import { sweepNotifications } from './live/queries.ts';
import { purgeFilesSetAside } from './records/files-set-aside.ts';
import { sweepLateReminders, sweepReminders } from './records/reminder-queries.ts';
import { purgeRecordFiles } from './records/undo-queries.ts';
import { purgeDirectories } from './sections/directories/deletion-queries.ts';
import { purgeEmployees } from './sections/employees/change-queries.ts';
import { sweepRuns } from './sections/import/run-queries.ts';
import { sweepJournal } from './sections/journal/queries.ts';
import { purgeNews } from './sections/news/undo-queries.ts';
import { sweepCodes } from './sections/recovery/queries.ts';
import { purgeResidents } from './sections/residents/queries.ts';
import { sweepShifts } from './sections/shift/queries.ts';
import { sweepOutbox } from './sms/queries.ts';
import { untilNone } from './until-none.ts';
import { sweepDeliveries, sweepDeliveryJobs } from './webhooks/delivery-queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long obsolete rows are kept, ms. */
const KEPT = {
  attempts: DAY,
  codes: 2 * DAY,
  notifications: NOTICES_DAYS * DAY,
  outbox: 30 * DAY,
  reminders: 30 * DAY,
  imports: 7 * DAY,
  invitations: DAY,
  sent: HOUR,
  webhooks: 30 * DAY,
  jobs: 30 * DAY,
  shifts: 400 * DAY,
} as const;

/** After the start the first tidying waits until everybody is back, ms. */
const FIRST = 5 * 60_000;

/** A piece of the tidying; with a number it is done again until there is nothing left to do. */
export type Steps = Readonly<Record<string, () => Promise<unknown>>>;

/** Regular chores: dead tokens and unused uploads go. */
function createSteps({ db, files, now, settings, catalogue }: ServerContext, stopped: IsStopping): Steps {
  const ago = (ms: number) => new Date(now().getTime() - ms);
  let looked = Number.NEGATIVE_INFINITY;
  return {
    tokens: () => sweepTokens(db, now()),
    attempts: async () => {
      await sweepAttempts(db, ago(KEPT.attempts));
      await trimAttempts(db);
    },
    security: () => sweepSecurity(db, now()),
    journal: async () => {
      const kept = settings.auditKept;
      if (kept > 0) await untilNone(() => sweepJournal(db, ago(kept)), stopped);
    },
    codes: () => sweepCodes(db, ago(KEPT.codes)),
    notifications: () => sweepNotifications(db, ago(KEPT.notifications)),
    // The demo company's invitation stands in the outbox until it is opened.
    outbox: async () => settings.demo || (await sweepOutbox(db, ago(KEPT.outbox))),
    sent: () => sweepSentCalls(db, ago(KEPT.sent)),
    webhooks: () => sweepDeliveries(db, ago(KEPT.webhooks)),
    lateReminders: () => sweepLateReminders(db, now()),
    deliveryJobs: () => sweepDeliveryJobs(db, now()),
    jobs: () => sweepJobs(db, ago(KEPT.jobs)),
    shifts: () => sweepShifts(db, ago(KEPT.shifts)),
    invitations: () => sweepInvitations(db, ago(KEPT.invitations)),
    reminders: () => sweepReminders(db, ago(KEPT.reminders)),
    imports: () => sweepRuns(db, ago(KEPT.imports)),
    news: () => untilNone(() => purgeNews(db, files, now()), stopped),
    residents: () => untilNone(() => purgeResidents(db, now()), stopped),
    employees: () => untilNone(() => purgeEmployees(db, now()), stopped),
    filesSetAside: () => untilNone(() => purgeFilesSetAside(db, files, now()), stopped),
    records: () => purgeRecordFiles(db, files, catalogue.generics, now(), stopped),
    directories: () => untilNone(() => purgeDirectories(db, files, now()), stopped),
    uploads: () => sweepOrphans(db, files, now(), stopped),
    bytes: () => dropOwed(db, files, stopped),
    // The whole store is looked through: once a day is enough.
    strays: async () => {
      if (now().getTime() - looked < DAY) return;
      await sweepStrays(db, files, now(), stopped);
      looked = now().getTime();
    },
  };
}

/**
 * Does one step after the other; one that fails is told to the log and holds up none of the others.
 * @param stopped asked before each step, and by long ones between their portions
 */
export async function tidy(
  steps: Steps,
  log: Pick<FastifyBaseLogger, 'error'>,
  stopped: IsStopping = neverStops,
): Promise<void> {
  for (const [step, work] of Object.entries(steps)) {
    if (stopped()) return;
    try {
      await work();
    } catch (error) {
      log.error({ err: error, step }, 'tidying up failed');
    }
  }
}

/** Tidies up soon after the start and every hour, one time after the other. Ends with the app. */
export function startMaintenance(app: FastifyInstance, context: ServerContext): void {
  let isClosed = false;
  const steps = createSteps(context, () => isClosed);
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = running.then(() => tidy(steps, app.log, () => isClosed));
    return running;
  };
  const timers = [setTimeout(run, FIRST), setInterval(run, HOUR)];
  for (const timer of timers) timer.unref();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
    isClosed = true;
    // The database is closed after the app: the portion of a step that has begun still needs it, and no further one begins.
    await running;
  });
}
