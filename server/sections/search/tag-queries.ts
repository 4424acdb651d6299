import { type RawBuilder, sql } from 'kysely';
import type { TagObject } from '#resources/protocol/search/search.ts';
import {
  foldText,
  getPhonePatterns,
  listBuildingSpellings,
  parseBuildingEntry,
  parseNumberEntry,
  parseUnitEntry,
  splitIntoWords,
} from '#resources/rules/search/text.ts';
import type { Principal } from '#server/access/reader.ts';
import { escapeLike } from '#server/db/like.ts';
import type { Tags } from './tags.ts';

type Condition = RawBuilder<boolean>;

const NEVER: Condition = sql<boolean>`false`;

const joinByAnd = (conditions: readonly Condition[]): Condition =>
  conditions.length ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : NEVER;
const joinByOr = (conditions: readonly Condition[]): Condition =>
  conditions.length ? sql<boolean>`(${sql.join(conditions, sql` or `)})` : NEVER;

const anyInteger = (ids: readonly number[]) => sql`any(${[...ids]}::integer[])`;
const textArray = (words: readonly string[]) => sql`${[...words]}::text[]`;

/** Condition on the address of `buildings`: words anywhere in it, numbers from their first digit, an exact number for «д 5». */
export function buildingMatches(entry: string): Condition {
  const { words, number } = parseBuildingEntry(entry);
  const conditions = words.map((word) =>
    /^[0-9]/.test(word)
      ? sql<boolean>`buildings.search ~ ${`(^|[^0-9])${word.replace(/[^0-9a-zа-я]/g, '\\$&')}`}`
      : sql<boolean>`buildings.search like ${`%${escapeLike(word)}%`}`,
  );
  if (number !== null)
    conditions.push(
      sql<boolean>`replace(fold(buildings.number), ' ', '') = any(${textArray(listBuildingSpellings(number))})`,
    );
  return joinByAnd(conditions);
}

/** Condition on the name of `complexes`. */
export function complexMatches(entry: string): Condition {
  const words = foldText(entry).split(' ').filter(Boolean);
  return joinByAnd(words.map((word) => sql<boolean>`fold(complexes.name) like ${`%${escapeLike(word)}%`}`));
}

/**
 * Condition on the name of `people`, first and last name in either order. The column holds «last first last»; words shorter than
 * three letters have no trigram and are searched only at the beginning of a name.
 */
export function nameMatches(entry: string): Condition {
  const words = foldText(entry).split(' ').filter(Boolean);
  return joinByAnd(
    words.map((word) => {
      const pattern = word.length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`;
      return sql<boolean>`people.search like ${pattern}`;
    }),
  );
}

/** Condition on the phone of `people`, by a part of it in any format. */
export function phoneMatches(entry: string): Condition {
  return joinByOr(
    getPhonePatterns(entry, 1).map((part) =>
      // The beginning of a number is searched as a range, which can use the index under any collation.
      part.startsWith('+7')
        ? sql<boolean>`people.phone between ${part.padEnd(12, '0')} and ${part.padEnd(12, '9')}`
        : sql<boolean>`people.phone like ${`%${escapeLike(part)}%`}`,
    ),
  );
}

/** Condition on `people`: a resident who is not deleted. */
export const isExistingResident: Condition = sql<boolean>`people.role = 'resident' and people.status <> 'deleted'`;

const parseNumbers = (entries: readonly string[]) => entries.flatMap((entry) => parseNumberEntry(entry) ?? []);

/** Condition on `units` for the entries of 'contains' tags, by their kind. */
const ENTRY_CONDITIONS: Readonly<
  Record<Exclude<TagObject, 'resident' | 'phone'>, (entries: readonly string[]) => Condition>
> = {
  complex: (entries) => sql<boolean>`units.building_id in (select buildings.id from buildings
    join complexes on complexes.id = buildings.complex_id where ${joinByOr(entries.map(complexMatches))})`,
  building: (entries) =>
    sql<boolean>`units.building_id in (select buildings.id from buildings where ${joinByOr(entries.map(buildingMatches))})`,
  porch: (entries) => sql<boolean>`units.porch_number = ${anyInteger(parseNumbers(entries))}`,
  floor: (entries) => sql<boolean>`units.floor_number = ${anyInteger(parseNumbers(entries))}`,
  pipe: (entries) => {
    const names = entries.map((entry) => {
      const [first = '', ...rest] = splitIntoWords(entry);
      return first === 'стояк' && rest.length ? rest : [first, ...rest];
    });
    const conditions = names.flatMap((words) =>
      words[0] ? [sql<boolean>`units.pipe_words @> ${textArray(words)}`] : [],
    );
    return joinByOr(conditions);
  },
  unit: (entries) =>
    joinByOr(
      entries.flatMap((entry) => {
        const { words, type } = parseUnitEntry(entry);
        const kind = type ? sql`and units.unit_type = ${type}` : sql``;
        return words.length ? [sql<boolean>`(units.words @> ${textArray(words)} ${kind})`] : [];
      }),
    ),
};

/** Condition on `units`: somebody lives there who matches every tag about people. */
function residentConditions({ residents, entries }: Tags): Condition[] {
  const conditions: Condition[] = [];
  if (residents) conditions.push(sql<boolean>`people.id = ${anyInteger(residents)}`);
  if (entries.resident?.length) conditions.push(joinByOr(entries.resident.map(nameMatches)));
  if (entries.phone?.length) conditions.push(joinByOr(entries.phone.map(phoneMatches)));
  if (!conditions.length) return [];
  return [
    sql<boolean>`units.id in (select homes.unit_id from residents_units homes join users people on people.id = homes.user_id
      where ${isExistingResident} and ${joinByAnd(conditions)})`,
  ];
}

/** Condition on `units`: in the reader's reach and matching every tag. This is the only definition of what a tag finds. */
export function matchesTags({ user }: Principal, tags: Tags): Condition {
  const { complexes, buildings, entries } = tags;
  const conditions: Condition[] = [
    sql<boolean>`units.porch_id in (select held.porch_id from user_porches held where held.user_id = ${user})`,
  ];
  if (complexes) {
    conditions.push(
      sql<boolean>`units.building_id in (select buildings.id from buildings where buildings.complex_id = ${anyInteger(complexes)})`,
    );
  }
  if (buildings) conditions.push(sql<boolean>`units.building_id = ${anyInteger(buildings)}`);
  for (const [kind, condition] of Object.entries(ENTRY_CONDITIONS)) {
    const chosen = entries[kind as keyof typeof ENTRY_CONDITIONS];
    if (chosen?.length) conditions.push(condition(chosen));
  }
  return joinByAnd([...conditions, ...residentConditions(tags)]);
}
