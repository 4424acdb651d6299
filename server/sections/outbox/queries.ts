import type { Db } from '#server/db/tables.ts';

/** Messages that would have been sent as SMS, newest first. */
export async function selectNewestOutbox(db: Db): Promise<{ to: string; text: string; at: string }[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['recipient', 'text', 'at'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ recipient, text, at }) => ({ to: recipient, text, at: at.toISOString() }));
}
