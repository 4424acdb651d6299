import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { addDays, companyDay } from '#resources/days.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { DEFAULT_REMINDER_TIME, listReminders, type Reminder } from '#resources/language/notify-rules.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { addJobs, type Job } from '#server/jobs/job-queries.ts';
import type { TransactionHandler } from '#server/jobs/job-runner.ts';
import { repeatUntilDone } from '#server/repeat-until-done.ts';
import { repeatWork } from '#server/repeated-work.ts';
import { notifyRecords } from './notify-records.ts';
import {
  claimDue,
  type DueValues,
  REMINDER_LATE_MAX,
  REMINDER_QUEUE,
  ruleDigest,
  ruleSince,
  selectReminderRecords,
} from './reminder-queries.ts';
import { zonedInstant } from './zoned-time.ts';

/** Interval of checking for due dates, ms. */
const CHECK_INTERVAL_MS = 15_000;
/** Records read in one transaction, at most: on the embedded database all other requests wait for it. */
const FIND_BATCH = 500;
/** Reminders sent in one transaction, at most. */
const SEND_BATCH = 50;
/** Rules whose reminders one process sends in parallel, at most. */
const RULES_AT_ONCE = 2;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST_PAUSES = [10_000, MINUTE, 10 * MINUTE, HOUR];
const LONG_PAUSE = 6 * HOUR;
const LONG_PAUSES = Math.floor((REMINDER_LATE_MAX - FIRST_PAUSES.reduce((sum, pause) => sum + pause, 0)) / LONG_PAUSE);
/** Pauses before each retry of a failed reminder, ms; they add up to about `REMINDER_LATE_MAX`. */
export const REMINDER_PAUSES: readonly number[] = [...FIRST_PAUSES, ...Array<number>(LONG_PAUSES).fill(LONG_PAUSE)];

const payloadShape = z.object({ record: z.number(), day: z.string() });

type ReminderDeps = Pick<ServerContext, 'db' | 'bus' | 'now' | 'catalogue' | 'settings'>;

/** Field values for which a reminder becomes due in the period after `after` until `until`. */
function dueValues({ rule, unit }: Reminder, after: Date, until: Date, zone: string): DueValues {
  const { days = 0, minutes = 0, at = DEFAULT_REMINDER_TIME } = rule;
  if (unit === 'moment') {
    const offset = days * DAY + minutes * MINUTE;
    const shifted = (moment: Date) => new Date(moment.getTime() - offset).toISOString();
    return { after: shifted(after), until: shifted(until) };
  }
  const values: string[] = [];
  const last = companyDay(until, zone).date;
  for (let day = companyDay(after, zone).date; day <= last; day = addDays(day, 1)) {
    const dueTime = Date.parse(zonedInstant(zone, `${day}T${at}:00.000Z`) ?? '');
    if (dueTime > after.getTime() && dueTime <= until.getTime()) values.push(addDays(day, -days));
  }
  return { days: values };
}

/**
 * Queues a job for each due reminder of one rule, exactly once across all processes.
 * @param isStopped checked before each transaction
 */
async function queueRule(
  { db, now, settings }: Pick<ReminderDeps, 'db' | 'now' | 'settings'>,
  resource: Resource,
  reminder: Reminder,
  isStopped: () => boolean,
): Promise<void> {
  const [currentTime, zone, rule] = [now(), settings.timeZone, ruleDigest(resource, reminder)];
  const since = await ruleSince(db, rule, currentTime);
  const after = new Date(Math.max(since.getTime(), currentTime.getTime() - REMINDER_LATE_MAX));
  const due = dueValues(reminder, after, currentTime, zone);
  if ('days' in due && !due.days.length) return;
  const queueBatch = () =>
    db.transaction().execute(async (trx) => {
      const records = await claimDue(trx, resource, reminder, { rule, due, limit: FIND_BATCH });
      const jobs = records.map(({ id, day }) => ({ lane: rule, payload: { record: id, day } }));
      await addJobs(trx, REMINDER_QUEUE, jobs, currentTime);
      return records.length;
    });
  await repeatUntilDone(queueBatch, isStopped);
}

/**
 * Queues a job for each due reminder.
 * @throws the first failure, after all other rules were handled
 */
export async function queueReminders(
  context: Pick<ReminderDeps, 'db' | 'now' | 'settings' | 'catalogue'>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const failures: unknown[] = [];
  for (const resource of context.catalogue.generics) {
    for (const reminder of listReminders(resource)) {
      if (isStopped()) return;
      await queueRule(context, resource, reminder, isStopped).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length) throw failures[0];
}

interface ReminderRule {
  resource: Resource;
  reminder: Reminder;
}

/** The reminder rules that this process has, by digest. */
function reminderRules({ catalogue }: Pick<ReminderDeps, 'catalogue'>): ReadonlyMap<string, ReminderRule> {
  const rules = catalogue.generics.flatMap((resource) =>
    listReminders(resource).map((reminder) => [ruleDigest(resource, reminder), { resource, reminder }] as const),
  );
  return new Map(rules);
}

/** Sends reminders of one rule; those that waited too long are skipped. */
async function sendReminders(
  { bus, now, settings }: Pick<ReminderDeps, 'bus' | 'now' | 'settings'>,
  trx: Db,
  { resource, reminder }: ReminderRule,
  jobs: readonly Job[],
): Promise<void> {
  const currentTime = now();
  const timely = jobs.filter(({ created_at }) => currentTime.getTime() - created_at.getTime() <= REMINDER_LATE_MAX);
  const reminders = timely.map(({ payload }) => payloadShape.parse(payload));
  const today = companyDay(currentTime, settings.timeZone).date;
  for (const record of await selectReminderRecords(trx, resource, reminder, reminders)) {
    const recordEvent = { on: 'date', record, rule: reminder.rule } as const;
    await notifyRecords(bus, { trx, resource, today, now: currentTime, reader: null }, [recordEvent]);
  }
}

/** Job handler that sends queued reminders. If this process lacks the rule, the job waits for a process that has it. */
export function reminderHandler(context: ReminderDeps): TransactionHandler {
  return {
    lanesAtOnce: RULES_AT_ONCE,
    batch: SEND_BATCH,
    pauses: REMINDER_PAUSES,
    openLanes: async (lanes) => {
      const rules = reminderRules(context);
      return lanes.filter((lane) => rules.has(lane));
    },
    perform: async (trx, jobs) => {
      const rule = reminderRules(context).get(jobs[0]?.lane ?? '');
      if (!rule) throw new Error('The definition of a reminder was changed while it was sent');
      await sendReminders(context, trx, rule, jobs);
    },
  };
}

/** Starts sending reminders of dates in records; stops when the app closes. */
export function startReminders(app: FastifyInstance, context: ReminderDeps & Pick<ServerContext, 'jobs'>): void {
  context.jobs.handle(REMINDER_QUEUE, reminderHandler(context));
  const work = (isClosed: () => boolean) => queueReminders(context, isClosed);
  repeatWork(app, { intervalMs: CHECK_INTERVAL_MS, work, failureMessage: 'reminders cannot be found' });
}
