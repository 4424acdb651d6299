import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { NOTICES_DAYS } from '#resources/protocol/notice-bounds.ts';
import { sweepAttempts, trimAttempts } from './access/attempts.ts';
import { sweepInvitations } from './access/invitations.ts';
import { sweepSecurity } from './access/security-log.ts';
import { sweepSentCalls } from './access/sent-calls.ts';
import { sweepTokens } from './access/tokens.ts';
import type { ServerContext } from './context.ts';
import { retryFailedDeletions } from './files/queries.ts';
import { sweepOrphans, sweepStrays } from './files/sweep.ts';
import { sweepJobs } from './jobs/job-queries.ts';
import { type IsStopping, neverStops } from './lifecycle.ts';
import { sweepNotifications } from './live/queries.ts';
import { purgeFilesSetAside } from './records/files-set-aside.ts';
import { sweepLateReminders, sweepReminders } from './records/reminder-queries.ts';
import { purgeRecordFiles } from './records/undo-queries.ts';
import { repeatUntilDone } from './repeat-until-done.ts';
import { purgeDirectories } from './sections/directories/deletion-queries.ts';
import { purgeEmployees } from './sections/employees/change-queries.ts';
import { sweepRuns } from './sections/import/run-queries.ts';
import { sweepJournal } from './sections/journal/queries.ts';
import { purgeNews } from './sections/news/undo-queries.ts';
import { sweepCodes } from './sections/recovery/queries.ts';
import { purgeResidents } from './sections/residents/queries.ts';
import { sweepShifts } from './sections/shift/queries.ts';
import { sweepOutbox } from './sms/queries.ts';
import { sweepDeliveries, sweepDeliveryJobs } from './webhooks/delivery-queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long obsolete rows are kept, ms. */
const RETENTION_MS = {
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

/** Delay of the first run, so that it does not disturb users who reconnect after a restart, ms. */
const FIRST_RUN_DELAY_MS = 5 * 60_000;

/** Maintenance steps by name, for the log. */
export type MaintenanceSteps = Readonly<Record<string, () => Promise<unknown>>>;

/** Hourly clean-up: expired tokens, old rows, unused uploads. */
function createSteps({ db, files, now, settings, catalogue }: ServerContext, isStopping: IsStopping): MaintenanceSteps {
  const ago = (ms: number) => new Date(now().getTime() - ms);
  let straysSweptAt = Number.NEGATIVE_INFINITY;
  return {
    tokens: () => sweepTokens(db, now()),
    attempts: async () => {
      await sweepAttempts(db, ago(RETENTION_MS.attempts));
      await trimAttempts(db);
    },
    security: () => sweepSecurity(db, now()),
    journal: async () => {
      const retentionMs = settings.auditKept;
      if (retentionMs > 0) await repeatUntilDone(() => sweepJournal(db, ago(retentionMs)), isStopping);
    },
    codes: () => sweepCodes(db, ago(RETENTION_MS.codes)),
    notifications: () => sweepNotifications(db, ago(RETENTION_MS.notifications)),
    // The demo company's outbox keeps its invitation until it is opened.
    outbox: async () => settings.demo || (await sweepOutbox(db, ago(RETENTION_MS.outbox))),
    sent: () => sweepSentCalls(db, ago(RETENTION_MS.sent)),
    webhooks: () => sweepDeliveries(db, ago(RETENTION_MS.webhooks)),
    lateReminders: () => sweepLateReminders(db, now()),
    deliveryJobs: () => sweepDeliveryJobs(db, now()),
    jobs: () => sweepJobs(db, ago(RETENTION_MS.jobs)),
    shifts: () => sweepShifts(db, ago(RETENTION_MS.shifts)),
    invitations: () => sweepInvitations(db, ago(RETENTION_MS.invitations)),
    reminders: () => sweepReminders(db, ago(RETENTION_MS.reminders)),
    imports: () => sweepRuns(db, ago(RETENTION_MS.imports)),
    news: () => repeatUntilDone(() => purgeNews(db, files, now()), isStopping),
    residents: () => repeatUntilDone(() => purgeResidents(db, now()), isStopping),
    employees: () => repeatUntilDone(() => purgeEmployees(db, now()), isStopping),
    filesSetAside: () => repeatUntilDone(() => purgeFilesSetAside(db, files, now()), isStopping),
    records: () => purgeRecordFiles(db, files, catalogue.generics, now(), isStopping),
    directories: () => repeatUntilDone(() => purgeDirectories(db, files, now()), isStopping),
    uploads: () => sweepOrphans(db, files, now(), isStopping),
    bytes: () => retryFailedDeletions(db, files, isStopping),
    // Scans the whole store, so once a day is enough.
    strays: async () => {
      if (now().getTime() - straysSweptAt < DAY) return;
      await sweepStrays(db, files, now(), isStopping);
      straysSweptAt = now().getTime();
    },
  };
}

/**
 * Runs the steps one after another; a failing step is logged and does not stop the others.
 * @param isStopping checked before each step, and by long steps between their batches
 */
export async function runMaintenance(
  steps: MaintenanceSteps,
  log: Pick<FastifyBaseLogger, 'error'>,
  isStopping: IsStopping = neverStops,
): Promise<void> {
  for (const [step, work] of Object.entries(steps)) {
    if (isStopping()) return;
    try {
      await work();
    } catch (error) {
      log.error({ err: error, step }, 'tidying up failed');
    }
  }
}

/** Runs maintenance soon after the start and then every hour, never twice at the same time. Stops with the app. */
export function startMaintenance(app: FastifyInstance, context: ServerContext): void {
  let isClosed = false;
  const steps = createSteps(context, () => isClosed);
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = running.then(() => runMaintenance(steps, app.log, () => isClosed));
    return running;
  };
  const timers = [setTimeout(run, FIRST_RUN_DELAY_MS), setInterval(run, HOUR)];
  for (const timer of timers) timer.unref();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
    isClosed = true;
    // The database is closed after the app, so wait for the running batch; no further batch starts.
    await running;
  });
}
