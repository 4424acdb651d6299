import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { CsvCell } from '#console/data/export/csv.ts';
import { currentDate } from '#resources/clock.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES } from '#resources/rules/requests/constants.ts';
import { foldText, fullName } from '../model/people.ts';
import { addressText } from '../model/request-address.ts';
import { requestStatus } from '../status-badge.tsx';

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** Columns of the on-screen list, the printout and the CSV file, in display order. */
export const LIST_COLUMNS = [
  'number',
  'status',
  'service',
  'description',
  'address',
  'performer',
  'author',
  'date',
  'deadline',
  'reason',
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

const DATE_TIME = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'short' });
/** Formats an ISO timestamp from the API; returns an empty string if it cannot be parsed. */
function formatMoment(at: string | null | undefined, format: (date: Date) => Intl.DateTimeFormat): string {
  const date = new Date(at ?? '');
  return Number.isNaN(date.getTime()) ? '' : format(date).format(date);
}

const formatDateTime = (at: string | null | undefined) => formatMoment(at, () => DATE_TIME);

const DATE_TIME_WITHOUT_YEAR = new Intl.DateTimeFormat('ru', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats a timestamp for a list cell; the current year is omitted to save width. */
export function shortDateTime(at: string): string {
  return formatMoment(at, (date) =>
    date.getFullYear() === currentDate().getFullYear() ? DATE_TIME_WITHOUT_YEAR : DATE_TIME,
  );
}

/** Shortens «Заявка № 33» to «№ 33»; a name without a number is returned unchanged. */
export const shortRequestNumber = (name: string): string => /№\s*\d+$/.exec(name)?.[0] ?? name;

/** Text of each column for a request. */
function rowCells(request: TaskCard, translate: Translate): Record<ListColumn, string> {
  return {
    number: request.task_name,
    status: translate(`tasks.statuses.${requestStatus(request)}`),
    service: request.service.name,
    description: request.information.description,
    address: addressText(request, translate),
    performer: request.performer ? fullName(request.performer) : '',
    author: fullName(request.creator),
    date: formatDateTime(request.creation_date),
    deadline: formatDateTime(request.deadline),
    reason: request.resolution_description ?? '',
  };
}

/** A request of the list. */
export interface RequestListRow {
  request: TaskCard;
  cells: Record<ListColumn, string>;
  /** All cells as one folded text, for the search. */
  text: string;
}

/** Rows by request object, so that the row of an unchanged request keeps its identity and is not rerendered. */
const rowCache = new WeakMap<TaskCard, RequestListRow>();

const toRows = (requests: readonly TaskCard[], translate: Translate): RequestListRow[] =>
  requests.map((request) => {
    const cached = rowCache.get(request);
    if (cached) return cached;
    const cells = rowCells(request, translate);
    const row: RequestListRow = { request, cells, text: foldText(Object.values(cells).join(' ')) };
    rowCache.set(request, row);
    return row;
  });

/** The rows that contain every word of the search text. */
function matchingRows(rows: readonly RequestListRow[], search: string): readonly RequestListRow[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  return words.length ? rows.filter(({ text }) => words.every((word) => text.includes(word))) : rows;
}

/** Sort order within a stage; null keeps the board's own order. */
export type ListSort = { column: ListColumn; isDown: boolean } | null;

/** Parses the sort parameter of the address, `deadline` or `-deadline`. */
export function readSort(text: string | null): ListSort {
  const isDown = text?.startsWith('-') ?? false;
  const column = LIST_COLUMNS.find((one) => one === (isDown ? text?.slice(1) : text));
  return column ? { column, isDown } : null;
}

/** The next value of the sort parameter after a click on a column header: ascending, descending, then none (null). */
export function nextSort(sort: ListSort, column: ListColumn): string | null {
  if (sort?.column !== column) return column;
  return sort.isDown ? null : `-${column}`;
}

const collator = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });

/** Sort values of the columns that are not sorted as text. */
const SORT_VALUES: Partial<Record<ListColumn, (request: TaskCard) => number | null>> = {
  number: ({ id }) => id,
  date: ({ creation_date }) => Date.parse(creation_date),
  deadline: ({ deadline }) => (deadline ? Date.parse(deadline) : null),
};

/** Rows sorted within each stage; empty values come last in both directions. */
function sortRows(rows: readonly RequestListRow[], sort: ListSort): readonly RequestListRow[] {
  if (!sort) return rows;
  const { column, isDown } = sort;
  const sortValue = SORT_VALUES[column];
  const isEmpty = ({ request, cells }: RequestListRow) =>
    sortValue ? sortValue(request) === null : cells[column] === '';
  const compare = (a: RequestListRow, b: RequestListRow) =>
    sortValue
      ? (sortValue(a.request) ?? 0) - (sortValue(b.request) ?? 0)
      : collator.compare(a.cells[column], b.cells[column]);
  const stage = ({ request }: RequestListRow) => TASK_STAGES.indexOf(request.stage);
  return rows.toSorted(
    (a, b) =>
      stage(a) - stage(b) || Number(isEmpty(a)) - Number(isEmpty(b)) || (isDown ? compare(b, a) : compare(a, b)),
  );
}

/** Rows for the given requests, narrowed by the search text and sorted. */
export function useRows(
  requests: readonly TaskCard[] | undefined,
  search: string,
  sort: ListSort,
): readonly RequestListRow[] {
  const translate = useTranslate();
  const rows = useMemo(() => toRows(requests ?? [], translate), [requests, translate]);
  return useMemo(() => sortRows(matchingRows(rows, search), sort), [rows, search, sort]);
}

/** CSV header and rows: all `LIST_COLUMNS`, whatever columns are visible, with the list's search and sort applied. */
export function toCsv(
  requests: readonly TaskCard[],
  { search, sort }: { search: string; sort: ListSort },
  translate: Translate,
): { header: string[]; rows: CsvCell[][] } {
  const header = LIST_COLUMNS.map((column) => translate(`tasks.list.columns.${column}`));
  const rows = sortRows(matchingRows(toRows(requests, translate), search), sort).map(({ cells }) =>
    LIST_COLUMNS.map((column) => cells[column]),
  );
  return { header, rows };
}
