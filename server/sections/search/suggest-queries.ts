import { type RawBuilder, sql } from 'kysely';
import { COUNTED_MOST, type SmartSearchAnswer, type TagObject } from '#resources/protocol/search/search.ts';
import { foldText, numberEntry, phoneParts, unitEntry } from '#resources/rules/search/text.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import {
  aliveResident,
  buildingMatches,
  complexMatches,
  nameMatches,
  phoneMatches,
  unitsFound,
} from './tag-queries.ts';
import { noTags, type Tags, withEntry } from './tags.ts';

type Condition = RawBuilder<boolean>;
type Person = Omit<SmartSearchAnswer['residents'][number], 'avatar'> & { avatar_file_id: number | null };

/** Objects found for a text. */
export interface Suggested {
  buildings: SmartSearchAnswer['buildings'];
  complexes: SmartSearchAnswer['complexes'];
  residents: Person[];
  counts: SmartSearchAnswer['counts'];
}

/** Objects that are listed, of each kind. */
const LISTED = { buildings: 6, complexes: 4, residents: 6, looked: 60 } as const;

/** How many units fit, `COUNTED_MOST` at the most. */
const howMany = (from: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from (select 1 ${from} limit ${COUNTED_MOST}::int) counted)`;

/** Condition that some unit of the context belongs to the object; without a context any object in reach qualifies. */
const inContext = (principal: Principal, context: Tags, tie: RawBuilder<boolean>): Condition =>
  sql<boolean>`exists (select 1 from units where ${tie} and ${unitsFound(principal, context)})`;

/** The condition on `people` that a text makes: a telephone or a name; null for what can be neither. */
function personMatches(text: string): Condition | null {
  if (phoneParts(text).length) return phoneMatches(text);
  return /\p{L}{2}/u.test(text) ? nameMatches(text) : null;
}

const livesHere = (
  principal: Principal,
  context: Tags,
): Condition => sql<boolean>`exists (select 1 from residents_units homes
  join units on units.id = homes.unit_id where homes.user_id = people.id and ${unitsFound(principal, context)})`;

/** Kinds of a 'contains' tag that a text can be one of at all; the others are not asked for. */
function possible(text: string): TagObject[] {
  const kinds: TagObject[] = [];
  if (/[\p{L}\d]/u.test(text)) kinds.push('building');
  if (/\p{L}/u.test(text)) kinds.push('complex');
  if (/\p{L}{2}/u.test(text)) kinds.push('resident');
  const { words } = unitEntry(text);
  if (words.length > 0 && words.length < 4) kinds.push('unit', 'pipe');
  if (/^-?\d{1,4}$/.test(text) && numberEntry(text) !== null) kinds.push('floor', 'porch');
  if (phoneParts(text).length) kinds.push('phone');
  return kinds;
}

/** How many a 'contains' tag would find: people for names and telephones, units for everything else. */
function counted(principal: Principal, context: Tags, kind: TagObject, text: string): RawBuilder<number> {
  if (kind === 'resident' || kind === 'phone') {
    const matches = kind === 'phone' ? phoneMatches(text) : nameMatches(text);
    return howMany(sql`from users people where ${aliveResident} and ${matches} and ${livesHere(principal, context)}`);
  }
  return howMany(sql`from units where ${unitsFound(principal, withEntry(context, kind, text))}`);
}

/** One interpretation of the typed text: plain text, or a short form as tags, the chosen tags included. */
export type Interpretation = { text: string } | { tags: Tags };

/** The first interpretation with a result: objects named by a text, or the number of units of a short form. */
export type FirstFound = { at: number } & ({ suggested: Suggested } | { units: number });

/** Objects that a text names and how many its 'contains' tags would find; no row when that is nothing. */
function suggestFromText(principal: Principal, context: Tags, text: string): RawBuilder<unknown> {
  const alone = noTags(context);
  const folded = foldText(text);
  const person = personMatches(text);
  const kinds = possible(text);
  const tie = alone
    ? buildingInReach(principal, 'buildings.id')
    : inContext(principal, context, sql<boolean>`units.building_id = buildings.id`);
  const counts = kinds.map((kind) => sql`${sql.lit(kind)}, ${counted(principal, context, kind, text)}`);
  // Without the offset the conditions would be asked of each column anew, and each column looked up twice.
  return sql`select jsonb_build_object('suggested', to_jsonb(known)) as found from (select
    (select coalesce(jsonb_agg(found), '[]') from (
      select buildings.id, buildings.street, buildings.number, complexes.name as complex
      from buildings left join complexes on complexes.id = buildings.complex_id
      where ${buildingMatches(text)} and ${tie}
      order by fold(buildings.number) <> ${folded.split(' ').at(-1) ?? ''}, buildings.street, buildings.number_sort, buildings.id
      limit ${LISTED.buildings}::int) found) as buildings,
    (select coalesce(jsonb_agg(found), '[]') from (
      select complexes.id, complexes.name from complexes where ${complexMatches(text)}
        and exists (select 1 from buildings where buildings.complex_id = complexes.id and ${tie})
      order by complexes.name limit ${LISTED.complexes}::int) found) as complexes,
    ${person ? people(principal, context, person, folded) : sql`'[]'::jsonb`} as residents,
    jsonb_build_object(${sql.join(counts)}) as counts offset 0) known
    where buildings <> '[]' or complexes <> '[]' or residents <> '[]'
      or exists (select 1 from jsonb_each(counts) one where one.value <> '0')`;
}

/** How many units a short form finds, `COUNTED_MOST` at the most; no row when it finds none. */
const ofShortForm = (principal: Principal, tags: Tags) => sql`select jsonb_build_object('units', known.units) as found
  from (select ${howMany(sql`from units where ${unitsFound(principal, tags)}`)} as units offset 0) known where known.units > 0`;

/**
 * The first of several interpretations that finds something, in one statement: `coalesce` looks at a later one only when those before
 * it have found nothing.
 * @returns null when none does
 */
export async function firstFound(
  db: Db,
  principal: Principal,
  context: Tags,
  interpretations: readonly Interpretation[],
): Promise<FirstFound | null> {
  const looks = interpretations.map((interpretation, at) => {
    const look =
      'text' in interpretation
        ? suggestFromText(principal, context, interpretation.text)
        : ofShortForm(principal, interpretation.tags);
    return sql`(select look.found || jsonb_build_object('at', ${sql.lit(at)}) from (${look}) look)`;
  });
  const { rows } = await sql<{ first: FirstFound | null }>`select coalesce(${sql.join(looks)}) as first`.execute(db);
  return rows[0]?.first ?? null;
}

/** The last name begins with a text: a range of the index of names, which goes by bytes. */
const begins = (folded: string): Condition =>
  sql<boolean>`(people.search >= ${folded} and people.search < ${`${folded}\u{10ffff}`})`;

const somePeople = (
  atFirst: RawBuilder<unknown>,
  matches: Condition,
  principal: Principal,
  context: Tags,
  rest: RawBuilder<unknown>,
) => sql`select ${atFirst} as begins, people.id, people.first_name, people.last_name, people.phone, people.avatar_file_id,
    people.search from users people where ${aliveResident} and ${matches} and ${livesHere(principal, context)} ${rest}`;

/**
 * The first people of a name or telephone with their first unit: those whose last name begins with it by name, then
 * others; of very many others some are looked at. A name that begins with a text contains it, so the first are read off
 * the index of names in its order, however many there are.
 */
const people = (principal: Principal, context: Tags, matches: Condition, folded: string) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'user', found.id, 'first_name', found.first_name,
      'last_name', found.last_name, 'phone_number', found.phone, 'avatar_file_id', found.avatar_file_id, 'unit', home.unit)
      order by found.at), '[]')
  from (select *, row_number() over (order by not begins, search, id) as at from (
      (${somePeople(sql`true`, begins(folded), principal, context, sql`order by people.search, people.id limit ${LISTED.residents}::int`)})
      union
      (${somePeople(sql`false`, sql<boolean>`${matches} and not ${begins(folded)}`, principal, context, sql`limit ${LISTED.looked}::int`)})
    ) candidates order by at limit ${LISTED.residents}::int) found
  cross join lateral (select jsonb_build_object('unit_type', units.unit_type, 'label', units.label,
      'building', jsonb_build_object('street', buildings.street, 'number', buildings.number)) as unit
    from residents_units homes join units on units.id = homes.unit_id join buildings on buildings.id = units.building_id
    where homes.user_id = found.id and ${unitsFound(principal, context)} order by homes.place limit 1) home)`;
