import { COLUMNS_KEY } from '../column-choice/column-choice.ts';
import { GROUP_KEY } from '../groups/group-key.ts';
import type { ListState } from '../list-state.ts';

/**
 * Query string with filters, sort, columns and groups of a list; complete, so that nothing of the last visit is mixed in.
 * @param columns column choice; null for a list without one
 * @param group group choice; null for a list without one
 */
export function viewQuery(
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

/** The query string without the open record and the page, and with the column choice if there is one. */
export function urlQuery(search: string, columns: string | null): string {
  const params = new URLSearchParams(search);
  for (const name of ['id', 'page']) params.delete(name);
  if (columns !== null) params.set(COLUMNS_KEY, columns);
  return params.toString();
}

/**
 * Whether two queries are equivalent, in any order of parameters. Columns and groups are compared only if both queries have them,
 * because a view may be saved without.
 */
export function isSameView(one: string, other: string): boolean {
  const [first, second] = [new URLSearchParams(one), new URLSearchParams(other)];
  const missingKeys = [COLUMNS_KEY, GROUP_KEY].filter((key) => !first.has(key) || !second.has(key));
  const [a, b] = [first, second].map((params) => {
    for (const key of missingKeys) params.delete(key);
    params.sort();
    return params.toString();
  });
  return a === b;
}
