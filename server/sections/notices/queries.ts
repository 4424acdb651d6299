import { sql } from 'kysely';
import { NOTICES_DAYS, NOTICES_PAGE, UNREAD_MAX } from '#resources/protocol/notice-bounds.ts';
import type { NoticesAnswer } from '#resources/protocol/notifications.ts';
import type { Db } from '#server/db/tables.ts';
import { type NotificationViewer, selectVisibleNotifications, serializeNotification } from '#server/live/queries.ts';

/** Query of the notifications of the last weeks, but none from before the person's account was created. */
const selectRecentNotices = (db: Db, sight: NotificationViewer) =>
  selectVisibleNotifications(db, sight)
    .where(sql<boolean>`notifications.at > now() - make_interval(days => ${NOTICES_DAYS})`)
    .where(sql<boolean>`notifications.at >= (select created_at from users where id = ${sight.reader.user})`);

/**
 * Condition: the message of the notification, or a later one, was read in the chat. They are compared by time, with a tolerance
 * of 2 s, because message and notification are written by different clocks.
 */
const isReadInChat = (user: number) => sql<boolean>`(notifications.type = 'chat' and exists (
  select 1 from chat_topics topics
  join chat_subscriptions own on own.topic_id = topics.id and own.user_id = ${user}
  join chat_messages seen on seen.topic_id = topics.id and seen.seq = own.read_seq
  where topics.name = coalesce(
      (select 'p2p' || least(peer.id, ${user}) || '_' || greatest(peer.id, ${user}) from users peer
        where peer.chat_id = notifications.ref), notifications.ref)
    and seen.at > notifications.at - interval '2 seconds'))`;

const isRead = (user: number) => sql<boolean>`(
  notifications.id <= coalesce((select seen_to from notification_marks where user_id = ${user}), 0)
  or exists (select 1 from notification_reads seen
    where seen.user_id = ${user} and seen.notification_id = notifications.id)
  or ${isReadInChat(user)})`;

/**
 * A page of a person's notifications, newest first, and the number of all unread ones, up to `UNREAD_MAX`.
 * @param before id of the notification to continue after
 */
export async function selectNoticePage(
  db: Db,
  sight: NotificationViewer,
  before: number | undefined,
): Promise<NoticesAnswer> {
  const { user } = sight.reader;
  const [rows, unread] = await Promise.all([
    selectRecentNotices(db, sight)
      .$if(before !== undefined, (query) => query.where('notifications.id', '<', before ?? 0))
      .orderBy('notifications.id', 'desc')
      .limit(NOTICES_PAGE + 1)
      .selectAll()
      .select(isRead(user).as('is_read'))
      .execute(),
    selectRecentNotices(db, sight)
      .where(sql<boolean>`not ${isRead(user)}`)
      .orderBy('notifications.id', 'desc')
      .limit(UNREAD_MAX)
      .select('notifications.id')
      .execute(),
  ]);
  const pageRows = rows.slice(0, NOTICES_PAGE);
  return {
    results: pageRows.map(({ is_read, ...row }) => ({ ...serializeNotification(row), is_read })),
    unread: unread.length,
    before: rows.length > NOTICES_PAGE ? (pageRows.at(-1)?.id ?? null) : null,
  };
}

/** Marks single notifications as read; unknown ids are ignored. */
export async function markNoticesRead(trx: Db, user: number, ids: readonly number[]): Promise<void> {
  await trx
    .insertInto('notification_reads')
    .columns(['user_id', 'notification_id'])
    .expression(
      trx
        .selectFrom('notifications')
        .where(sql<boolean>`id = any(${[...ids]}::integer[])`)
        .select([sql<number>`${user}::integer`.as('user'), 'id']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks all notifications up to `until` as read, but none that do not exist yet. */
export async function markAllNoticesRead(trx: Db, user: number, until: number): Promise<void> {
  await sql`insert into notification_marks (user_id, seen_to)
    select ${user}, least(${until}::integer, coalesce(max(id), 0)) from notifications
    on conflict (user_id) do update set seen_to = greatest(notification_marks.seen_to, excluded.seen_to)`.execute(trx);
  await trx
    .deleteFrom('notification_reads')
    .where('user_id', '=', user)
    .where('notification_id', '<=', until)
    .execute();
}
