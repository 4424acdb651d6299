import { sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { TaskDetails } from '#resources/protocol/requests/tasks.ts';
import { entranceInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import type { Viewer } from './viewer.ts';

/**
 * Contacts of a request's author that the reader may know: the phone with the right to see residents (or employees, for a
 * colleague), the chat with the right to see chats. Residents must be in reach.
 */
export async function findAuthorContact(
  db: Db,
  viewer: Viewer,
  author: number,
): Promise<NonNullable<TaskDetails['author']>> {
  const { levels, user } = viewer;
  const row = await db
    .selectFrom('users')
    .where('id', '=', author)
    .where('status', '!=', 'deleted')
    .where(
      sql<boolean>`(users.role != 'resident' or exists (select 1
        from residents_units homes join units on units.id = homes.unit_id
        where homes.user_id = users.id and ${entranceInReach(viewer, 'units.porch_id')}))`,
    )
    .select(['role', 'status', 'phone', 'chat_id'])
    .executeTakeFirst();
  if (!row || author === user) return { phone_number: null, chat: null };
  const section = row.role === 'resident' ? 'residents' : 'employees';
  return {
    phone_number: can(levels, section, 'see') ? row.phone : null,
    chat: row.status === 'active' && can(levels, 'chats', 'see') ? row.chat_id : null,
  };
}
