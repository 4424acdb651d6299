import type { RaRecord, SortPayload } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { PAGE } from '#resources/limits.ts';

/** The rows of a list and what can be done with them, wherever they come from. */
export interface Rows {
  /** Undefined until they are there. */
  rows: readonly RaRecord[] | undefined;
  /** Rows on all pages; undefined when the server does not count them. */
  total: number | undefined;
  isFetching: boolean;
  error: Error | null;
  refetch: () => void;
  page: number;
  perPage: number;
  setPage: (page: number) => void;
  setPerPage: (perPage: number) => void;
  sort: SortPayload;
  setSort: (sort: SortPayload) => void;
  filters: Readonly<Record<string, unknown>>;
  setFilters: (filters: Record<string, unknown>) => void;
  /** What the controls beside the title filter by: each always has a value. */
  header: Readonly<Record<string, unknown>>;
  setHeader: (name: string, value: unknown) => void;
  /** Whether somebody has added records since the list was fetched from its beginning. */
  fresh?: boolean;
  /** Of an endless list. */
  more?: More;
}

/** What an endless list has besides its rows. */
export interface More {
  /** Whether there is a further page. */
  has: boolean;
  /** Whether it is on its way. */
  loading: boolean;
  /** Whether it was asked for and did not come. */
  failed: boolean;
  /** Gets it, unless the list is being fetched already. */
  load: () => void;
  /** Begins with the first page anew. */
  restart: () => void;
  /** Tells this list from the same with other filters, another order, another choice of buildings. */
  of: string;
  /** How many pages there are so far. */
  pages: number;
}

/** Fetches the rows of a definition; the same hook for as long as the definition is. */
export type UseRows = (resource: Resource) => Rows;

/** The page sizes a list offers (SET-07). */
export function pageSizes(resource: Resource): readonly number[] {
  return resource.list.pageSizes ?? PAGE.settingsSizes;
}

/** The page size a list begins with: that of the definition, else 50, or the one of its own that is nearest below. */
export function firstPageSize(resource: Resource): number {
  const sizes = pageSizes(resource);
  const own = resource.api.pageSize;
  if (own !== undefined && sizes.includes(own)) return own;
  return sizes.findLast((size) => size <= PAGE.settings) ?? sizes[0] ?? PAGE.settings;
}

/** How a list is sorted before anybody sorts it: as the definition says, else as the server does. */
export function firstSort({ list, generic }: Resource): SortPayload {
  return list.sort ?? (generic ? { field: 'id', order: 'DESC' } : { field: '', order: 'ASC' });
}
