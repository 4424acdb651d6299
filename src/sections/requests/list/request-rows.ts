import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { CsvCell } from '#console/data/export/csv.ts';
import { currentDate } from '#resources/clock.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES } from '#resources/rules/requests/constants.ts';
import { foldText, fullName } from '../model/people.ts';
import { addressText } from '../model/places.ts';
import { requestStatus } from '../status-badge.tsx';

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** Columns of the list, the paper and the file, in order. */
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

const WHEN = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'short' });
/** A moment of the wire in a format; empty if it is not a date. */
function formatMoment(at: string | null | undefined, format: (date: Date) => Intl.DateTimeFormat): string {
  const date = new Date(at ?? '');
  return Number.isNaN(date.getTime()) ? '' : format(date).format(date);
}

const moment = (at: string | null | undefined) => formatMoment(at, () => WHEN);

const WITHOUT_YEAR = new Intl.DateTimeFormat('ru', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** A moment in a cell of the list, which is narrow: this year goes without saying. */
export function shortMoment(at: string): string {
  return formatMoment(at, (date) => (date.getFullYear() === currentDate().getFullYear() ? WITHOUT_YEAR : WHEN));
}

/** The name of a request in the column of numbers: «№ 33» of «Заявка № 33», another server's name as it is. */
export const shortName = (name: string): string => /№\s*\d+$/.exec(name)?.[0] ?? name;

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
    date: moment(request.creation_date),
    deadline: moment(request.deadline),
    reason: request.resolution_description ?? '',
  };
}

/** A request of the list. */
export interface RequestListRow {
  request: TaskCard;
  cells: Record<ListColumn, string>;
  /** Everything it says, to be searched in. */
  text: string;
}

/** Rows by request: an unchanged row stays the same object and is not redrawn. */
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

/** Sort order within a stage; null: the order of the column. */
export type ListSort = { column: ListColumn; isDown: boolean } | null;

/** The sort that an address names, «deadline» or «-deadline». */
export function readSort(text: string | null): ListSort {
  const isDown = text?.startsWith('-') ?? false;
  const column = LIST_COLUMNS.find((one) => one === (isDown ? text?.slice(1) : text));
  return column ? { column, isDown } : null;
}

/** The next sort when the head of a column is pressed: up, down, as in the column; and how an address names it. */
export function nextSort(sort: ListSort, column: ListColumn): string | null {
  if (sort?.column !== column) return column;
  return sort.isDown ? null : `-${column}`;
}

const byText = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });

/** Columns that are not sorted as text: numbers and moments. */
const VALUES: Partial<Record<ListColumn, (request: TaskCard) => number | null>> = {
  number: ({ id }) => id,
  date: ({ creation_date }) => Date.parse(creation_date),
  deadline: ({ deadline }) => (deadline ? Date.parse(deadline) : null),
};

/** Rows sorted within each stage; empty values come last in both directions. */
function sorted(rows: readonly RequestListRow[], sort: ListSort): readonly RequestListRow[] {
  if (!sort) return rows;
  const { column, isDown } = sort;
  const value = VALUES[column];
  const isEmpty = ({ request, cells }: RequestListRow) => (value ? value(request) === null : cells[column] === '');
  const compare = (a: RequestListRow, b: RequestListRow) =>
    value ? (value(a.request) ?? 0) - (value(b.request) ?? 0) : byText.compare(a.cells[column], b.cells[column]);
  const stage = ({ request }: RequestListRow) => TASK_STAGES.indexOf(request.stage);
  return rows.toSorted(
    (a, b) =>
      stage(a) - stage(b) || Number(isEmpty(a)) - Number(isEmpty(b)) || (isDown ? compare(b, a) : compare(a, b)),
  );
}

/** The requests of a filter in rows that have every searched word. */
export function useRows(
  requests: readonly TaskCard[] | undefined,
  search: string,
  sort: ListSort,
): readonly RequestListRow[] {
  const translate = useTranslate();
  const rows = useMemo(() => toRows(requests ?? [], translate), [requests, translate]);
  return useMemo(() => sorted(matchingRows(rows, search), sort), [rows, search, sort]);
}

/**
 * Head and rows of the file: what the list shows, the searched words and its order
 * included.
 */
export function toCsv(
  requests: readonly TaskCard[],
  { search, sort }: { search: string; sort: ListSort },
  translate: Translate,
): { header: string[]; rows: CsvCell[][] } {
  const header = LIST_COLUMNS.map((column) => translate(`tasks.list.columns.${column}`));
  const rows = sorted(matchingRows(toRows(requests, translate), search), sort).map(({ cells }) =>
    LIST_COLUMNS.map((column) => cells[column]),
  );
  return { header, rows };
}
