import { COLUMNS_KEY } from '../column-choice/column-choice.ts';
import type { ListState } from '../list-state.ts';

/**
 * What a list is narrowed by and sorted by and which columns it shows, as its address says it: whole, so that nothing of the last
 * visit is added to it.
 * @param columns the choice of columns; null for a list that has none
 */
export function queryOfList(
  { sort, perPage }: Pick<ListState, 'sort' | 'perPage'>,
  filters: Readonly<Record<string, unknown>>,
  columns: string | null,
): string {
  return new URLSearchParams({
    filter: JSON.stringify(filters),
    sort: sort.field,
    order: sort.order,
    page: '1',
    perPage: String(perPage),
    ...(columns === null ? {} : { [COLUMNS_KEY]: columns }),
  }).toString();
}

/** The query of an address without the record that is open there and the page, with the choice of columns where there is one. */
export function queryOfAddress(search: string, columns: string | null): string {
  const params = new URLSearchParams(search);
  for (const name of ['id', 'page']) params.delete(name);
  if (columns !== null) params.set(COLUMNS_KEY, columns);
  return params.toString();
}

/** Whether two queries say the same, in whatever order. A view that was saved without columns says nothing of them. */
export function isSameView(one: string, other: string): boolean {
  const [first, second] = [new URLSearchParams(one), new URLSearchParams(other)];
  const isTold = first.has(COLUMNS_KEY) && second.has(COLUMNS_KEY);
  const [a, b] = [first, second].map((params) => {
    if (!isTold) params.delete(COLUMNS_KEY);
    params.sort();
    return params.toString();
  });
  return a === b;
}
