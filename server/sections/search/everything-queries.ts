import { type RawBuilder, sql } from 'kysely';
import type { UNIT_TYPES } from '#resources/protocol/enums.ts';
import { EVERYTHING_LIMITS } from '#resources/protocol/search/everything.ts';
import type { PlaceQuery } from '#resources/rules/search/place.ts';
import { foldText, listBuildingSpellings, splitIntoWords } from '#resources/rules/search/text.ts';
import type { Principal } from '#server/access/reader.ts';
import { announcementInReach, buildingInReach, entranceInReach, idsInReach } from '#server/access/scope.ts';
import { type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import { escapeLike } from '#server/db/like.ts';
import type { Db } from '#server/db/tables.ts';
import { isExistingResident, nameMatches, phoneMatches } from './tag-queries.ts';

type Condition = RawBuilder<boolean>;

/**
 * Number of newest requests that are scanned before an index is used (a tenth of it for announcements), because a common word
 * is found among them at once.
 */
const RECENT_ROWS = 2_000;
/** Maximum number of matches among these rows that are checked against the reader's rights. */
const RECENT_MATCHES_MAX = 60;
/** The same for matches found by an index, when the newest rows were not enough. */
const INDEX_MATCHES_MAX = 300;
/** Maximum number of buildings compared with the typed text. */
const BUILDINGS_MAX = 3_000;
/** For readers with at most this many entrances the search starts from their buildings. */
const FEW_PORCHES_MAX = 200;

const limit = sql.lit(EVERYTHING_LIMITS.kind);
const anyOfIds = (list: readonly number[]) => sql`any(${[...list]}::integer[])`;
const allOf = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** Condition: a folded text contains every word; words shorter than three letters only at the beginning of a word. */
const containsWords = (column: RawBuilder<string>, words: readonly string[]): Condition =>
  allOf(
    words.map((word) =>
      word.length < 3
        ? sql<boolean>`(' ' || ${column}) like ${`% ${escapeLike(word)}%`}`
        : sql<boolean>`${column} like ${`%${escapeLike(word)}%`}`,
    ),
  );

/** A building in reach. */
export interface FoundBuildingRow {
  id: number;
  street: string;
  number: string;
  complex: string | null;
}

/**
 * Candidate buildings in reach: those that contain any of `words` or, without words, have a matching number; the caller filters
 * them with `matchPlace`.
 */
export async function selectLikelyBuildings(
  db: Db,
  principal: Principal,
  { words, building, numbers }: Pick<PlaceQuery, 'words' | 'building' | 'numbers'>,
): Promise<FoundBuildingRow[]> {
  const patterns = words.map((word) => `%${escapeLike(word)}%`);
  const number = building ?? numbers[0];
  if (!patterns.length && number === undefined) return [];
  const plainNumber = sql`replace(fold(buildings.number), ' ', '')`;
  const condition = patterns.length
    ? sql<boolean>`(buildings.search like any(${patterns}::text[]) or buildings.complex_id in (select complexes.id from complexes
        where fold(complexes.name) like any(${patterns}::text[])))`
    : sql<boolean>`(${plainNumber} like ${`${escapeLike(number ?? '')}%`} or ${plainNumber} = any(${listBuildingSpellings(number ?? '')}::text[]))`;
  const { rows } =
    await sql<FoundBuildingRow>`select buildings.id, buildings.street, buildings.number, complexes.name as complex
    from buildings left join complexes on complexes.id = buildings.complex_id
    where ${condition} and ${buildingInReach(principal, 'buildings.id')} limit ${sql.lit(BUILDINGS_MAX)}`.execute(db);
  return rows;
}

/** Ids of the buildings in reach; null if the reader has more than `FEW_PORCHES_MAX` entrances. */
export async function selectFewBuildingIds(db: Db, principal: Principal): Promise<number[] | null> {
  const { rows } = await sql<{
    ids: number[] | null;
  }>`select case when (select count(*) from (select 1 from user_porches held
    where held.user_id = ${principal.user} limit ${sql.lit(FEW_PORCHES_MAX + 1)}) counted) <= ${sql.lit(FEW_PORCHES_MAX)}
    then ${idsInReach(principal)} end as ids`.execute(db);
  return rows[0]?.ids ?? null;
}

/** A unit with its building. */
export interface FoundUnitRow extends Omit<FoundBuildingRow, 'id'> {
  id: number;
  building: number;
  unit_type: (typeof UNIT_TYPES)[number];
  label: string;
}

/**
 * Units in reach by their number, in these buildings or in any; if there are too many, those of the checked buildings first.
 * @param buildings null for any
 */
export async function selectUnitsByLabel(
  db: Db,
  principal: Principal,
  label: string,
  {
    buildings,
    porch,
    isOffice,
    checked,
  }: { buildings: readonly number[] | null; porch: number | null; isOffice: boolean; checked: readonly number[] },
): Promise<FoundUnitRow[]> {
  const { rows } = await sql<FoundUnitRow>`select units.id, units.unit_type, units.label, units.building_id as building,
      buildings.street, buildings.number, complexes.name as complex
    from (select * from units where units.words @> ${splitIntoWords(label)}::text[] and ${entranceInReach(principal, 'units.porch_id')}
      ${buildings ? sql`and units.building_id = ${anyOfIds(buildings)}` : sql``}
      ${porch === null ? sql`` : sql`and units.porch_number = ${porch}::integer`}
      order by units.building_id = ${anyOfIds(checked)} desc, (units.unit_type = 'flat') = ${isOffice}::boolean, units.building_id limit ${limit}) units
    join buildings on buildings.id = units.building_id
    left join complexes on complexes.id = buildings.complex_id`.execute(db);
  return rows;
}

/** A resident with a flat. */
export interface ResidentRow {
  id: number;
  first_name: string;
  last_name: string;
  phone_number: string;
  home: FoundUnitRow;
}

/**
 * Residents in reach by name, or by part of a phone as typed; `query.number` is the number of their flat or building, if one was
 * typed too.
 * @param few ids of the reader's buildings if the search should start from them; null if there are too many
 */
export async function findResidents(
  db: Db,
  principal: Principal,
  query: { name: string; number: string | null } | { phone: string },
  few: readonly number[] | null,
): Promise<ResidentRow[]> {
  const number = 'name' in query ? query.number : null;
  const matches = 'phone' in query ? phoneMatches(query.phone) : nameMatches(query.name);
  const numberCondition =
    number === null
      ? sql``
      : sql`and (units.words @> ${splitIntoWords(number)}::text[] or exists (select 1 from buildings
          where buildings.id = units.building_id and replace(fold(buildings.number), ' ', '') = any(${listBuildingSpellings(number)}::text[])))`;
  const homes = (person: string) => sql`residents_units homes join units on units.id = homes.unit_id
    where homes.user_id = ${sql.ref(person)} and ${entranceInReach(principal, 'units.porch_id')} ${numberCondition}`;
  const folded = 'name' in query ? foldText(query.name) : '';
  const inFewBuildings = few
    ? sql`and people.id in (select near.user_id from units close join residents_units near on near.unit_id = close.id
        where close.building_id = ${anyOfIds(few)})`
    : sql``;
  const selectMatching = (condition: Condition, most: number, order = sql``) =>
    sql`(select people.* from users people where ${isExistingResident} and ${condition} ${inFewBuildings}
      and exists (select 1 from ${homes('people.id')}) ${order} limit ${sql.lit(most)})`;
  const startsWithName = sql<boolean>`(people.search >= ${folded} and people.search < ${`${folded}\u{10ffff}`})`;
  const candidates = folded
    ? sql`${selectMatching(startsWithName, EVERYTHING_LIMITS.kind, sql`order by people.search, people.id`)} union ${selectMatching(matches, EVERYTHING_LIMITS.kind * 4)}`
    : selectMatching(matches, EVERYTHING_LIMITS.kind);
  const { rows } = await sql<ResidentRow>`select people.id, people.first_name, people.last_name,
      coalesce(people.phone, '') as phone_number, home.home
    from (${candidates}) people cross join lateral (select jsonb_build_object('id', units.id, 'unit_type', units.unit_type,
      'label', units.label, 'building', buildings.id, 'street', buildings.street, 'number', buildings.number,
      'complex', complexes.name) as home
      from (select units.*, homes.place from ${homes('people.id')} order by homes.place limit 1) units
      join buildings on buildings.id = units.building_id left join complexes on complexes.id = buildings.complex_id) home
    order by people.search, people.id`.execute(db);
  return rows;
}

/** A member of staff. */
export interface EmployeeRow {
  id: number;
  first_name: string;
  last_name: string;
  position: string | null;
  phone_number: string | null;
}

/** Staff by name and position, or by part of a phone as typed. */
export async function findEmployees(
  db: Db,
  query: { words: readonly string[] } | { phone: string },
): Promise<EmployeeRow[]> {
  const matches =
    'phone' in query
      ? phoneMatches(query.phone)
      : containsWords(
          sql<string>`(people.search || ' ' || fold(coalesce(people.position, '')) collate "C")`,
          query.words,
        );
  const { rows } = await sql<EmployeeRow>`select people.id, people.first_name, people.last_name, people.position,
      people.phone as phone_number from users people
    where people.role <> 'resident' and people.status <> 'deleted' and ${matches}
    order by people.search limit ${limit}`.execute(db);
  return rows;
}

/** A request. */
export interface RequestRow extends Omit<FoundBuildingRow, 'id'> {
  id: number;
  building: number;
  description: string;
  service: string;
  stage: string;
  resolution: string | null;
}

/** Requests in reach, newest first. @param ids query that selects their ids */
async function selectRequests(db: Db, viewer: TaskViewer, ids: RawBuilder<unknown>): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`select tasks.id, tasks.description, tasks.stage, tasks.resolution,
      services.name as service, tasks.building_id as building, buildings.street, buildings.number, null as complex
    from (select * from tasks where tasks.id = any(array(${ids})) and ${taskInReach(viewer)}
      order by tasks.id desc limit ${limit}) tasks
    join buildings on buildings.id = tasks.building_id join services on services.id = tasks.service_id
    order by tasks.id desc`.execute(db);
  return rows;
}

/** A request by its number. */
export const findRequestByNumber = (db: Db, viewer: TaskViewer, number: number): Promise<RequestRow[]> =>
  selectRequests(db, viewer, sql`select ${number}::integer`);

/** Newest requests whose text contains every word, in these buildings or in any. @param buildings null for any in reach */
export async function findRequests(
  db: Db,
  viewer: TaskViewer,
  words: readonly string[],
  buildings: readonly number[] | null,
): Promise<RequestRow[]> {
  const matchesText = containsWords(sql<string>`tasks.search`, words);
  const newest = (most: number) => sql`order by tasks.id desc limit ${sql.lit(most)}`;
  if (buildings) {
    const inBuildings = sql`tasks.building_id = ${anyOfIds(buildings)}`;
    return selectRequests(
      db,
      viewer,
      sql`select tasks.id from tasks where ${inBuildings} and ${matchesText} ${newest(INDEX_MATCHES_MAX)}`,
    );
  }
  // `offset 0` makes PostgreSQL read the window first, so that the time does not depend on its estimate of how common a word is.
  const window = sql`(select tasks.id, tasks.search from tasks ${newest(RECENT_ROWS)} offset 0) tasks`;
  const recent = await selectRequests(
    db,
    viewer,
    sql`select tasks.id from ${window} where ${matchesText} ${newest(RECENT_MATCHES_MAX)}`,
  );
  if (recent.length >= EVERYTHING_LIMITS.kind || words.every((word) => word.length < 3)) return recent;
  // Without `offset 0` the planner would scan all requests from the newest on for a word that it believes to be common.
  const indexed = sql`(select tasks.id from tasks where ${matchesText} offset 0) tasks`;
  return selectRequests(db, viewer, sql`select tasks.id from ${indexed} ${newest(INDEX_MATCHES_MAX)}`);
}

/** An announcement. */
export interface FoundNewsRow {
  id: number;
  title: string;
}

/** Newest announcements whose title or text contains every word. */
export async function findNews(db: Db, principal: Principal, words: readonly string[]): Promise<FoundNewsRow[]> {
  const matchesText = containsWords(sql<string>`news.search`, words);
  const newest = (most: number) => sql`order by news.created_at desc, news.id desc limit ${sql.lit(most)}`;
  const newsByIds = async (ids: RawBuilder<unknown>) => {
    const { rows } = await sql<FoundNewsRow>`select news.id, news.title from news where news.id = any(array(${ids}))
      and ${announcementInReach(principal, 'news.id')} ${newest(EVERYTHING_LIMITS.kind)}`.execute(db);
    return rows;
  };
  const window = sql`(select news.id, news.created_at, news.search from news where news.deleted_at is null and news.publish_at is null
    ${newest(RECENT_ROWS / 10)} offset 0) news`;
  const recent = await newsByIds(sql`select news.id from ${window} where ${matchesText} ${newest(RECENT_MATCHES_MAX)}`);
  if (recent.length >= EVERYTHING_LIMITS.kind || words.every((word) => word.length < 3)) return recent;
  const indexed = sql`(select news.id, news.created_at from news where news.deleted_at is null and news.publish_at is null and ${matchesText} offset 0) news`;
  return newsByIds(sql`select news.id from ${indexed} ${newest(INDEX_MATCHES_MAX)}`);
}

/** Cameras of buildings in reach whose name contains every word. */
export async function findCameras(db: Db, principal: Principal, words: readonly string[]): Promise<FoundNewsRow[]> {
  const { rows } = await sql<FoundNewsRow>`select cameras.id, cameras.name as title from cameras
    where ${containsWords(sql<string>`fold(cameras.name)`, words)} and exists (select 1 from camera_buildings
      where camera_buildings.camera_id = cameras.id and ${buildingInReach(principal, 'camera_buildings.building_id')})
    limit ${limit}`.execute(db);
  return rows;
}

/** A chat of the reader. */
export interface ChatRow {
  id: number;
  title: string;
  chat: string;
  detail: string;
}

/** Chats of the reader by the name of the other person, or of the group. */
export async function findChats(db: Db, principal: Principal, words: readonly string[]): Promise<ChatRow[]> {
  const { rows } = await sql<ChatRow>`select * from (select topics.id, topics.touched_at,
      coalesce(case when topics.kind = 'grp' then topics.public ->> 'fn' end, peer.first_name || ' ' || peer.last_name) as title,
      case when topics.kind = 'grp' then topics.name else peer.chat_id end as chat, coalesce(peer.position, '') as detail
    from chat_subscriptions own join chat_topics topics on topics.id = own.topic_id
    left join chat_subscriptions theirs on topics.kind = 'p2p' and theirs.topic_id = topics.id and theirs.user_id <> own.user_id
    left join users peer on peer.id = theirs.user_id
    where own.user_id = ${principal.user} and own.deleted_at is null) known
    where chat is not null and ${containsWords(sql<string>`fold(title)`, words)} order by touched_at desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
