import type { FastifyInstance } from 'fastify';
import { news } from '#resources/sections/news.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';
import { tellCreated } from '#server/records/kit/told.ts';
import { repeatWork } from '#server/repeated-work.ts';
import { untilNone } from '#server/until-none.ts';
import { dueNews, markPublished, newsFields } from './queries.ts';

/** How often announcements whose time has come are looked for, ms. */
const EVERY = 15_000;
/** A time that has passed no longer ago means at once, ms: it was chosen a moment before. */
const PAST = 10 * 60_000;
/** Nothing is planned further ahead, ms. */
const AHEAD = 366 * 86_400_000;

/**
 * When an announcement is to be published.
 * @param publishAt ISO; nothing: at once
 * @returns null for at once
 * @throws FieldsError for a time that has passed or lies too far ahead
 */
export function plannedAt(publishAt: string | null | undefined, now: Date): Date | null {
  if (!publishAt) return null;
  const at = Date.parse(publishAt) - now.getTime();
  if (at < -PAST) throw new FieldsError({ publish_at: ['newsRules.past'] });
  if (at > AHEAD) throw new FieldsError({ publish_at: ['validation.dateLate'] });
  return at > 0 ? new Date(publishAt) : null;
}

type Publishing = Pick<ServerContext, 'db' | 'bus' | 'now'>;

/**
 * Publishes announcements whose time has come, with the same notifications as an immediate publication.
 * @param only publishes this announcement alone, now; `by` is the person who does it
 * @returns how many
 */
export async function publishDue(
  { bus, now }: Publishing,
  trx: Db,
  only?: { id: number; by: number; request: string },
): Promise<number> {
  const due = await dueNews(trx, now(), only?.id);
  for (const row of due) {
    const { id, author_id: author } = row;
    const places = await markPublished(trx, id, now());
    await tellCreated({ bus }, trx, news, { id, values: newsFields.wireOf(row), places, sender: author });
    const { by: user = author, request = `publish-${id}` } = only ?? {};
    await audit(trx, { user, action: 'publish', resource: 'news', record: id, request });
  }
  return due.length;
}

/** Publishes at their time the announcements that wait for it. Ends with the app. */
export function startPublishing(app: FastifyInstance, context: Publishing): void {
  const publishSome = () => context.db.transaction().execute((trx) => publishDue(context, trx));
  const work = (isClosed: () => boolean) => untilNone(publishSome, isClosed);
  repeatWork(app, { every: EVERY, work, failed: 'announcements cannot be published' });
}
