import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Reminder } from '#resources/language/notify-rules.ts';
import { canonicalJson } from '#server/canonical.ts';
import type { Db } from '#server/db/tables.ts';
import { sweepQueue } from '#server/jobs/job-queries.ts';
import { jsonColumn } from './columns.ts';
import type { StoredRecord } from './queries.ts';

/** Job queue of reminders, with one lane per rule. */
export const REMINDER_QUEUE = 'reminder';
/** A reminder is dropped if it is late by more than this, ms. */
export const REMINDER_LATE_MAX = 3 * 86_400_000;

/** The field values for which a reminder is due: given days, or a period of time. */
export type DueValues = { days: readonly string[] } | { after: string; until: string };

/** Identifies a reminder rule across all sections. A changed rule gets a new digest and applies only from then on. */
export const ruleDigest = ({ name }: Pick<Resource, 'name'>, { rule }: Reminder): string =>
  createHash('sha256')
    .update(`${name} ${canonicalJson(rule)}`)
    .digest('hex');

/**
 * Time from which a rule applies: when it was first seen.
 * @param rule its digest
 */
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
 * Locks records with a due reminder and marks the reminder as handled, so that it is queued once. Records locked by a writer are left
 * for the next run.
 */
export async function claimDue(
  trx: Db,
  { name }: Pick<Resource, 'name'>,
  { wire }: Reminder,
  { rule, due, limit }: { rule: string; due: DueValues; limit: number },
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
      order by id limit ${limit} for update skip locked
    ), settled as (
      insert into record_reminders (rule, record_id, day) select ${rule}::text, id, day from due
      on conflict do nothing returning record_id
    )
    select due.id, due.day from due join settled on settled.record_id = due.id
    order by due.id`.execute(trx);
  return rows;
}

/** The records of reminders that still exist and still have the date of the reminder. */
export async function selectReminderRecords(
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

/**
 * Deletes handled reminders older than `before`, whose dates are long past.
 * @returns how many
 */
export async function sweepReminders(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('record_reminders').where('at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Deletes queued reminders that are too late to send, e.g. those of a changed or removed rule, which no process handles. */
export function sweepLateReminders(db: Db, now: Date): Promise<void> {
  return sweepQueue(db, REMINDER_QUEUE, new Date(now.getTime() - REMINDER_LATE_MAX));
}
