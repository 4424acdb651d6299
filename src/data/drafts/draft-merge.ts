import type { Kind } from '#resources/language/kinds/kind.ts';

/**
 * A draft is a set of changes to a record as it was then. Where the record has changed since, only the person's own changes
 * come back; changes of others stay.
 */

/** A place that both changed: the field, and of a field made of named parts the part. */
export interface Clash {
  field: string;
  part: string | null;
}

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

type Id = string | number;

/** Comparison of values by their kind. */
type Comparison = Pick<Kind, 'parted' | 'isSame'>;

/** The key of an item of a list: the id of a stored thing, a file say; undefined for anything else. */
function itemId(item: unknown): Id | undefined {
  const id = isValues(item) ? item.id : item;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

const isSet = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((item) => itemId(item) !== undefined);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Lists of ids, and of items with ids, are sets: additions and removals of both sides count. An item is
 * taken from the present record: the addresses of a file are signed anew for every session.
 */
function mergedSets(typed: unknown[], began: unknown[], now: unknown[]): unknown[] {
  const [mine, was, is] = [new Set(typed.map(itemId)), new Set(began.map(itemId)), new Set(now.map(itemId))];
  const added = typed.filter((item) => !was.has(itemId(item)) && !is.has(itemId(item)));
  return [...now.filter((item) => mine.has(itemId(item)) || !was.has(itemId(item))), ...added];
}

/**
 * Merges a draft into a record as it is now.
 * @param draft the fields that the person changed
 * @param began their values when the draft began
 * @param now the form's initial values today
 * @param comparisonOf how the values of a field are compared; undefined for a field of no kind
 * @returns the fields to set, and what both changed to something else: there the record's own value stays
 */
export function mergeDraft(
  draft: Values,
  began: Values,
  now: Values,
  comparisonOf: (field: string) => Comparison | undefined = () => undefined,
): { values: Values; clashes: Clash[] } {
  const values: Record<string, unknown> = {};
  const clashes: Clash[] = [];
  for (const [field, mine] of Object.entries(draft)) {
    const [was, is] = [began[field], now[field]];
    const comparison = comparisonOf(field);
    const isUnchanged = (one: unknown) => same(one, is) || comparison?.isSame?.(one, is) === true;
    if (isUnchanged(was) || isUnchanged(mine)) values[field] = mine;
    else if (isSet(mine) && isSet(was) && isSet(is)) values[field] = mergedSets(mine, was, is);
    else if (comparison?.parted && isValues(mine) && isValues(was) && isValues(is)) {
      const parts = Object.keys({ ...is, ...mine });
      const partsOfRecord = parts.filter((part) => same(mine[part], was[part]) || !same(was[part], is[part]));
      for (const part of partsOfRecord) {
        if (!same(mine[part], was[part]) && !same(mine[part], is[part])) clashes.push({ field, part });
      }
      values[field] = Object.fromEntries(
        parts.map((part) => [part, partsOfRecord.includes(part) ? is[part] : mine[part]]),
      );
    } else clashes.push({ field, part: null });
  }
  return { values, clashes };
}
