import { sql } from 'kysely';
import type { WebhookFailure } from '#resources/protocol/webhooks/webhook-bounds.ts';
import type { Reader } from '#server/access/reader.ts';
import { stillAdministers } from '#server/access/still-administers.ts';
import type { Db } from '#server/db/tables.ts';
import type { Outcome } from './post-message.ts';

/** Deliveries of one webhook that are on their way at one time. */
const OF_ONE = 4;
/** How long an attempt belongs to the process that makes it, ms: longer than a receiver may take. */
const LEASE = 60_000;
/** Deliveries of one webhook that its page shows. */
const SHOWN = 50;

/** A delivery that is to be tried now. */
export interface DueDelivery {
  id: number;
  message: string;
  body: string;
  attempts: number;
  address: string;
  secret: string;
}

/** Writes what webhooks are to be sent, in the transaction of what it tells of. Names that no webhook has are passed over. */
export async function insertDeliveries(
  trx: Db,
  names: readonly string[],
  { event, body, now }: { event: string; body: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('webhook_deliveries')
    .columns(['webhook_id', 'event', 'body', 'created_at', 'next_at'])
    .expression((build) =>
      build
        .selectFrom('webhooks')
        .where('name', 'in', [...new Set(names)])
        .select((eb) => [
          'id',
          eb.val(event).as('event'),
          eb.val(body).as('body'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
          sql<Date>`${now}::timestamptz`.as('next_at'),
        ]),
    )
    .execute();
}

/** Webhooks that have something due, those that are paused left out. */
export async function webhooksWithDue(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('webhooks')
    .where('paused', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_deliveries')
          .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
          .where('next_at', '<=', now)
          .select('webhook_deliveries.id'),
      ),
    )
    .orderBy('id')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes deliveries of a webhook that are due. No other process takes them for `LEASE`. */
export async function takeDue(db: Db, webhook: number, now: Date): Promise<DueDelivery[]> {
  const until = new Date(now.getTime() + LEASE);
  const { rows } = await sql<DueDelivery>`
    update webhook_deliveries as delivery set next_at = ${until}, attempts = attempts + 1
    from webhooks, (
      select id from webhook_deliveries as waiting
      where waiting.webhook_id = ${webhook} and waiting.next_at <= ${now}
      order by waiting.next_at limit ${OF_ONE} for update skip locked
    ) as due
    where delivery.id = due.id and webhooks.id = delivery.webhook_id and not webhooks.paused
    returning delivery.id::int, delivery.message, delivery.body, delivery.attempts, webhooks.address, webhooks.secret`.execute(
    db,
  );
  return rows;
}

/** Writes down what came of an attempt. @param next when it is tried again; null: never */
export async function settleDelivery(
  db: Db,
  { id, attempts }: Pick<DueDelivery, 'id' | 'attempts'>,
  { outcome, next, delivered }: { outcome: Outcome; next: Date | null; delivered: Date | null },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      next_at: next,
      delivered_at: delivered,
      status: 'status' in outcome ? outcome.status : null,
      failure: 'failure' in outcome ? outcome.failure : null,
    })
    .where('id', '=', id)
    // Another process may have tried it since, when this one took longer than its time.
    .where('attempts', '=', attempts)
    .where('delivered_at', 'is', null)
    .execute();
}

/** The newest deliveries of a webhook; null where there is no such webhook. */
export async function newestDeliveries(db: Db, reader: Reader, webhook: number) {
  const webhookRow = await db
    .selectFrom('webhooks')
    .where('id', '=', webhook)
    .where(stillAdministers(reader))
    .select('id')
    .executeTakeFirst();
  if (!webhookRow) return null;
  const rows = await db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhook)
    .select(['id', 'event', 'created_at', 'attempts', 'next_at', 'delivered_at', 'status', 'failure'])
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    event: row.event,
    at: row.created_at.toISOString(),
    state: row.delivered_at ? ('delivered' as const) : row.next_at ? ('waiting' as const) : ('givenUp' as const),
    attempts: row.attempts,
    next: row.next_at?.toISOString() ?? null,
    delivered: row.delivered_at?.toISOString() ?? null,
    status: row.status,
    failure: row.failure as WebhookFailure | null,
  }));
}

/** Gives a webhook another key. @returns whether there is such a webhook */
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

/** The name of a webhook; null where there is no such one. */
export async function webhookName(db: Db, reader: Reader, webhook: number): Promise<string | null> {
  const row = await db
    .selectFrom('webhooks')
    .where('id', '=', webhook)
    .where(stillAdministers(reader))
    .select('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Has a delivery tried at once, whatever became of it. @returns whether there is such a delivery */
export async function resendDelivery(
  trx: Db,
  reader: Reader,
  { webhook, delivery, now }: { webhook: number; delivery: number; now: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('webhook_deliveries')
    .set({ next_at: now, delivered_at: null, attempts: 0 })
    .where('id', '=', delivery)
    .where('webhook_id', '=', webhook)
    .where(stillAdministers(reader))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets deliveries made before a moment. */
export async function sweepDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute();
}
