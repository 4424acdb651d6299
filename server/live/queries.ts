import { type Insertable, type Selectable, sql } from 'kysely';
import { can, type Level } from '#resources/language/access.ts';
import type { NotificationItem } from '#resources/protocol/notifications.ts';
import { onlyPerforms } from '#resources/rules/requests/rights.ts';
import { effectiveLevels, type Reader } from '#server/access/reader.ts';
import { anyPlaceInReach, reachesAny } from '#server/access/scope.ts';
import { toldTaskForPerformer } from '#server/access/task-scope.ts';
import type { NotificationsTable } from '#server/db/tables/system.ts';
import type { Db } from '#server/db/tables.ts';

/** A notification as it is stored. */
export type StoredNotification = Selectable<NotificationsTable>;

/** Stores notifications of one sender, with their name; of the server itself, null, without one. @returns their ids */
export async function insertNotifications(
  trx: Db,
  sender: number | null,
  rows: readonly Omit<Insertable<NotificationsTable>, 'sent_by'>[],
): Promise<number[]> {
  if (!rows.length) return [];
  const sent_by = sender === null ? '' : await senderName(trx, sender);
  const newRows = await trx
    .insertInto('notifications')
    .values(rows.map((row) => ({ ...row, sent_by })))
    .returning('id')
    .execute();
  return newRows.map((row) => row.id);
}

async function senderName(trx: Db, sender: number): Promise<string> {
  const { first_name, last_name } = await trx
    .selectFrom('users')
    .where('id', '=', sender)
    .select(['first_name', 'last_name'])
    .executeTakeFirstOrThrow();
  return `${first_name} ${last_name}`;
}

/** Notifications by id, oldest first; unknown ids are left out. */
export function notificationsById(db: Db, ids: readonly number[]): Promise<StoredNotification[]> {
  return db
    .selectFrom('notifications')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .selectAll()
    .execute();
}

/** Id of the newest notification there is; 0 when there is none. */
export async function newestNotification(db: Db): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** As it stands on the wire: a cancelled request is `done` there, as the documents have it (NOTIF-11), with its resolution. */
export function wireNotification(row: StoredNotification): NotificationItem {
  const { id, message, ref, sent_by, type, subtype, about, at } = row;
  const item = { id, message, ref, sent_by, type, at: at.toISOString(), ...(about === null ? {} : { about }) };
  if (type === 'task' && subtype === 'canceled') return { ...item, subtype: 'done', resolution: 'canceled' };
  return { ...item, subtype };
}

/** A session that may be told, by the id of its token. */
export interface Listener {
  session: number;
  user: number;
}

/** Live sessions of staff that may work, with their levels: the base of every query of recipients. */
export const liveSessions = (db: Db, now: Date) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.purpose', '=', 'session')
    .where('tokens.expires_at', '>', now)
    .where('tokens.used_at', 'is', null)
    .where('users.status', '=', 'active')
    .where('users.role', '!=', 'resident')
    .select(({ selectFrom }) => [
      'tokens.id as session',
      'users.id as user',
      'users.role',
      selectFrom('levels')
        .whereRef('levels.user_id', '=', 'users.id')
        .select(sql<Record<string, Level> | null>`jsonb_object_agg(section, level)`.as('levels'))
        .as('levels'),
    ]);

/**
 * Of these sessions those that may see a notification now: the level on its section, the places, the name on it, and
 * never the sender. Asked for every notification at the moment it is sent.
 * @param services `FEATURE_SERVICES`
 */
export async function mayBeTold(
  db: Db,
  notification: StoredNotification,
  sessions: readonly number[],
  { now, extraSections, services }: { now: Date; extraSections: readonly string[]; services: boolean },
): Promise<Listener[]> {
  const { section, sender_id, recipient_id, building_ids, porch_ids } = notification;
  const rows = await liveSessions(db, now)
    .where(sql<boolean>`tokens.id = any(${[...sessions]}::integer[])`)
    .$if(sender_id !== null, (query) => query.where('users.id', '!=', sender_id))
    .$if(recipient_id !== null, (query) => query.where('users.id', '=', recipient_id))
    .where(reachesAny('users.id', building_ids, porch_ids))
    .select(
      notification.type === 'task'
        ? toldTaskForPerformer(sql.ref('users.id'), sql`${notification.ref}::text`, services).as('mine')
        : sql<boolean>`true`.as('mine'),
    )
    .execute();
  return rows
    .filter(({ role, levels: stored, mine }) => {
      const levels = effectiveLevels(role, stored, extraSections);
      // A performer hears of the requests that they may open.
      return can(levels, section, 'see') && (mine || !onlyPerforms({ role, level: levels.tasks }));
    })
    .map(({ session, user }) => ({ session, user }));
}

/** Of these sessions those that are still alive. */
export async function stillAlive(db: Db, sessions: readonly number[], now: Date): Promise<Set<number>> {
  const rows = await liveSessions(db, now)
    .where(sql<boolean>`tokens.id = any(${[...sessions]}::integer[])`)
    .execute();
  return new Set(rows.map((row) => row.session));
}

/** How far back a listener that comes back is told, and how many notifications at the most: the newest. */
const MISSED = { seconds: 3_600, most: 50 } as const;

/**
 * Newer than one that was seen, or not committed yet when that one was written: it may have come into sight later,
 * whatever its id. A client that saw it in time recognises it by its id.
 */
const notSeenWith = (after: number) =>
  sql<boolean>`(id > ${after} or id < ${after} and exists (select 1 from notifications seen
    where seen.id = ${after} and not pg_visible_in_snapshot(notifications.written_by, seen.written_after)))`;

/** Whose sight and which sections decide; `services`: `FEATURE_SERVICES`. */
export interface NoticeSight {
  reader: Pick<Reader, 'user' | 'role' | 'levels'>;
  /** Those the reader can see. */
  sections: readonly string[];
  services: boolean;
}

/** Notifications that a person may be told of by the rights of now, never their own. */
export function noticesFor(db: Db, { reader, sections, services }: NoticeSight) {
  const { user, role, levels } = reader;
  return db
    .selectFrom('notifications')
    .where(sql<boolean>`section = any(${[...sections]}::text[])`)
    .where(sql<boolean>`sender_id is distinct from ${user}`)
    .where(sql<boolean>`(recipient_id is null or recipient_id = ${user})`)
    .where(anyPlaceInReach({ user }, 'building_ids', 'porch_ids'))
    .$if(onlyPerforms({ role, level: levels.tasks }), (query) =>
      query.where(
        sql<boolean>`(type <> 'task'
          or ${toldTaskForPerformer(sql`${user}::integer`, sql.ref('notifications.ref'), services)})`,
      ),
    );
}

/** Notifications that a person has missed, oldest first. */
export async function missedBy(db: Db, sight: NoticeSight, after: number): Promise<StoredNotification[]> {
  const rows = await noticesFor(db, sight)
    .where(notSeenWith(after))
    // By the clock that wrote `at`.
    .where(sql<boolean>`at > now() - make_interval(secs => ${MISSED.seconds})`)
    .orderBy('id', 'desc')
    .limit(MISSED.most)
    .selectAll()
    .execute();
  return rows.reverse();
}

/** Forgets notifications from before a moment. @returns how many */
export async function sweepNotifications(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('notifications').where('at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
