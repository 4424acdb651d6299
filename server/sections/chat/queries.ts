import { sql } from 'kysely';
import { CHAT_STATUSES, type ChatContact, type ChatStatus } from '#resources/protocol/chat/chat.ts';
import { parsePlaceQuery } from '#resources/rules/search/place.ts';
import { listBuildingSpellings, splitIntoWords } from '#resources/rules/search/text.ts';
import type { Reader } from '#server/access/reader.ts';
import { entranceInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';

/** Status of an account in the chat (CHAT-18…20, G-67): no access before the first sign-in, or without the right. */
const chatStatus = sql<ChatStatus>`case
  when users.status = 'deleted' then ${sql.lit(CHAT_STATUSES[1])}
  when users.status = 'suspended' then ${sql.lit(CHAT_STATUSES[2])}
  when users.status = 'created' or (users.role <> 'resident' and not exists (select 1 from levels
    where levels.user_id = users.id and levels.section = 'chats' and levels.level <> 'denied')) then ${sql.lit(CHAT_STATUSES[3])}
  else ${sql.lit(CHAT_STATUSES[0])} end`;

/**
 * Condition: the person lives in an entrance in reach, and in one of these buildings, if given.
 * @param few whether only few people are asked about: then each is looked up separately, else the places are selected first, once
 * for all
 */
function isResidentInReach(reader: Reader, buildings: readonly number[] | null, few: boolean) {
  const homes = sql`residents_units lived join units on units.id = lived.unit_id
    where ${entranceInReach(reader, 'units.porch_id')}
    ${buildings ? sql`and units.building_id = any(${[...buildings]}::integer[])` : sql``}`;
  return few
    ? sql`exists (select 1 from ${homes} and lived.user_id = users.id)`
    : sql`users.id in (select lived.user_id from ${homes})`;
}

/** Words of the street, building number and flat number in a text; null if it names no home. */
function readHome(text: string): { words: readonly string[]; building: string | null; unit: string | null } | null {
  const place = parsePlaceQuery(text);
  const [first = null, second = null] = place.numbers;
  const unit = place.unit ?? second;
  const building = place.building ?? first;
  if (unit === null && (building === null || !place.words.length)) return null;
  return { words: place.words, building, unit };
}

/** Condition: the person lives in the home that a text names: «кв 48», «лесная 12 48», «лесная 12». */
function livesAt(reader: Reader, home: NonNullable<ReturnType<typeof readHome>>) {
  const patterns = home.words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const conditions = [
    entranceInReach(reader, 'units.porch_id'),
    ...(home.unit === null ? [] : [sql`units.words @> ${splitIntoWords(home.unit)}::text[]`]),
    ...(home.building === null
      ? []
      : [sql`replace(fold(houses.number), ' ', '') = any(${listBuildingSpellings(home.building)}::text[])`]),
    ...patterns.map((pattern) => sql`houses.search like ${pattern}`),
  ];
  return sql<boolean>`users.id in (select lived.user_id from units join buildings houses on houses.id = units.building_id
    join residents_units lived on lived.unit_id = units.id where ${sql.join(conditions, sql` and `)})`;
}

const isColleague = sql`users.role <> 'resident'`;

/** A person that the reader may know of in the chat: staff, a resident in reach, or a deleted person with whom a chat remains. */
export async function findChatPerson(db: Db, reader: Reader, chatId: string) {
  const row = await db
    .selectFrom('users')
    .where('users.chat_id', '=', chatId)
    .where(
      sql<boolean>`(users.role <> 'resident' or exists (select 1 from residents_units lived
        join units on units.id = lived.unit_id where lived.user_id = users.id and ${entranceInReach(reader, 'units.porch_id')})
        or (users.status = 'deleted' and exists (
        select 1 from chat_subscriptions own join chat_subscriptions theirs on theirs.topic_id = own.topic_id
        where own.user_id = ${reader.user} and own.deleted_at is null and theirs.user_id = users.id)))`,
    )
    .select(['users.first_name', 'users.last_name', 'users.position', chatStatus.as('status')])
    .executeTakeFirst();
  return row && { ...row, position: row.position ?? '' };
}

/** Parameters of the query for contacts. */
export interface ContactQuery {
  kind: 'resident' | 'company' | null;
  /** Chat id of one person; null for all people. */
  chatId: string | null;
  /** Buildings of residents; null for every building in reach. */
  buildings: readonly number[] | null;
  /** Part of the name, or of the home. */
  search: string;
  page: number;
  pageSize: number;
}

/** People that the reader may write to (CHAT-05): colleagues, and residents in reach, by name. */
export async function listContacts(
  db: Db,
  reader: Reader,
  contactQuery: ContactQuery,
): Promise<{ count: number; results: ChatContact[] }> {
  const { kind, chatId, buildings, search, page, pageSize } = contactQuery;
  const pattern = `%${search
    .trim()
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\s+/g, ' ')}%`;
  const hasSearch = search.trim() !== '';
  const home = readHome(search);
  const few = hasSearch || chatId !== null;
  const kinds = [
    ...(kind === 'resident' ? [] : [isColleague]),
    ...(kind === 'company' ? [] : [isResidentInReach(reader, buildings, few)]),
  ];
  const matches = db
    .selectFrom('users')
    .where('users.status', '!=', 'deleted')
    .where('users.id', '!=', reader.user)
    .where('users.chat_id', 'is not', null)
    .$if(chatId !== null, (query) => query.where('users.chat_id', '=', chatId))
    .where(sql<boolean>`(${sql.join(kinds, sql` or `)})`)
    .$if(hasSearch, (query) =>
      query.where(
        home
          ? sql<boolean>`(users.search like fold(${pattern}) or ${livesAt(reader, home)})`
          : sql<boolean>`users.search like fold(${pattern})`,
      ),
    );
  const { count } = await matches.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const rows = await matches
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('users.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .select([
      'users.id',
      'users.chat_id',
      'users.role',
      'users.first_name',
      'users.last_name',
      'users.position',
      'users.avatar_file_id',
      'companies.id as company',
      'companies.label as company_label',
      chatStatus.as('status'),
      sql<ChatContact['units']>`(select coalesce(jsonb_agg(jsonb_build_object('id', units.id, 'label', units.label,
          'building', jsonb_build_object('id', buildings.id, 'street', buildings.street, 'number', buildings.number),
          'porch', jsonb_build_object('id', porches.id, 'number', porches.number)) order by lived.place), '[]')
        from residents_units lived join units on units.id = lived.unit_id
        join buildings on buildings.id = units.building_id join porches on porches.id = units.porch_id
        where lived.user_id = users.id and users.role = 'resident' and ${entranceInReach(reader, 'units.porch_id')})`.as(
        'units',
      ),
    ])
    .execute();
  const pictures = await filesById(
    db,
    rows.flatMap((row) => row.avatar_file_id ?? []),
  );
  const results = rows.map((row): ChatContact => {
    const picture = row.avatar_file_id === null ? undefined : pictures.get(row.avatar_file_id);
    return {
      user: row.id,
      chat_id: row.chat_id ?? '',
      kind: row.role === 'resident' ? 'resident' : 'company',
      first_name: row.first_name,
      last_name: row.last_name,
      avatar: picture ? shownFile(reader, picture).preview_url : null,
      position: row.position ?? '',
      status: row.status,
      company: row.company === null ? null : { id: row.company, label: row.company_label ?? '' },
      units: row.units,
    };
  });
  return { count: Number(count), results };
}

/** The phone of a person, the login of their chat pass. */
export async function selectChatPhone(db: Db, user: number): Promise<string> {
  const row = await db.selectFrom('users').where('id', '=', user).select('phone').executeTakeFirstOrThrow();
  return row.phone ?? '';
}
