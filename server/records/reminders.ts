import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { companyDay, dayLater } from '#resources/days.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { REMINDED_AT, type Reminder, remindersIn } from '#resources/language/notify-rules.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { addJobs, type Job } from '#server/jobs/job-queries.ts';
import type { TransactionHandler } from '#server/jobs/job-runner.ts';
import { repeatWork } from '#server/repeated-work.ts';
import { untilNone } from '#server/until-none.ts';
import {
  type DueValues,
  LATE_MOST,
  REMINDER_QUEUE,
  ruleDigest,
  ruleSince,
  selectReminded,
  takeDue,
} from './reminder-queries.ts';
import { tellRecords } from './tell-records.ts';
import { momentIn } from './zoned-time.ts';

/** Interval of looking for due dates, ms. */
const EVERY = 15_000;
/** Most records read in one transaction: on the embedded database all other calls wait for it. */
const FIND_BATCH = 500;
/** Most reminders sent in one transaction. */
const SEND_BATCH = 50;
/** Most rules whose reminders one process sends at a time. */
const RULES_AT_ONCE = 2;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST_PAUSES = [10_000, MINUTE, 10 * MINUTE, HOUR];
const LONG_PAUSE = 6 * HOUR;
const LONG_PAUSES = Math.floor((LATE_MOST - FIRST_PAUSES.reduce((sum, pause) => sum + pause, 0)) / LONG_PAUSE);
/** Pauses before a failed reminder is tried again, ms: together as long as it may be late. */
export const PAUSES: readonly number[] = [...FIRST_PAUSES, ...Array<number>(LONG_PAUSES).fill(LONG_PAUSE)];

const payloadShape = z.object({ record: z.number(), day: z.string() });

type Reminding = Pick<ServerContext, 'db' | 'bus' | 'now' | 'catalogue' | 'settings'>;

/** The values of its field for which a reminder is due after one moment and until another. */
function dueValues({ rule, unit }: Reminder, after: Date, until: Date, zone: string): DueValues {
  const { days = 0, minutes = 0, at = REMINDED_AT } = rule;
  if (unit === 'moment') {
    const offset = days * DAY + minutes * MINUTE;
    const shifted = (moment: Date) => new Date(moment.getTime() - offset).toISOString();
    return { after: shifted(after), until: shifted(until) };
  }
  const values: string[] = [];
  const last = companyDay(until, zone).date;
  for (let day = companyDay(after, zone).date; day <= last; day = dayLater(day, 1)) {
    const moment = Date.parse(momentIn(zone, `${day}T${at}:00.000Z`) ?? '');
    if (moment > after.getTime() && moment <= until.getTime()) values.push(dayLater(day, -days));
  }
  return { days: values };
}

/** Adds a job for each reminder of one rule that is due, once, whichever process does it. @param isStopped asked before each transaction */
async function queueBy(
  { db, now, settings }: Pick<Reminding, 'db' | 'now' | 'settings'>,
  resource: Resource,
  reminder: Reminder,
  isStopped: () => boolean,
): Promise<void> {
  const [present, zone, rule] = [now(), settings.timeZone, ruleDigest(resource, reminder)];
  const since = await ruleSince(db, rule, present);
  const after = new Date(Math.max(since.getTime(), present.getTime() - LATE_MOST));
  const due = dueValues(reminder, after, present, zone);
  if ('days' in due && !due.days.length) return;
  const queueSome = () =>
    db.transaction().execute(async (trx) => {
      const records = await takeDue(trx, resource, reminder, { rule, due, most: FIND_BATCH });
      const jobs = records.map(({ id, day }) => ({ lane: rule, payload: { record: id, day } }));
      await addJobs(trx, REMINDER_QUEUE, jobs, present);
      return records.length;
    });
  await untilNone(queueSome, isStopped);
}

/** Adds a job for each reminder that is due. @throws the first failure, after the other rules had their turn */
export async function queueReminders(
  context: Pick<Reminding, 'db' | 'now' | 'settings' | 'catalogue'>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const failures: unknown[] = [];
  for (const resource of context.catalogue.generics) {
    for (const reminder of remindersIn(resource)) {
      if (isStopped()) return;
      await queueBy(context, resource, reminder, isStopped).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length) throw failures[0];
}

interface HeldRule {
  resource: Resource;
  reminder: Reminder;
}

/** The rules of this process, by their digests. */
function heldRules({ catalogue }: Pick<Reminding, 'catalogue'>): ReadonlyMap<string, HeldRule> {
  const rules = catalogue.generics.flatMap((resource) =>
    remindersIn(resource).map((reminder) => [ruleDigest(resource, reminder), { resource, reminder }] as const),
  );
  return new Map(rules);
}

/** Sends reminders of one rule. Those that waited too long are left out. */
async function sendReminders(
  { bus, now, settings }: Pick<Reminding, 'bus' | 'now' | 'settings'>,
  trx: Db,
  { resource, reminder }: HeldRule,
  jobs: readonly Job[],
): Promise<void> {
  const present = now();
  const timely = jobs.filter(({ created_at }) => present.getTime() - created_at.getTime() <= LATE_MOST);
  const reminders = timely.map(({ payload }) => payloadShape.parse(payload));
  const today = companyDay(present, settings.timeZone).date;
  for (const record of await selectReminded(trx, resource, reminder, reminders)) {
    const happening = { on: 'date', record, rule: reminder.rule } as const;
    await tellRecords(bus, { trx, resource, today, now: present, reader: null }, [happening]);
  }
}

/** Sends reminders that were queued. Those of a rule that does not hold in this process wait for one in which it does. */
export function reminderHandler(context: Reminding): TransactionHandler {
  return {
    lanesAtOnce: RULES_AT_ONCE,
    batch: SEND_BATCH,
    pauses: PAUSES,
    openLanes: async (lanes) => {
      const rules = heldRules(context);
      return lanes.filter((lane) => rules.has(lane));
    },
    perform: async (trx, jobs) => {
      const rule = heldRules(context).get(jobs[0]?.lane ?? '');
      if (!rule) throw new Error('The definition of a reminder was changed while it was sent');
      await sendReminders(context, trx, rule, jobs);
    },
  };
}

/** Sends reminders of dates of records when they are due. Ends with the app. */
export function startReminding(app: FastifyInstance, context: Reminding & Pick<ServerContext, 'jobs'>): void {
  context.jobs.handle(REMINDER_QUEUE, reminderHandler(context));
  const work = (isClosed: () => boolean) => queueReminders(context, isClosed);
  repeatWork(app, { every: EVERY, work, failed: 'reminders cannot be found' });
}
