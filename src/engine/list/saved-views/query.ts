import { COLUMNS_KEY } from '../column-choice/column-choice.ts';
import { GROUP_KEY } from '../groups/group-key.ts';
import type { ListState } from '../list-state.ts';

/**
 * Filters, sort, columns and groups of a list, as its address has them: whole, so that nothing of the last
 * visit is added to it.
 * @param columns the choice of columns; null for a list that has none
 * @param group the choice of groups; null for a list that has none
 */
export function queryOfList(
  { sort, perPage }: Pick<ListState, 'sort' | 'perPage'>,
  filters: Readonly<Record<string, unknown>>,
  columns: string | null,
  group: string | null = null,
): string {
  return new URLSearchParams({
    filter: JSON.stringify(filters),
    sort: sort.field,
    order: sort.order,
    page: '1',
    perPage: String(perPage),
    ...(columns === null ? {} : { [COLUMNS_KEY]: columns }),
    ...(group === null ? {} : { [GROUP_KEY]: group }),
  }).toString();
}

/** The query of an address without the record that is open there and the page, with the choice of columns where there is one. */
export function queryOfAddress(search: string, columns: string | null): string {
  const params = new URLSearchParams(search);
  for (const name of ['id', 'page']) params.delete(name);
  if (columns !== null) params.set(COLUMNS_KEY, columns);
  return params.toString();
}

/** Whether two queries say the same, in whatever order. A view that was saved without columns, or groups, says nothing of them. */
export function isSameView(one: string, other: string): boolean {
  const [first, second] = [new URLSearchParams(one), new URLSearchParams(other)];
  const untold = [COLUMNS_KEY, GROUP_KEY].filter((key) => !first.has(key) || !second.has(key));
  const [a, b] = [first, second].map((params) => {
    for (const key of untold) params.delete(key);
    params.sort();
    return params.toString();
  });
  return a === b;
}
