import { type Insertable, type Selectable, sql } from 'kysely';
import { can, type Level } from '#resources/language/access.ts';
import type { NotificationItem } from '#resources/protocol/notifications.ts';
import { isLimitedToPerforming } from '#resources/rules/requests/rights.ts';
import { effectiveLevels, type Reader } from '#server/access/reader.ts';
import { anyPlaceInReach, reachesAny } from '#server/access/scope.ts';
import { notifiedTaskForPerformer } from '#server/access/task-scope.ts';
import type { NotificationsTable } from '#server/db/tables/system.ts';
import type { Db } from '#server/db/tables.ts';

/** A stored notification. */
export type StoredNotification = Selectable<NotificationsTable>;

/**
 * Stores notifications of one sender, with the sender's name; without a name when the server itself sends (null).
 * @returns their ids
 */
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

/** Notifications by id, oldest first; unknown ids are missing. */
export function notificationsById(db: Db, ids: readonly number[]): Promise<StoredNotification[]> {
  return db
    .selectFrom('notifications')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .selectAll()
    .execute();
}

/** Id of the newest notification; 0 when there are none. */
export async function newestNotification(db: Db): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Wire format of a notification: a cancelled request is sent as `done` with its resolution, as specified (NOTIF-11). */
export function serializeNotification(row: StoredNotification): NotificationItem {
  const { id, message, ref, sent_by, type, subtype, about, at } = row;
  const item = { id, message, ref, sent_by, type, at: at.toISOString(), ...(about === null ? {} : { about }) };
  if (type === 'task' && subtype === 'canceled') return { ...item, subtype: 'done', resolution: 'canceled' };
  return { ...item, subtype };
}

/** A session allowed to receive a notification, by the id of its token. */
export interface AllowedSession {
  session: number;
  user: number;
}

/** Live sessions of active staff with their levels: the base of every query of recipients. */
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
 * Those of the given sessions that may see a notification now: by level, places and recipient, and never the sender. Called for
 * every notification when it is sent.
 * @param notification the notification to send
 */
export async function findAllowedSessions(
  db: Db,
  notification: StoredNotification,
  sessions: readonly number[],
  { now, extraSections, services }: { now: Date; extraSections: readonly string[]; services: boolean },
): Promise<AllowedSession[]> {
  const { section, sender_id, recipient_id, building_ids, porch_ids } = notification;
  const rows = await liveSessions(db, now)
    .where(sql<boolean>`tokens.id = any(${[...sessions]}::integer[])`)
    .$if(sender_id !== null, (query) => query.where('users.id', '!=', sender_id))
    .$if(recipient_id !== null, (query) => query.where('users.id', '=', recipient_id))
    .where(reachesAny('users.id', building_ids, porch_ids))
    .select(
      notification.type === 'task'
        ? notifiedTaskForPerformer(sql.ref('users.id'), sql`${notification.ref}::text`, services).as('mine')
        : sql<boolean>`true`.as('mine'),
    )
    .execute();
  return rows
    .filter(({ role, levels: stored, mine }) => {
      const levels = effectiveLevels(role, stored, extraSections);
      // Performers are notified only of requests that they may open.
      return can(levels, section, 'see') && (mine || !isLimitedToPerforming({ role, level: levels.tasks }));
    })
    .map(({ session, user }) => ({ session, user }));
}

/** Those of the given sessions that are still live. */
export async function selectLiveSessionIds(db: Db, sessions: readonly number[], now: Date): Promise<Set<number>> {
  const rows = await liveSessions(db, now)
    .where(sql<boolean>`tokens.id = any(${[...sessions]}::integer[])`)
    .execute();
  return new Set(rows.map((row) => row.session));
}

/** A reconnecting client gets at most this many notifications, the newest, and none older than this. */
const MISSED_LIMITS = { seconds: 3_600, most: 50 } as const;

/**
 * SQL condition: newer than the last seen notification, or not yet committed when that one was written, since ids are not
 * assigned in commit order. A client that has such a notification already recognises it by its id.
 */
const notYetSeen = (afterId: number) =>
  sql<boolean>`(id > ${afterId} or id < ${afterId} and exists (select 1 from notifications seen
    where seen.id = ${afterId} and not pg_visible_in_snapshot(notifications.written_by, seen.written_after)))`;

/** Whose rights decide, in which sections; `services`: `FEATURE_SERVICES`. */
export interface NotificationViewer {
  reader: Pick<Reader, 'user' | 'role' | 'levels'>;
  /** Sections that the reader can see. */
  sections: readonly string[];
  services: boolean;
}

/** Query of notifications that a person may see now, without their own. */
export function selectVisibleNotifications(db: Db, { reader, sections, services }: NotificationViewer) {
  const { user, role, levels } = reader;
  return db
    .selectFrom('notifications')
    .where(sql<boolean>`section = any(${[...sections]}::text[])`)
    .where(sql<boolean>`sender_id is distinct from ${user}`)
    .where(sql<boolean>`(recipient_id is null or recipient_id = ${user})`)
    .where(anyPlaceInReach({ user }, 'building_ids', 'porch_ids'))
    .$if(isLimitedToPerforming({ role, level: levels.tasks }), (query) =>
      query.where(
        sql<boolean>`(type <> 'task'
          or ${notifiedTaskForPerformer(sql`${user}::integer`, sql.ref('notifications.ref'), services)})`,
      ),
    );
}

/** Notifications that a person has missed, oldest first. */
export async function selectMissedNotifications(
  db: Db,
  sight: NotificationViewer,
  afterId: number,
): Promise<StoredNotification[]> {
  const rows = await selectVisibleNotifications(db, sight)
    .where(notYetSeen(afterId))
    // The database's clock, because that also wrote `at`.
    .where(sql<boolean>`at > now() - make_interval(secs => ${MISSED_LIMITS.seconds})`)
    .orderBy('id', 'desc')
    .limit(MISSED_LIMITS.most)
    .selectAll()
    .execute();
  return rows.reverse();
}

/** Deletes notifications created before `before`. @returns how many */
export async function sweepNotifications(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('notifications').where('at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
