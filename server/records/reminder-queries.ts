import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Reminder } from '#resources/language/notify-rules.ts';
import { canonical } from '#server/canonical.ts';
import type { Db } from '#server/db/tables.ts';
import { sweepQueue } from '#server/jobs/job-queries.ts';
import { jsonColumn } from './columns.ts';
import type { StoredRecord } from './queries.ts';

/** The queue of reminders: a lane a rule. */
export const REMINDER_QUEUE = 'reminder';
/** A reminder that could not be sent for longer than this is left out, ms. */
export const LATE_MOST = 3 * 86_400_000;

/** Which values of its field a reminder is due for. */
export type DueValues = { days: readonly string[] } | { after: string; until: string };

/** Tells a rule from all others of all sections. A changed rule is another one, which holds from now on. */
export const ruleDigest = ({ name }: Pick<Resource, 'name'>, { rule }: Reminder): string =>
  createHash('sha256')
    .update(`${name} ${canonical(rule)}`)
    .digest('hex');

/** Since when a rule holds: since it was first seen. @param rule its digest */
export async function ruleSince(db: Db, rule: string, now: Date): Promise<Date> {
  await db
    .insertInto('reminder_rules')
    .values({ rule, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { since } = await db
    .selectFrom('reminder_rules')
    .where('rule', '=', rule)
    .select('since')
    .executeTakeFirstOrThrow();
  return since;
}

/**
 * Takes records for which a reminder is due and was not settled: no other transaction takes them as well, nor does a later one if this
 * commits. Records that are being written at the moment are left for the next time.
 */
export async function takeDue(
  trx: Db,
  { name }: Pick<Resource, 'name'>,
  { wire }: Reminder,
  { rule, due, most }: { rule: string; due: DueValues; most: number },
): Promise<{ id: number; day: string }[]> {
  const value = jsonColumn(wire);
  const isDue =
    'days' in due
      ? sql<boolean>`${value} = any(array(select to_jsonb(day) from unnest(${[...due.days]}::text[]) day))`
      : sql<boolean>`(${value} > to_jsonb(${due.after}::text) and ${value} <= to_jsonb(${due.until}::text))`;
  const { rows } = await sql<{ id: number; day: string }>`
    with due as (
      select id, ${value} #>> '{}' as day from records
      where resource = ${sql.lit(name)} and deleted_at is null and ${isDue}
        and not exists (select 1 from record_reminders settled
          where settled.rule = ${rule} and settled.record_id = records.id and settled.day = records.data ->> ${wire}::text)
      order by id limit ${most} for update skip locked
    ), settled as (
      insert into record_reminders (rule, record_id, day) select ${rule}::text, id, day from due
      on conflict do nothing returning record_id
    )
    select due.id, due.day from due join settled on settled.record_id = due.id
    order by due.id`.execute(trx);
  return rows;
}

/** Records that are reminded of, so far as they are there and still have the date that they were to be reminded of. */
export async function selectReminded(
  trx: Db,
  { name }: Pick<Resource, 'name'>,
  { wire }: Reminder,
  reminders: readonly { record: number; day: string }[],
): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    select records.id, data, building_ids, created_by
    from jsonb_to_recordset(${JSON.stringify(reminders)}::jsonb) as reminder (record integer, day text)
    join records on records.id = reminder.record
    where resource = ${name} and deleted_at is null and ${jsonColumn(wire)} #>> '{}' = reminder.day
    order by records.id`.execute(trx);
  return rows;
}

/** Forgets reminders that were settled before a moment; the dates that they were of are long past. @returns how many */
export async function sweepReminders(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('record_reminders').where('at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Forgets queued reminders that are too late to be sent: those of a rule that was changed or taken away wait for no process. */
export function sweepLateReminders(db: Db, now: Date): Promise<void> {
  return sweepQueue(db, REMINDER_QUEUE, new Date(now.getTime() - LATE_MOST));
}
