import type { Kind } from '#resources/language/kinds/kind.ts';

/**
 * Merges drafts with newer records: a draft is a set of changes to a record as it was then. If the record has changed since, only
 * the own changes of the person are restored; changes of others stay.
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

const isSet = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((item) => itemId(item) !== undefined);

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Merges lists of ids or of items with ids as sets: additions and removals of both sides are applied. Items come from the current
 * record, because URLs of files are signed for each session.
 */
function mergeSets(typed: unknown[], began: unknown[], now: unknown[]): unknown[] {
  const [mine, was, is] = [new Set(typed.map(itemId)), new Set(began.map(itemId)), new Set(now.map(itemId))];
  const added = typed.filter((item) => !was.has(itemId(item)) && !is.has(itemId(item)));
  return [...now.filter((item) => mine.has(itemId(item)) || !was.has(itemId(item))), ...added];
}

/**
 * Merges a draft into the current record.
 * @param draft the fields that the person changed
 * @param began their values when the draft was started
 * @param now the current initial values of the form
 * @param comparisonOf how the values of a field are compared; undefined for a field without a kind
 * @returns the values to set, and the conflicts, for which the value of the record is kept
 */
export function mergeDraft(
  draft: Values,
  began: Values,
  now: Values,
  comparisonOf: (field: string) => Comparison | undefined = () => undefined,
): { values: Values; clashes: MergeConflict[] } {
  const values: Record<string, unknown> = {};
  const clashes: MergeConflict[] = [];
  for (const [field, mine] of Object.entries(draft)) {
    const [was, is] = [began[field], now[field]];
    const comparison = comparisonOf(field);
    const isUnchanged = (one: unknown) => isEqual(one, is) || comparison?.isSame?.(one, is) === true;
    if (isUnchanged(was) || isUnchanged(mine)) values[field] = mine;
    else if (isSet(mine) && isSet(was) && isSet(is)) values[field] = mergeSets(mine, was, is);
    else if (comparison?.hasParts && isValues(mine) && isValues(was) && isValues(is)) {
      const parts = Object.keys({ ...is, ...mine });
      const partsOfRecord = parts.filter((part) => isEqual(mine[part], was[part]) || !isEqual(was[part], is[part]));
      for (const part of partsOfRecord) {
        if (!isEqual(mine[part], was[part]) && !isEqual(mine[part], is[part])) clashes.push({ field, part });
      }
      values[field] = Object.fromEntries(
        parts.map((part) => [part, partsOfRecord.includes(part) ? is[part] : mine[part]]),
      );
    } else clashes.push({ field, part: null });
  }
  return { values, clashes };
}
