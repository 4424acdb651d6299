import type { Kind } from '#resources/language/kinds/kind.ts';

/**
 * A draft is a set of changes to an older version of a record. Only the person's own changes are applied to the current version.
 */

/** A conflict: a field that both sides changed and, for a field with named parts, the part. */
export interface MergeConflict {
  field: string;
  part: string | null;
}

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

type Id = string | number;

/** How values of a field are compared; depends on its kind. */
type Comparison = Pick<Kind, 'hasParts' | 'isSame'>;

/** Identity of a list item: the id of a stored object such as a file, or the value itself; undefined for anything else. */
function itemId(item: unknown): Id | undefined {
  const id = isValues(item) ? item.id : item;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

const isListOfIds = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((item) => itemId(item) !== undefined);

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Merges lists of ids or of items with ids as sets: additions and removals of both sides are applied. Items that the
 * draft adds come from the draft, all others from the current record, because URLs of files are signed for each session.
 */
function mergeSets(typed: unknown[], original: unknown[], now: unknown[]): unknown[] {
  const [mine, was, is] = [new Set(typed.map(itemId)), new Set(original.map(itemId)), new Set(now.map(itemId))];
  const added = typed.filter((item) => !was.has(itemId(item)) && !is.has(itemId(item)));
  return [...now.filter((item) => mine.has(itemId(item)) || !was.has(itemId(item))), ...added];
}

/**
 * Merges a draft into the current record.
 * @param draft the fields that the person changed
 * @param original their values when the draft was started
 * @param now the current initial values of the form
 * @param comparisonOf how the values of a field are compared; undefined for a field without a kind
 * @returns the values to set, and the conflicts, for which the value of the record is kept
 */
export function mergeDraft(
  draft: Values,
  original: Values,
  now: Values,
  comparisonOf: (field: string) => Comparison | undefined = () => undefined,
): { values: Values; conflicts: MergeConflict[] } {
  const values: Record<string, unknown> = {};
  const conflicts: MergeConflict[] = [];
  for (const [field, mine] of Object.entries(draft)) {
    const [was, is] = [original[field], now[field]];
    const comparison = comparisonOf(field);
    const equalsCurrent = (one: unknown) => isEqual(one, is) || comparison?.isSame?.(one, is) === true;
    if (equalsCurrent(was) || equalsCurrent(mine)) values[field] = mine;
    else if (isListOfIds(mine) && isListOfIds(was) && isListOfIds(is)) values[field] = mergeSets(mine, was, is);
    else if (comparison?.hasParts && isValues(mine) && isValues(was) && isValues(is)) {
      const parts = Object.keys({ ...is, ...mine });
      const partsOfRecord = parts.filter((part) => isEqual(mine[part], was[part]) || !isEqual(was[part], is[part]));
      for (const part of partsOfRecord) {
        if (!isEqual(mine[part], was[part]) && !isEqual(mine[part], is[part])) conflicts.push({ field, part });
      }
      values[field] = Object.fromEntries(
        parts.map((part) => [part, partsOfRecord.includes(part) ? is[part] : mine[part]]),
      );
    } else conflicts.push({ field, part: null });
  }
  return { values, conflicts };
}
