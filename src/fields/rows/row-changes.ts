import type { Row } from '#resources/language/kinds/row-values.ts';

/** A change of a row. `at` is its place now, or where it was when it is gone; both from 0. */
export type RowChange =
  | { what: 'added' | 'gone' | 'moved'; at: number; row: Row }
  | { what: 'changed'; at: number; row: Row; before: Row; columns: readonly string[] };

interface Placed {
  at: number;
  row: Row;
}

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Pairs of places at which two lists say the same, in order: as many of them as there can be. */
function commonPlaces(before: readonly string[], after: readonly string[]): [number, number][] {
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

/** Rows that stand elsewhere now, word for word; they are taken out of both lists. */
function takeMoved(lost: Placed[], fresh: Placed[]): RowChange[] {
  return [...fresh].flatMap((one): RowChange[] => {
    const former = lost.findIndex(({ row }) => isEqual(row, one.row));
    if (former < 0) return [];
    lost.splice(former, 1);
    fresh.splice(fresh.indexOf(one), 1);
    return [{ what: 'moved', ...one }];
  });
}

/**
 * How a list of rows has changed: what was added, what is gone, what stands elsewhere, and in which columns a row holds
 * something else. Between two rows that have stayed, those that are gone and those that are new are taken for the same in order.
 */
export function rowChanges(before: readonly Row[], after: readonly Row[], columns: readonly string[]): RowChange[] {
  const key = (row: Row) => JSON.stringify(columns.map((name) => row[name] ?? null));
  const pairs = commonPlaces(before.map(key), after.map(key));
  const ends = [...pairs, [before.length, after.length] as const];
  const gaps = ends.map(([one, other], at) => {
    const [from, fromOther] = pairs[at - 1] ?? [-1, -1];
    const placed = (rows: readonly Row[], start: number, end: number): Placed[] =>
      rows.slice(start, end).map((row, place) => ({ at: start + place, row }));
    return { lost: placed(before, from + 1, one), fresh: placed(after, fromOther + 1, other) };
  });
  const allLost = gaps.flatMap(({ lost }) => lost);
  const allFresh = gaps.flatMap(({ fresh }) => fresh);
  const moved = takeMoved(allLost, allFresh);
  const unmovedChanges = gaps.flatMap((gap): RowChange[] => {
    const lost = gap.lost.filter((one) => allLost.includes(one));
    const fresh = gap.fresh.filter((one) => allFresh.includes(one));
    const pairCount = Math.min(lost.length, fresh.length);
    const changed = fresh.slice(0, pairCount).map((one, at): RowChange => {
      const { row } = lost[at] ?? one;
      return {
        what: 'changed',
        ...one,
        before: row,
        columns: columns.filter((name) => !isEqual(row[name], one.row[name])),
      };
    });
    const gone = lost.slice(pairCount).map((one): RowChange => ({ what: 'gone', ...one }));
    return [...changed, ...gone, ...fresh.slice(pairCount).map((one): RowChange => ({ what: 'added', ...one }))];
  });
  return [...unmovedChanges, ...moved].sort((one, other) => one.at - other.at);
}
