import { type RawBuilder, sql } from 'kysely';
import type { TagObject } from '#resources/protocol/search/search.ts';
import {
  buildingEntry,
  buildingWritings,
  foldText,
  numberEntry,
  phoneParts,
  unitEntry,
  wordsOf,
} from '#resources/rules/search/text.ts';
import type { Principal } from '#server/access/reader.ts';
import { literal } from '#server/db/like.ts';
import type { Tags } from './tags.ts';

type Condition = RawBuilder<boolean>;

const NOTHING: Condition = sql<boolean>`false`;

const joinByAnd = (conditions: readonly Condition[]): Condition =>
  conditions.length ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : NOTHING;
const joinByOr = (conditions: readonly Condition[]): Condition =>
  conditions.length ? sql<boolean>`(${sql.join(conditions, sql` or `)})` : NOTHING;

const integers = (ids: readonly number[]) => sql`any(${[...ids]}::integer[])`;
const texts = (words: readonly string[]) => sql`${[...words]}::text[]`;

/** Address of `buildings` by an entry: words anywhere in it, numbers from their first digit, an exact number by «д 5». */
export function buildingMatches(entry: string): Condition {
  const { words, number } = buildingEntry(entry);
  const conditions = words.map((word) =>
    /^[0-9]/.test(word)
      ? sql<boolean>`buildings.search ~ ${`(^|[^0-9])${word.replace(/[^0-9a-zа-я]/g, '\\$&')}`}`
      : sql<boolean>`buildings.search like ${`%${literal(word)}%`}`,
  );
  if (number !== null)
    conditions.push(sql<boolean>`replace(fold(buildings.number), ' ', '') = any(${texts(buildingWritings(number))})`);
  return joinByAnd(conditions);
}

/** Name of `complexes` by an entry. */
export function complexMatches(entry: string): Condition {
  const words = foldText(entry).split(' ').filter(Boolean);
  return joinByAnd(words.map((word) => sql<boolean>`fold(complexes.name) like ${`%${literal(word)}%`}`));
}

/**
 * Name of `people` by an entry, first and last in either order. The column says «last first last»: a word under three
 * letters, which no trigram has, is looked for at the beginning of a name only.
 */
export function nameMatches(entry: string): Condition {
  const words = foldText(entry).split(' ').filter(Boolean);
  return joinByAnd(
    words.map((word) => {
      const pattern = word.length < 3 ? `% ${literal(word)}%` : `%${literal(word)}%`;
      return sql<boolean>`people.search like ${pattern}`;
    }),
  );
}

/** Telephone of `people` by a part of it in any writing. */
export function phoneMatches(entry: string): Condition {
  return joinByOr(
    phoneParts(entry, 1).map((part) =>
      // The beginning of a number is a range of its index, in whatever order the database has its letters.
      part.startsWith('+7')
        ? sql<boolean>`people.phone between ${part.padEnd(12, '0')} and ${part.padEnd(12, '9')}`
        : sql<boolean>`people.phone like ${`%${literal(part)}%`}`,
    ),
  );
}

/** Residents that are not deleted. */
export const aliveResident: Condition = sql<boolean>`people.role = 'resident' and people.status <> 'deleted'`;

const numbers = (entries: readonly string[]) => entries.flatMap((entry) => numberEntry(entry) ?? []);

/** The condition on `units` that the entries of a tag make, by the subject of the tag. */
const ENTRIES: Readonly<Record<Exclude<TagObject, 'resident' | 'phone'>, (entries: readonly string[]) => Condition>> = {
  complex: (entries) => sql<boolean>`units.building_id in (select buildings.id from buildings
    join complexes on complexes.id = buildings.complex_id where ${joinByOr(entries.map(complexMatches))})`,
  building: (entries) =>
    sql<boolean>`units.building_id in (select buildings.id from buildings where ${joinByOr(entries.map(buildingMatches))})`,
  porch: (entries) => sql<boolean>`units.porch_number = ${integers(numbers(entries))}`,
  floor: (entries) => sql<boolean>`units.floor_number = ${integers(numbers(entries))}`,
  pipe: (entries) => {
    const names = entries.map((entry) => {
      const [first = '', ...rest] = wordsOf(entry);
      return first === 'стояк' && rest.length ? rest : [first, ...rest];
    });
    const conditions = names.flatMap((words) => (words[0] ? [sql<boolean>`units.pipe_words @> ${texts(words)}`] : []));
    return joinByOr(conditions);
  },
  unit: (entries) =>
    joinByOr(
      entries.flatMap((entry) => {
        const { words, type } = unitEntry(entry);
        const kind = type ? sql`and units.unit_type = ${type}` : sql``;
        return words.length ? [sql<boolean>`(units.words @> ${texts(words)} ${kind})`] : [];
      }),
    ),
};

/** A person lives in `units` that fits every tag about people. */
function livedIn({ residents, entries }: Tags): Condition[] {
  const conditions: Condition[] = [];
  if (residents) conditions.push(sql<boolean>`people.id = ${integers(residents)}`);
  if (entries.resident?.length) conditions.push(joinByOr(entries.resident.map(nameMatches)));
  if (entries.phone?.length) conditions.push(joinByOr(entries.phone.map(phoneMatches)));
  if (!conditions.length) return [];
  return [
    sql<boolean>`units.id in (select homes.unit_id from residents_units homes join users people on people.id = homes.user_id
      where ${aliveResident} and ${joinByAnd(conditions)})`,
  ];
}

/** The units of a reader that match every tag: the only place that defines what a tag finds. */
export function unitsFound({ user }: Principal, tags: Tags): Condition {
  const { complexes, buildings, entries } = tags;
  const conditions: Condition[] = [
    sql<boolean>`units.porch_id in (select held.porch_id from user_porches held where held.user_id = ${user})`,
  ];
  if (complexes) {
    conditions.push(
      sql<boolean>`units.building_id in (select buildings.id from buildings where buildings.complex_id = ${integers(complexes)})`,
    );
  }
  if (buildings) conditions.push(sql<boolean>`units.building_id = ${integers(buildings)}`);
  for (const [kind, condition] of Object.entries(ENTRIES)) {
    const chosen = entries[kind as keyof typeof ENTRIES];
    if (chosen?.length) conditions.push(condition(chosen));
  }
  return joinByAnd([...conditions, ...livedIn(tags)]);
}
