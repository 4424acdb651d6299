import { featuresNow } from '#console/data/features.ts';
import { request } from '#console/data/http.ts';
import { withQuery } from '#console/data/query-string.ts';
import { tellRefusedFiles } from '#console/data/refused-files.ts';
import { RequestError } from '#console/data/request-error.ts';
import { sentOnce } from '#console/data/sent-once.ts';
import { has } from '#resources/language/features.ts';
import { PAGE } from '#resources/limits.ts';
import {
  historyEntryOf,
  taskChangesOf,
  taskCountOf,
  taskDetailsOf,
  taskSavedOf,
  tasksOf,
} from '#resources/protocol/task-answers.ts';
import type {
  CommentBody,
  TaskCard,
  TaskChanges,
  TaskDetails,
  TaskHistoryEntry,
  TaskPatch,
  TaskSaved,
} from '#resources/protocol/tasks.ts';
import { TASKS_PATH, type TaskStage } from '#resources/rules/requests/constants.ts';
import { type Column, withPage } from './columns.ts';

/** Whether the server has our additions to requests (G-69). */
export const hasAdditions = () => has(featuresNow(), 'tasks');

/** What the board is about. */
export interface BoardFilter {
  /** Ids of the checked buildings. */
  readonly buildings: readonly number[];
  /** Unix seconds; requests created before are not shown. */
  readonly since: number;
  /** Ids; none = all (TASK-08). */
  readonly services: readonly number[];
}

const queryOf = ({ buildings, since, services }: BoardFilter) => ({
  buildings_id: buildings,
  date: since,
  services_id: services.length ? services : null,
});

interface PageWish {
  count: number;
  fromOrder?: number | null;
}

/** One page of a column: the first, or what follows an order (TASK-11, TASK-12). */
async function loadPage(filter: BoardFilter, stage: TaskStage, wish: PageWish, signal?: AbortSignal) {
  const { buildings_id, ...others } = queryOf(filter);
  const query = { buildings_id, stage, count: wish.count, from_order: wish.fromOrder, ...others };
  return tasksOf(await request(withQuery(TASKS_PATH, query), { signal }));
}

/**
 * A column from its beginning.
 * @param wanted how many of it were loaded before; the first page's 30 at least
 */
export async function loadColumn(
  filter: BoardFilter,
  stage: TaskStage,
  wanted: number,
  signal?: AbortSignal,
): Promise<Column<TaskCard>> {
  // The documents know pages of 30 and of 10 alone.
  const anyCount = hasAdditions();
  const first = anyCount ? Math.min(Math.max(wanted, PAGE.tasksFirst), PAGE.max) : PAGE.tasksFirst;
  let column = withPage<TaskCard>(undefined, await loadPage(filter, stage, { count: first }, signal), first);
  while (!column.complete && column.tasks.length < wanted) {
    column = await loadNext(filter, stage, column, anyCount ? PAGE.max : PAGE.tasksNext, signal);
  }
  return column;
}

/** A column with its next batch. */
export async function loadNext(
  filter: BoardFilter,
  stage: TaskStage,
  column: Column<TaskCard>,
  count: number = PAGE.tasksNext,
  signal?: AbortSignal,
): Promise<Column<TaskCard>> {
  return withPage(column, await loadPage(filter, stage, { count, fromOrder: column.until }, signal), count);
}

/** How many requests a column holds (TASK-02). */
export async function loadCount(filter: BoardFilter, stage: TaskStage, signal?: AbortSignal): Promise<number | null> {
  const { buildings_id, ...others } = queryOf(filter);
  const path = withQuery(`${TASKS_PATH}count/`, { buildings_id, stage, ...others });
  return taskCountOf(await request(path, { signal }));
}

/** What a board missed since a version, or the version there is now; null where the server does not tell (G-69). */
export async function loadChanges(
  filter: BoardFilter,
  since: number | null,
  signal?: AbortSignal,
): Promise<TaskChanges | null> {
  if (!hasAdditions()) return null;
  const path = withQuery(`${TASKS_PATH}changes/`, since === null ? {} : { since, ...queryOf(filter) });
  return taskChangesOf(await request(path, { signal }));
}

/** Whether a server says that there is no such request, or none that the person may see. */
export const isGone = (error: unknown) => error instanceof RequestError && error.status === 404;

/**
 * A request with its history (TASK-19).
 * @param again it was asked for before: that it is gone by now is said where it stood, and by no alert
 */
export async function loadTask(id: number, signal: AbortSignal, again: boolean): Promise<TaskDetails> {
  const report = (error: RequestError) => !(again && isGone(error));
  const details = taskDetailsOf(await request(`${TASKS_PATH}${id}/`, { signal, report }));
  if (!details) throw new TypeError(`The server answered no request for number ${id}`);
  return details;
}

/** What is a refusal of the server and not the network's failure: said in the alert alone, without the panel (ERR-12). */
const REFUSED = new Set([400, 403, 404, 409]);

/** Whether a failed change means that data did not arrive (TASK-40). */
export function didNotArrive(error: unknown): boolean {
  return !(error instanceof RequestError && REFUSED.has(error.status));
}

/** What of a change only a server with our additions takes. */
const OURS = ['from_stage', 'after', 'before', 'deadline'] as const;

/** Changes a request; a server that has only the documents is told what they name, and no more (G-69). */
export async function patchTask(id: number, patch: TaskPatch): Promise<TaskSaved> {
  const body = { ...patch };
  if (!hasAdditions()) for (const key of OURS) delete body[key];
  const saved = taskSavedOf(await request(`${TASKS_PATH}${id}/`, { method: 'PATCH', body }));
  return saved ?? savedAnew(id);
}

/** Takes the last move of a request back. */
export async function undoMove(id: number): Promise<TaskSaved> {
  return taskSavedOf(await request(`${TASKS_PATH}${id}/undo/`, { method: 'POST' })) ?? savedAnew(id);
}

/** A changed request where the answer to the change did not say what became of it. */
async function savedAnew(id: number): Promise<TaskSaved> {
  const { history: _history, ...params } = await loadTask(id, new AbortController().signal, false);
  return { params, orders: [], conflict: false };
}

/** Adds a message, files or both to the history; null where the answer does not repeat it. The form is told which files it was refused for. */
export async function sendComment(id: number, body: CommentBody): Promise<TaskHistoryEntry | null> {
  const path = `${TASKS_PATH}${id}/comments/`;
  const send = (headers: Readonly<Record<string, string>>) => request(path, { method: 'POST', body, headers });
  try {
    return historyEntryOf(await sentOnce(path, body, send));
  } catch (error) {
    if (error instanceof RequestError && error.status === 400) tellRefusedFiles(error.body);
    throw error;
  }
}
