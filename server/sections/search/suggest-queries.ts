import { type RawBuilder, sql } from 'kysely';
import { type SmartSearchAnswer, TAG_COUNT_MAX, type TagObject } from '#resources/protocol/search/search.ts';
import { foldText, getPhonePatterns, parseNumberEntry, parseUnitEntry } from '#resources/rules/search/text.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import {
  buildingMatches,
  complexMatches,
  isExistingResident,
  matchesTags,
  nameMatches,
  phoneMatches,
} from './tag-queries.ts';
import { hasNoTags, type Tags, withEntry } from './tags.ts';

type Condition = RawBuilder<boolean>;
type Person = Omit<SmartSearchAnswer['residents'][number], 'avatar'> & { avatar_file_id: number | null };

/** Objects suggested for a text. */
export interface SuggestedObjects {
  buildings: SmartSearchAnswer['buildings'];
  complexes: SmartSearchAnswer['complexes'];
  residents: Person[];
  counts: SmartSearchAnswer['counts'];
}

/** Maximum number of listed objects per kind; `examined` limits the people who are looked at. */
const LISTED = { buildings: 6, complexes: 4, residents: 6, examined: 60 } as const;

/** Row count of a query, capped at `TAG_COUNT_MAX`. */
const cappedCount = (from: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from (select 1 ${from} limit ${TAG_COUNT_MAX}::int) counted)`;

/** Condition that some unit matching the context belongs to the object. */
const inContext = (principal: Principal, context: Tags, belongsTo: RawBuilder<boolean>): Condition =>
  sql<boolean>`exists (select 1 from units where ${belongsTo} and ${matchesTags(principal, context)})`;

/** Condition on `people` for a text that is a phone or a name; null if it can be neither. */
function personMatches(text: string): Condition | null {
  if (getPhonePatterns(text).length) return phoneMatches(text);
  return /\p{L}{2}/u.test(text) ? nameMatches(text) : null;
}

const livesInContext = (
  principal: Principal,
  context: Tags,
): Condition => sql<boolean>`exists (select 1 from residents_units homes
  join units on units.id = homes.unit_id where homes.user_id = people.id and ${matchesTags(principal, context)})`;

/** Kinds of 'contains' tags that the text could match; other kinds are not queried. */
function possibleTagKinds(text: string): TagObject[] {
  const kinds: TagObject[] = [];
  if (/[\p{L}\d]/u.test(text)) kinds.push('building');
  if (/\p{L}/u.test(text)) kinds.push('complex');
  if (/\p{L}{2}/u.test(text)) kinds.push('resident');
  const { words } = parseUnitEntry(text);
  if (words.length > 0 && words.length < 4) kinds.push('unit', 'pipe');
  if (/^-?\d{1,4}$/.test(text) && parseNumberEntry(text) !== null) kinds.push('floor', 'porch');
  if (getPhonePatterns(text).length) kinds.push('phone');
  return kinds;
}

/** Number of results of a 'contains' tag: people for names and phones, units for everything else. */
function countTagHits(principal: Principal, context: Tags, kind: TagObject, text: string): RawBuilder<number> {
  if (kind === 'resident' || kind === 'phone') {
    const matches = kind === 'phone' ? phoneMatches(text) : nameMatches(text);
    return cappedCount(
      sql`from users people where ${isExistingResident} and ${matches} and ${livesInContext(principal, context)}`,
    );
  }
  return cappedCount(sql`from units where ${matchesTags(principal, withEntry(context, kind, text))}`);
}

/** One interpretation of the typed text: plain text, or a short form as tags, the chosen tags included. */
export type Interpretation = { text: string } | { tags: Tags };

/** The first interpretation with a result: objects named by a text, or the number of units of a short form. */
export type FirstMatch = { at: number } & ({ suggested: SuggestedObjects } | { units: number });

/** Objects matching the text and the number of results per 'contains' tag; no row if there are none. */
function suggestFromText(principal: Principal, context: Tags, text: string): RawBuilder<unknown> {
  const hasNoContext = hasNoTags(context);
  const folded = foldText(text);
  const person = personMatches(text);
  const kinds = possibleTagKinds(text);
  const belongsTo = hasNoContext
    ? buildingInReach(principal, 'buildings.id')
    : inContext(principal, context, sql<boolean>`units.building_id = buildings.id`);
  const counts = kinds.map((kind) => sql`${sql.lit(kind)}, ${countTagHits(principal, context, kind, text)}`);
  // `offset 0` keeps PostgreSQL from inlining the subquery and evaluating each column twice.
  return sql`select jsonb_build_object('suggested', to_jsonb(known)) as found from (select
    (select coalesce(jsonb_agg(found), '[]') from (
      select buildings.id, buildings.street, buildings.number, complexes.name as complex
      from buildings left join complexes on complexes.id = buildings.complex_id
      where ${buildingMatches(text)} and ${belongsTo}
      order by fold(buildings.number) <> ${folded.split(' ').at(-1) ?? ''}, buildings.street, buildings.number_sort, buildings.id
      limit ${LISTED.buildings}::int) found) as buildings,
    (select coalesce(jsonb_agg(found), '[]') from (
      select complexes.id, complexes.name from complexes where ${complexMatches(text)}
        and exists (select 1 from buildings where buildings.complex_id = complexes.id and ${belongsTo})
      order by complexes.name limit ${LISTED.complexes}::int) found) as complexes,
    ${person ? suggestPeople(principal, context, person, folded) : sql`'[]'::jsonb`} as residents,
    jsonb_build_object(${sql.join(counts)}) as counts offset 0) known
    where buildings <> '[]' or complexes <> '[]' or residents <> '[]'
      or exists (select 1 from jsonb_each(counts) one where one.value <> '0')`;
}

/** Number of units that a short form finds, capped at `TAG_COUNT_MAX`; no row if it finds none. */
const countShortForm = (
  principal: Principal,
  tags: Tags,
) => sql`select jsonb_build_object('units', known.units) as found
  from (select ${cappedCount(sql`from units where ${matchesTags(principal, tags)}`)} as units offset 0) known where known.units > 0`;

/**
 * The first of several interpretations that finds something, in one statement: `coalesce` evaluates a later one only if those
 * before found nothing.
 * @returns null if none does
 */
export async function selectFirstMatch(
  db: Db,
  principal: Principal,
  context: Tags,
  interpretations: readonly Interpretation[],
): Promise<FirstMatch | null> {
  const subqueries = interpretations.map((interpretation, index) => {
    const subquery =
      'text' in interpretation
        ? suggestFromText(principal, context, interpretation.text)
        : countShortForm(principal, interpretation.tags);
    return sql`(select look.found || jsonb_build_object('at', ${sql.lit(index)}) from (${subquery}) look)`;
  });
  const { rows } = await sql<{ first: FirstMatch | null }>`select coalesce(${sql.join(subqueries)}) as first`.execute(
    db,
  );
  return rows[0]?.first ?? null;
}

/** Condition: the last name starts with a text, as a range scan on the bytewise index of `search`. */
const lastNameStartsWith = (folded: string): Condition =>
  sql<boolean>`(people.search >= ${folded} and people.search < ${`${folded}\u{10ffff}`})`;

const selectPeople = (
  isPrefixMatch: RawBuilder<unknown>,
  matches: Condition,
  principal: Principal,
  context: Tags,
  orderAndLimit: RawBuilder<unknown>,
) => sql`select ${isPrefixMatch} as begins, people.id, people.first_name, people.last_name, people.phone, people.avatar_file_id,
    people.search from users people where ${isExistingResident} and ${matches} and ${livesInContext(principal, context)} ${orderAndLimit}`;

/**
 * Up to `LISTED.residents` people who match a name or phone, each with their first unit: last names starting with the text first,
 * by name, then other matches, of which at most `LISTED.examined` are looked at. The first group is read in the order of the
 * index, however many people match.
 */
const suggestPeople = (principal: Principal, context: Tags, matches: Condition, folded: string) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'user', found.id, 'first_name', found.first_name,
      'last_name', found.last_name, 'phone_number', found.phone, 'avatar_file_id', found.avatar_file_id, 'unit', home.unit)
      order by found.at), '[]')
  from (select *, row_number() over (order by not begins, search, id) as at from (
      (${selectPeople(sql`true`, lastNameStartsWith(folded), principal, context, sql`order by people.search, people.id limit ${LISTED.residents}::int`)})
      union
      (${selectPeople(sql`false`, sql<boolean>`${matches} and not ${lastNameStartsWith(folded)}`, principal, context, sql`limit ${LISTED.examined}::int`)})
    ) candidates order by at limit ${LISTED.residents}::int) found
  cross join lateral (select jsonb_build_object('unit_type', units.unit_type, 'label', units.label,
      'building', jsonb_build_object('street', buildings.street, 'number', buildings.number)) as unit
    from residents_units homes join units on units.id = homes.unit_id join buildings on buildings.id = units.building_id
    where homes.user_id = found.id and ${matchesTags(principal, context)} order by homes.place limit 1) home)`;
