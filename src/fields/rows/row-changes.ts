import type { Row } from '#resources/language/kinds/row-values.ts';

/** A change of a row. `at` is its current index, or its former one if it was removed; from 0. */
export type RowChange =
  | { what: 'added' | 'gone' | 'moved'; at: number; row: Row }
  | { what: 'changed'; at: number; row: Row; before: Row; columns: readonly string[] };

interface IndexedRow {
  at: number;
  row: Row;
}

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Longest common subsequence of two lists, as pairs of indexes. */
function longestCommonPairs(before: readonly string[], after: readonly string[]): [number, number][] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const lengthAt = (one: number, other: number) => lengths[one]?.[other] ?? 0;
  for (let one = before.length - 1; one >= 0; one -= 1) {
    const row = lengths[one] ?? [];
    for (let other = after.length - 1; other >= 0; other -= 1) {
      row[other] =
        before[one] === after[other]
          ? lengthAt(one + 1, other + 1) + 1
          : Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let one = 0, other = 0; one < before.length && other < after.length; ) {
    if (before[one] === after[other]) {
      pairs.push([one, other]);
      one += 1;
      other += 1;
    } else if (lengthAt(one + 1, other) >= lengthAt(one, other + 1)) one += 1;
    else other += 1;
  }
  return pairs;
}

/** Finds rows that were moved unchanged and removes them from both lists. */
function extractMoved(removed: IndexedRow[], added: IndexedRow[]): RowChange[] {
  return [...added].flatMap((one): RowChange[] => {
    const formerIndex = removed.findIndex(({ row }) => isEqual(row, one.row));
    if (formerIndex < 0) return [];
    removed.splice(formerIndex, 1);
    added.splice(added.indexOf(one), 1);
    return [{ what: 'moved', ...one }];
  });
}

/**
 * Changes of a list of rows: added, removed and moved rows, and changed columns. Between two unchanged rows, removed and added
 * rows are paired in order and count as changed.
 */
export function rowChanges(before: readonly Row[], after: readonly Row[], columns: readonly string[]): RowChange[] {
  const key = (row: Row) => JSON.stringify(columns.map((name) => row[name] ?? null));
  const pairs = longestCommonPairs(before.map(key), after.map(key));
  const ends = [...pairs, [before.length, after.length] as const];
  const gaps = ends.map(([one, other], at) => {
    const [from, fromOther] = pairs[at - 1] ?? [-1, -1];
    const withIndexes = (rows: readonly Row[], start: number, end: number): IndexedRow[] =>
      rows.slice(start, end).map((row, offset) => ({ at: start + offset, row }));
    return { removed: withIndexes(before, from + 1, one), added: withIndexes(after, fromOther + 1, other) };
  });
  const allRemoved = gaps.flatMap(({ removed }) => removed);
  const allAdded = gaps.flatMap(({ added }) => added);
  const moved = extractMoved(allRemoved, allAdded);
  const unmovedChanges = gaps.flatMap((gap): RowChange[] => {
    const removed = gap.removed.filter((one) => allRemoved.includes(one));
    const added = gap.added.filter((one) => allAdded.includes(one));
    const pairCount = Math.min(removed.length, added.length);
    const changed = added.slice(0, pairCount).map((one, at): RowChange => {
      const { row } = removed[at] ?? one;
      return {
        what: 'changed',
        ...one,
        before: row,
        columns: columns.filter((name) => !isEqual(row[name], one.row[name])),
      };
    });
    const removedChanges = removed.slice(pairCount).map((one): RowChange => ({ what: 'gone', ...one }));
    return [
      ...changed,
      ...removedChanges,
      ...added.slice(pairCount).map((one): RowChange => ({ what: 'added', ...one })),
    ];
  });
  return [...unmovedChanges, ...moved].sort((one, other) => one.at - other.at);
}
