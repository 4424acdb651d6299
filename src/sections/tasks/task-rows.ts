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
export function rowOf(task: TaskCard, translate: Translate): Record<ListColumn, string> {
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

/** Head and rows of the file (issue 5 "CSV of the filtered list"). */
export function csvOf(tasks: readonly TaskCard[], translate: Translate): { header: string[]; rows: CsvCell[][] } {
  const header = LIST_COLUMNS.map((column) => translate(`tasks.list.columns.${column}`));
  const rows = tasks.map((task) => {
    const row = rowOf(task, translate);
    return LIST_COLUMNS.map((column) => row[column]);
  });
  return { header, rows };
}
