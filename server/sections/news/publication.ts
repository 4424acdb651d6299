import type { FastifyInstance } from 'fastify';
import { news } from '#resources/sections/news.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';
import { notifyCreated } from '#server/records/kit/notify-created.ts';
import { repeatUntilDone } from '#server/repeat-until-done.ts';
import { repeatWork } from '#server/repeated-work.ts';
import { lockDueNews, markPublished, newsFields } from './queries.ts';

/** How often due announcements are looked for, ms. */
const INTERVAL_MS = 15_000;
/** A time that has passed no longer ago than this means at once, ms: it was chosen a moment before. */
const PAST_TOLERANCE_MS = 10 * 60_000;
/** How far ahead an announcement can be scheduled, ms. */
const AHEAD_MAX_MS = 366 * 86_400_000;

/**
 * When an announcement is to be published.
 * @param publishAt ISO time; at once if missing
 * @returns null for at once
 * @throws FieldsError for a time that has passed or is too far ahead
 */
export function parsePublishTime(publishAt: string | null | undefined, now: Date): Date | null {
  if (!publishAt) return null;
  const delayMs = Date.parse(publishAt) - now.getTime();
  if (delayMs < -PAST_TOLERANCE_MS) throw new FieldsError({ publish_at: ['newsRules.past'] });
  if (delayMs > AHEAD_MAX_MS) throw new FieldsError({ publish_at: ['validation.dateLate'] });
  return delayMs > 0 ? new Date(publishAt) : null;
}

type PublishingContext = Pick<ServerContext, 'db' | 'bus' | 'now'>;

/**
 * Publishes announcements whose time has come, with the same notifications as an immediate publication.
 * @param only publishes only this announcement, now; `by` is the person who does it
 * @returns number of published announcements
 */
export async function publishDue(
  { bus, now }: PublishingContext,
  trx: Db,
  only?: { id: number; by: number; request: string },
): Promise<number> {
  const due = await lockDueNews(trx, now(), only?.id);
  for (const row of due) {
    const { id, author_id: author } = row;
    const places = await markPublished(trx, id, now());
    await notifyCreated({ bus }, trx, news, { id, values: newsFields.toWire(row), places, sender: author });
    const { by: user = author, request = `publish-${id}` } = only ?? {};
    await audit(trx, { user, action: 'publish', resource: 'news', record: id, request });
  }
  return due.length;
}

/** Publishes scheduled announcements at their time, until the app closes. */
export function startPublishing(app: FastifyInstance, context: PublishingContext): void {
  const publishBatch = () => context.db.transaction().execute((trx) => publishDue(context, trx));
  const work = (isClosed: () => boolean) => repeatUntilDone(publishBatch, isClosed);
  repeatWork(app, { intervalMs: INTERVAL_MS, work, failureMessage: 'announcements cannot be published' });
}
