import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Resource } from '#resources/language/define-resource.ts';
import { REMINDED_AT, type Reminder, remindersIn } from '#resources/language/notify-rules.ts';
import { companyDay } from '#resources/rules/readings/month.ts';
import { canonical } from '#server/canonical.ts';
import type { ServerContext } from '#server/context.ts';
import { untilNone } from '#server/maintenance.ts';
import { repeatWork } from '#server/repeated-work.ts';
import { type DueValues, ruleSince, takeDue } from './reminder-queries.ts';
import { tellRecords } from './tell-records.ts';
import { momentIn } from './zoned-time.ts';

/** How often dates that have come are looked for, ms. */
const EVERY = 15_000;
/** A reminder that could not be sent for longer than this, since no server ran, is left out, ms. */
const LATE_MOST = 3 * 86_400_000;
/** Records of one transaction: on the embedded database all other calls wait for it. */
const BATCH = 50;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Reminding = Pick<ServerContext, 'db' | 'bus' | 'now' | 'catalogue' | 'settings'>;

/** Tells a rule from all others of all sections. A changed rule is another one, which holds from now on. */
const ruleDigest = ({ name }: Resource, { rule }: Reminder): string =>
  createHash('sha256')
    .update(`${name} ${canonical(rule)}`)
    .digest('hex');

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

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
  for (let day = companyDay(after, zone).date; day <= last; day = addDays(day, 1)) {
    const moment = Date.parse(momentIn(zone, `${day}T${at}:00.000Z`) ?? '');
    if (moment > after.getTime() && moment <= until.getTime()) values.push(addDays(day, -days));
  }
  return { days: values };
}

/**
 * Sends the reminders of one rule that are due, each once, whichever process does it.
 * @param isStopped asked before each transaction
 */
async function remindBy(
  { db, bus, now, settings }: Reminding,
  resource: Resource,
  reminder: Reminder,
  isStopped: () => boolean,
): Promise<void> {
  const [present, zone, rule] = [now(), settings.timeZone, ruleDigest(resource, reminder)];
  const since = await ruleSince(db, rule, present);
  const after = new Date(Math.max(since.getTime(), present.getTime() - LATE_MOST));
  const due = dueValues(reminder, after, present, zone);
  if ('days' in due && !due.days.length) return;
  const today = companyDay(present, zone).date;
  const remindSome = () =>
    db.transaction().execute(async (trx) => {
      const records = await takeDue(trx, resource, reminder, { rule, due, most: BATCH });
      for (const record of records) {
        const happening = { on: 'date', record, rule: reminder.rule } as const;
        await tellRecords(bus, { trx, resource, today, now: present, reader: null }, [happening]);
      }
      return records.length;
    });
  await untilNone(remindSome, isStopped);
}

/** Sends all reminders that are due. @throws the first failure, after the other rules had their turn */
export async function sendReminders(context: Reminding, isStopped: () => boolean = () => false): Promise<void> {
  const failures: unknown[] = [];
  for (const resource of context.catalogue.generics) {
    for (const reminder of remindersIn(resource)) {
      if (isStopped()) return;
      await remindBy(context, resource, reminder, isStopped).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length) throw failures[0];
}

/** Sends reminders of dates of records when they are due. Ends with the app. */
export function startReminding(app: FastifyInstance, context: Reminding): void {
  const work = (isClosed: () => boolean) => sendReminders(context, isClosed);
  repeatWork(app, { every: EVERY, work, failed: 'reminders cannot be sent' });
}
