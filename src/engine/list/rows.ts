import type { ListControllerResult, RaRecord, SortPayload } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { PAGE } from '#resources/limits.ts';
import type { PlacedCalendar } from '../calendar/place.ts';

/** The records of a list as its screens take them, wherever they come from. */
export interface Rows {
  /** Content of react-admin's list context. */
  list: ListControllerResult<RaRecord>;
  /** Whether records were added since the list was fetched from its beginning. */
  hasNew: boolean;
  /** Null for a list that is not endless. */
  endless: EndlessPages | null;
  /** Whether there are records; left out where the list's own records tell it. */
  hasRecords?: boolean;
  /** Of a board alone. */
  board?: BoardPages;
  /** Of a calendar alone. */
  calendar?: CalendarPages;
}

/** Properties of a calendar besides its records. */
export interface CalendarPages {
  place: PlacedCalendar;
  /** Numbers of records by day, of days that are not loaded completely. */
  counts: Readonly<Record<string, number>>;
  /** Records without a date; undefined while that is not known. */
  undated: number | undefined;
  /** Loads the next records of one day, or of those without a date; null where all are there. */
  loadMore: (() => void) | null;
  /** How many records were loaded of a list that the server does not search by days, where it has more; null where all were. */
  loadedOnly: number | null;
}

/** Properties of a board besides its records. */
export interface BoardPages {
  /** How far each column is loaded, by state. */
  columns: Readonly<Record<string, ColumnPages>>;
  /** Loads the next cards of a column, unless they are on their way or there are none. */
  loadMore: (state: string) => void;
}

/** How far a column of a board is loaded. */
export interface ColumnPages {
  /** Cards in all. */
  count: number;
  isComplete: boolean;
}

/** Properties of an endless list besides its records. */
export interface EndlessPages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** Whether the next page was asked for and did not come. */
  isNextPageFailed: boolean;
  /** Fetches the next page, unless the list is being fetched already. */
  fetchNextPage: () => Promise<unknown>;
  /** Begins with the first page anew. */
  restart: () => void;
  /** Tells this list from the same with other filters, another order, another choice of buildings. */
  listKey: string;
  /** How many pages there are so far. */
  pageCount: number;
}

/** Fetches the records of a definition; the same hook as long as the definition is the same. */
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

/** Initial sort of a list: that of the definition, else the server's. */
export function firstSort({ list, generic }: Resource): SortPayload {
  return list.sort ?? (generic ? { field: 'id', order: 'DESC' } : { field: '', order: 'ASC' });
}
