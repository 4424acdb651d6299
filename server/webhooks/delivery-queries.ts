import { sql } from 'kysely';
import type { WebhookFailure } from '#resources/protocol/webhooks/webhook-bounds.ts';
import type { Reader } from '#server/access/reader.ts';
import { stillAdministers } from '#server/access/still-administers.ts';
import type { Db } from '#server/db/tables.ts';
import { addJobs } from '#server/jobs/job-queries.ts';
import { restorableSince } from '#server/records/kit/undo.ts';
import type { Outcome } from './post-message.ts';

/** Job queue of deliveries: one lane per webhook, the delivery id as key. */
export const WEBHOOK_QUEUE = 'webhook';
/** Deliveries displayed per webhook. */
const SHOWN_MAX = 50;

/** A delivery to attempt now. */
export interface DueDelivery {
  id: number;
  message: string;
  body: string;
  /** Null if the webhook was deleted or is paused. */
  webhook: { address: string; secret: string } | null;
}

const toJob = ({ id, webhook_id }: { id: number; webhook_id: number }) => ({
  lane: String(webhook_id),
  key: String(id),
});

/** Queues deliveries to webhooks, in the transaction of the reported change; unknown names are ignored. */
export async function insertDeliveries(
  trx: Db,
  names: readonly string[],
  { event, body, now }: { event: string; body: string; now: Date },
): Promise<void> {
  const deliveries = await trx
    .insertInto('webhook_deliveries')
    .columns(['webhook_id', 'event', 'body', 'created_at'])
    .expression((build) =>
      build
        .selectFrom('webhooks')
        .where('name', 'in', [...new Set(names)])
        .select((eb) => [
          'id',
          eb.val(event).as('event'),
          eb.val(body).as('body'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
        ]),
    )
    .returning(['id', 'webhook_id'])
    .execute();
  await addJobs(trx, WEBHOOK_QUEUE, deliveries.map(toJob), now);
}

/** The ids among these of webhooks that exist and are not paused. */
export async function openWebhooks(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('webhooks')
    .where('paused', '=', false)
    .where('id', 'in', [...ids])
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A delivery with its webhook; null if the delivery was deleted. */
export async function findDelivery(db: Db, id: number): Promise<DueDelivery | null> {
  const row = await db
    .selectFrom('webhook_deliveries as delivery')
    .leftJoin('webhooks', (join) =>
      join.onRef('webhooks.id', '=', 'delivery.webhook_id').on('webhooks.paused', '=', false),
    )
    .where('delivery.id', '=', id)
    .select(['delivery.id', 'delivery.message', 'delivery.body', 'webhooks.address', 'webhooks.secret'])
    .executeTakeFirst();
  if (!row) return null;
  const { address, secret, ...delivery } = row;
  return { ...delivery, webhook: address === null || secret === null ? null : { address, secret } };
}

/** Stores the outcome of an attempt. */
export async function writeAttempt(
  trx: Db,
  { id, attempts }: { id: number; attempts: number },
  { outcome, delivered }: { outcome: Outcome; delivered: Date | null },
): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({
      attempts,
      delivered_at: delivered,
      status: 'status' in outcome ? outcome.status : null,
      failure: 'failure' in outcome ? outcome.failure : null,
    })
    .where('id', '=', id)
    .execute();
}

/** The newest deliveries of a webhook; null if the webhook does not exist or the reader is no longer an administrator. */
export async function newestDeliveries(db: Db, reader: Reader, webhook: number) {
  const webhookRow = await db
    .selectFrom('webhooks')
    .where('id', '=', webhook)
    .where(stillAdministers(reader))
    .select('id')
    .executeTakeFirst();
  if (!webhookRow) return null;
  const rows = await db
    .selectFrom('webhook_deliveries as delivery')
    .leftJoin('jobs', (join) =>
      join.on('jobs.queue', '=', WEBHOOK_QUEUE).on('jobs.key', '=', sql<string>`delivery.id::text`),
    )
    .where('delivery.webhook_id', '=', webhook)
    .select(['delivery.id', 'event', 'delivery.created_at', 'delivery.attempts'])
    .select(['jobs.due_at', 'delivered_at', 'status', 'failure'])
    .orderBy('delivery.id', 'desc')
    .limit(SHOWN_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    event: row.event,
    at: row.created_at.toISOString(),
    state: row.delivered_at ? ('delivered' as const) : row.due_at ? ('waiting' as const) : ('givenUp' as const),
    attempts: row.attempts,
    next: row.due_at?.toISOString() ?? null,
    delivered: row.delivered_at?.toISOString() ?? null,
    status: row.status,
    failure: row.failure as WebhookFailure | null,
  }));
}

/**
 * Replaces the signing key of a webhook.
 * @returns false if there is no such webhook
 */
export async function setSecret(trx: Db, reader: Reader, webhook: number, secret: string): Promise<boolean> {
  const row = await trx
    .updateTable('webhooks')
    .set({ secret })
    .where('id', '=', webhook)
    .where(stillAdministers(reader))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The name of a webhook; null if it does not exist. */
export async function webhookName(db: Db, reader: Reader, webhook: number): Promise<string | null> {
  const row = await db
    .selectFrom('webhooks')
    .where('id', '=', webhook)
    .where(stillAdministers(reader))
    .select('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/**
 * Queues a delivery again, whatever its state.
 * @returns false if there is no such delivery; then roll back the transaction
 */
export async function resendDelivery(
  trx: Db,
  reader: Reader,
  { webhook, delivery, now }: { webhook: number; delivery: number; now: Date },
): Promise<boolean> {
  const existing = await trx
    .selectFrom('webhook_deliveries')
    .where('id', '=', delivery)
    .where('webhook_id', '=', webhook)
    .where(stillAdministers(reader))
    .select(['id', 'webhook_id'])
    .executeTakeFirst();
  if (!existing) return false;
  // Locks the job before the delivery, like the end of an attempt does, to avoid a deadlock.
  await addJobs(trx, WEBHOOK_QUEUE, [toJob(existing)], now);
  const updated = await trx
    .updateTable('webhook_deliveries')
    .set({ delivered_at: null, attempts: 0 })
    .where('id', '=', delivery)
    .where('webhook_id', '=', webhook)
    .where(stillAdministers(reader))
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Deletes deliveries created before a time. */
export async function sweepDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute();
}

/** Deletes jobs of webhooks that were deleted and can no longer be restored. */
export async function sweepDeliveryJobs(db: Db, now: Date): Promise<void> {
  await sql`
    delete from jobs where queue = ${WEBHOOK_QUEUE}
      and lane not in (select id::text from webhooks)
      and lane not in (
        select record_id::text from directory_deletions
        where directory = 'webhooks' and deleted_at > ${restorableSince(now)}::timestamptz
      )`.execute(db);
}

/** The names among these that belong to existing webhooks. */
export async function existingWebhooks(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('webhooks').where('name', 'in', names).select('name').execute();
  return new Set(rows.map(({ name }) => name));
}
