import type { ListControllerResult, RaRecord, SortPayload } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { PAGE } from '#resources/limits.ts';
import type { CalendarNavigation } from '../calendar/place.ts';

/** Records of a list in the form its components use, however they are fetched. */
export interface Rows {
  /** Value of react-admin's list context. */
  list: ListControllerResult<RaRecord>;
  /** Whether records were added since the list was fetched from its beginning. */
  hasNew: boolean;
  /** Infinite scrolling; null for other lists. */
  endless: InfinitePages | null;
  /** Whether the list has records; omitted where the list's own `data` tells. */
  hasRecords?: boolean;
  /** Only for boards. */
  board?: BoardPages;
  /** Only for calendars. */
  calendar?: CalendarPages;
}

/** State of a calendar besides its records. */
export interface CalendarPages {
  place: CalendarNavigation;
  /** Number of records by day, for days that are not loaded completely. */
  counts: Readonly<Record<string, number>>;
  /** Number of records without a date; undefined while unknown. */
  undated: number | undefined;
  /** Loads the next records of one day, or of those without a date; null when all are loaded. */
  loadMore: (() => void) | null;
  /** Number of loaded records if the server cannot search the list by days and has more; otherwise null. */
  loadedOnly: number | null;
}

/** State of a board besides its records. */
export interface BoardPages {
  /** Loading state of each column, by state. */
  columns: Readonly<Record<string, ColumnPages>>;
  /** Loads the next cards of a column; does nothing while it is loading or complete. */
  loadMore: (state: string) => void;
}

/** Loading state of a board column. */
export interface ColumnPages {
  /** Total number of cards. */
  count: number;
  isComplete: boolean;
}

/** State of an infinite list besides its records. */
export interface InfinitePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** Whether fetching the next page failed. */
  isNextPageFailed: boolean;
  /** Fetches the next page, unless the list is already being fetched. */
  fetchNextPage: () => Promise<unknown>;
  /** Starts again from the first page. */
  restart: () => void;
  /** Hashed query key: differs by filters, sort and buildings. */
  listKey: string;
  /** Number of loaded pages. */
  pageCount: number;
}

/** Hook that fetches the records of a definition; must not change while the definition stays the same. */
export type UseRows = (resource: Resource) => Rows;

/** Page sizes that a list offers (SET-07). */
export function pageSizes(resource: Resource): readonly number[] {
  return resource.list.pageSizes ?? PAGE.settingsSizes;
}

/** Initial page size: the definition's, else 50, else the nearest smaller size that the list offers. */
export function initialPageSize(resource: Resource): number {
  const sizes = pageSizes(resource);
  const ownSize = resource.api.pageSize;
  if (ownSize !== undefined && sizes.includes(ownSize)) return ownSize;
  return sizes.findLast((size) => size <= PAGE.settings) ?? sizes[0] ?? PAGE.settings;
}

/** Initial sort: the definition's, else newest first for generically stored records, else the server's. */
export function initialSort({ list, generic }: Resource): SortPayload {
  return list.sort ?? (generic ? { field: 'id', order: 'DESC' } : { field: '', order: 'ASC' });
}
