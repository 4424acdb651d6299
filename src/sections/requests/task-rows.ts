import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { CsvCell } from '#console/data/csv.ts';
import type { TaskCard } from '#resources/protocol/tasks.ts';
import { fullName } from './people.ts';
import { addressText } from './place-text.ts';
import { statusOf } from './status-badge.tsx';

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

const folded = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

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

/** The requests of a filter in rows that have every searched word. */
export function useRows(tasks: readonly TaskCard[] | undefined, typed: string): readonly Row[] {
  const translate = useTranslate();
  const rows = useMemo(() => rowsOf(tasks ?? [], translate), [tasks, translate]);
  return useMemo(() => found(rows, typed), [rows, typed]);
}

/** Head and rows of the file (issue 5 "CSV of the filtered list"): what the list shows, the searched words included. */
export function csvOf(
  tasks: readonly TaskCard[],
  typed: string,
  translate: Translate,
): { header: string[]; rows: CsvCell[][] } {
  const header = LIST_COLUMNS.map((column) => translate(`tasks.list.columns.${column}`));
  const rows = found(rowsOf(tasks, translate), typed).map(({ cells }) => LIST_COLUMNS.map((column) => cells[column]));
  return { header, rows };
}
