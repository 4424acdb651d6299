import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { CsvCell } from '#console/data/export/csv.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES } from '#resources/rules/requests/constants.ts';
import { folded, fullName } from '../model/people.ts';
import { addressText } from '../model/places.ts';
import { statusOf } from '../status-badge.tsx';

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
const moment = (at: string | null | undefined) => (at ? WHEN.format(new Date(at)) : '');

/** What each column says of a request, as text. */
function rowOf(task: TaskCard, translate: Translate): Record<ListColumn, string> {
  return {
    number: task.task_name,
    status: translate(`tasks.statuses.${statusOf(task)}`),
    service: task.service.name,
    description: task.information.description,
    address: addressText(task, translate),
    performer: task.performer ? fullName(task.performer) : '',
    author: fullName(task.creator),
    date: moment(task.creation_date),
    deadline: moment(task.deadline),
    reason: task.resolution_description ?? '',
  };
}

/** A request of the list. */
export interface Row {
  task: TaskCard;
  cells: Record<ListColumn, string>;
  /** Everything it says, to be searched in. */
  said: string;
}

/** Rows that were made before: one that has not changed stays the same object and is not drawn anew. */
const made = new WeakMap<TaskCard, Row>();

const rowsOf = (tasks: readonly TaskCard[], translate: Translate): Row[] =>
  tasks.map((task) => {
    const known = made.get(task);
    if (known) return known;
    const cells = rowOf(task, translate);
    const row = { task, cells, said: folded(Object.values(cells).join(' ')) };
    made.set(task, row);
    return row;
  });

/** The rows that have every word of what is looked for. */
function found(rows: readonly Row[], typed: string): readonly Row[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return words.length ? rows.filter(({ said }) => words.every((word) => said.includes(word))) : rows;
}

/** By what the requests of a stage are sorted; null as they stand in their column. */
export type ListSort = { column: ListColumn; isDown: boolean } | null;

/** The sort that an address names, «deadline» or «-deadline». */
export function sortOf(named: string | null): ListSort {
  const isDown = named?.startsWith('-') ?? false;
  const column = LIST_COLUMNS.find((one) => one === (isDown ? named?.slice(1) : named));
  return column ? { column, isDown } : null;
}

/** The next sort when the head of a column is pressed: up, down, as in the column; and how an address names it. */
export function nextSort(sort: ListSort, column: ListColumn): string | null {
  if (sort?.column !== column) return column;
  return sort.isDown ? null : `-${column}`;
}

const byText = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });

/** What is sorted by something else than its text: numbers and moments. */
const VALUES: Partial<Record<ListColumn, (task: TaskCard) => number | null>> = {
  number: ({ id }) => id,
  date: ({ creation_date }) => Date.parse(creation_date),
  deadline: ({ deadline }) => (deadline ? Date.parse(deadline) : null),
};

/** Rows in the order of a sort, stage by stage; what a request does not have comes last either way. */
function sorted(rows: readonly Row[], sort: ListSort): readonly Row[] {
  if (!sort) return rows;
  const { column, isDown } = sort;
  const value = VALUES[column];
  const isEmpty = ({ task, cells }: Row) => (value ? value(task) === null : cells[column] === '');
  const compare = (a: Row, b: Row) =>
    value ? (value(a.task) ?? 0) - (value(b.task) ?? 0) : byText.compare(a.cells[column], b.cells[column]);
  const stage = ({ task }: Row) => TASK_STAGES.indexOf(task.stage);
  return rows.toSorted(
    (a, b) =>
      stage(a) - stage(b) || Number(isEmpty(a)) - Number(isEmpty(b)) || (isDown ? compare(b, a) : compare(a, b)),
  );
}

/** The requests of a filter in rows that have every searched word. */
export function useRows(tasks: readonly TaskCard[] | undefined, typed: string, sort: ListSort): readonly Row[] {
  const translate = useTranslate();
  const rows = useMemo(() => rowsOf(tasks ?? [], translate), [tasks, translate]);
  return useMemo(() => sorted(found(rows, typed), sort), [rows, typed, sort]);
}

/**
 * Head and rows of the file: what the list shows, the searched words and its order
 * included.
 */
export function csvOf(
  tasks: readonly TaskCard[],
  { typed, sort }: { typed: string; sort: ListSort },
  translate: Translate,
): { header: string[]; rows: CsvCell[][] } {
  const header = LIST_COLUMNS.map((column) => translate(`tasks.list.columns.${column}`));
  const rows = sorted(found(rowsOf(tasks, translate), typed), sort).map(({ cells }) =>
    LIST_COLUMNS.map((column) => cells[column]),
  );
  return { header, rows };
}
