import { type RawBuilder, sql } from 'kysely';
import { RESIDENT_TAG } from '#resources/protocol/chat/chat.ts';
import type { Role, UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';

/** A person in the chat. */
export interface Member {
  id: number;
  /** `usr…` */
  chatId: string;
  staff: boolean;
  status: UserStatus;
}

interface MemberRow {
  id: number;
  chat_id: string | null;
  role: Role;
  status: UserStatus;
}

const toMember = ({ id, chat_id, role, status }: MemberRow): Member => ({
  id,
  chatId: chat_id ?? '',
  staff: role !== 'resident',
  status,
});

/** People by id; unknown ones are left out. */
export async function membersById(db: Db, ids: readonly number[]): Promise<Member[]> {
  if (!ids.length) return [];
  const rows = await db
    .selectFrom('users')
    .where('id', 'in', [...ids])
    .select(['id', 'chat_id', 'role', 'status'])
    .execute();
  return rows.map(toMember);
}

/** A person by chat id. */
export async function memberByName(db: Db, chatId: string): Promise<Member | null> {
  const row = await db
    .selectFrom('users')
    .where('chat_id', '=', chatId)
    .select(['id', 'chat_id', 'role', 'status'])
    .executeTakeFirst();
  return row ? toMember(row) : null;
}

type Self = Pick<Member, 'id' | 'staff'>;

/** SQL condition: the resident lives in an entrance assigned to the member of staff. */
const livesInEntranceOf = (resident: RawBuilder<unknown>, staff: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from residents_units lived
    join units flats on flats.id = lived.unit_id
    join user_porches held on held.porch_id = flats.porch_id and held.user_id = ${staff}
    where lived.user_id = ${resident})`;

/**
 * SQL condition: a person may talk to another one (CHAT-05). Colleagues may talk to each other, and staff to residents of their
 * entrances; residents may not talk to each other.
 * @param peers alias of the other person's `users` row
 */
export function mayTalk(self: Self, peers: string): RawBuilder<boolean> {
  const [role, peer] = [sql.ref(`${peers}.role`), sql.ref(`${peers}.id`)];
  if (self.staff) return sql<boolean>`(${role} <> 'resident' or ${livesInEntranceOf(peer, sql`${self.id}`)})`;
  return sql<boolean>`(${role} <> 'resident' and ${livesInEntranceOf(sql`${self.id}`, peer)})`;
}

/** Like `mayTalk`, for two rows of `users` by their aliases. */
export function mayTalkTogether(one: string, other: string): RawBuilder<boolean> {
  const [id, peer] = [sql.ref(`${one}.id`), sql.ref(`${other}.id`)];
  const [role, theirs] = [sql.ref(`${one}.role`), sql.ref(`${other}.role`)];
  return sql<boolean>`(case when ${role} <> 'resident' and ${theirs} <> 'resident' then true
    when ${role} <> 'resident' then ${livesInEntranceOf(peer, id)}
    else ${theirs} <> 'resident' and ${livesInEntranceOf(id, peer)} end)`;
}

/** Whether a person may start to talk to another one. */
export async function mayTalkTo(db: Db, self: Self, peer: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('users.id', '=', peer)
    .where('users.status', '!=', 'deleted')
    .where(mayTalk(self, 'users'))
    .select('users.id')
    .executeTakeFirst();
  return row !== undefined && self.id !== peer;
}

/** Computed tags (CHAT-06), followed by the person's own. The query must contain `users` and `chat_profiles`. */
export function tagsExpression(users = 'users', profiles = 'chat_profiles'): RawBuilder<string[]> {
  const [id, role, company] = ['id', 'role', 'company_id'].map((name) => sql.ref(`${users}.${name}`));
  const units = (
    column: string,
    prefix: string,
  ) => sql`array(select distinct ${sql.lit(`${prefix}_`)} || ${sql.ref(`flats.${column}`)}
    from residents_units lived join units flats on flats.id = lived.unit_id where lived.user_id = ${id} order by 1)`;
  return sql<string[]>`(case when ${role} = 'resident'
    then array[${sql.lit(RESIDENT_TAG)}] || ${units('building_id', 'building')} || ${units('porch_id', 'porch')}
    else array['company_' || ${company}] || array(select 'company_' || heads.id from companies heads
      where heads.is_tenant and heads.id <> ${company}) end) || coalesce(${sql.ref(`${profiles}.tags`)}, '{}')`;
}

/** Row of `profileColumns`. */
export interface ProfileRow {
  role: Role;
  status: UserStatus;
  first_name: string;
  last_name: string;
  position: string | null;
  own_public: Record<string, unknown> | null;
  avatar_code: string | null;
  avatar_mime: string | null;
  tags: string[];
}

/**
 * Columns of a person's profile; the query must contain `users`, `chat_profiles` and `files` (their avatar) under these aliases.
 */
export function profileColumns(users = 'users', profiles = 'chat_profiles', avatars = 'avatars') {
  return [
    sql.ref<Role>(`${users}.role`).as('role'),
    sql.ref<UserStatus>(`${users}.status`).as('status'),
    sql.ref<string>(`${users}.first_name`).as('first_name'),
    sql.ref<string>(`${users}.last_name`).as('last_name'),
    sql.ref<string | null>(`${users}.position`).as('position'),
    sql.ref<Record<string, unknown> | null>(`${profiles}.public`).as('own_public'),
    sql.ref<string | null>(`${avatars}.code`).as('avatar_code'),
    sql.ref<string | null>(`${avatars}.mime`).as('avatar_mime'),
    tagsExpression(users, profiles).as('tags'),
  ] as const;
}

/** One person's profile. */
export function findChatProfile(db: Db, id: number) {
  return db
    .selectFrom('users')
    .leftJoin('chat_profiles', 'chat_profiles.user_id', 'users.id')
    .leftJoin('files as avatars', 'avatars.id', 'users.avatar_file_id')
    .where('users.id', '=', id)
    .select([
      ...profileColumns(),
      'users.created_at',
      'users.updated_at',
      'chat_profiles.updated_at as profile_updated_at',
      'chat_profiles.private',
      'chat_profiles.tags as own_tags',
    ])
    .executeTakeFirstOrThrow();
}
