import { request, unwrap } from '#console/data/http.ts';
import { withQuery } from '#console/data/query-string.ts';
import { tellRefusedFiles } from '#console/data/refused-files.ts';
import { RequestError } from '#console/data/request-error.ts';
import { sentOnce } from '#console/data/sent-once.ts';
import { PAGE } from '#resources/limits.ts';
import type {
  CommentBody,
  TaskCard,
  TaskChanges,
  TaskDetails,
  TaskHistoryEntry,
  TaskPatch,
  TaskSaved,
} from '#resources/protocol/tasks.ts';
import { TASKS_PATH, type TaskStage } from '#resources/tasks.ts';
import { type Column, withPage } from './columns.ts';

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
  const body = unwrap(await request(withQuery(TASKS_PATH, query), { signal }));
  return (Array.isArray(body) ? body : []) as TaskCard[];
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
  const first = Math.min(Math.max(wanted, PAGE.tasksFirst), PAGE.max);
  let column = withPage<TaskCard>(undefined, await loadPage(filter, stage, { count: first }, signal), first);
  while (!column.complete && column.tasks.length < wanted)
    column = await loadNext(filter, stage, column, PAGE.max, signal);
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
export async function loadCount(filter: BoardFilter, stage: TaskStage, signal?: AbortSignal): Promise<number> {
  const { buildings_id, ...others } = queryOf(filter);
  const path = withQuery(`${TASKS_PATH}count/`, { buildings_id, stage, ...others });
  const answer = unwrap(await request(path, { signal })) as { count: number };
  return answer.count;
}

/** Whether a server says that it does not know a call. */
const isUnknown = (error: unknown) => error instanceof RequestError && [400, 404, 405].includes(error.status);

/**
 * What a board missed since a version, or the version there is now; null where the server does not know this call, which
 * is an addition of ours.
 */
export async function loadChanges(
  filter: BoardFilter,
  since: number | null,
  signal?: AbortSignal,
): Promise<TaskChanges | null> {
  const path = withQuery(`${TASKS_PATH}changes/`, since === null ? {} : { since, ...queryOf(filter) });
  try {
    return unwrap(await request(path, { signal, report: (error) => !isUnknown(error) })) as TaskChanges;
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

/** Whether a server says that there is no such request, or none that the person may see. */
export const isGone = (error: unknown) => error instanceof RequestError && error.status === 404;

/**
 * A request with its history (TASK-19).
 * @param again it was asked for before: that it is gone by now is said where it stood, and by no alert
 */
export async function loadTask(id: number, signal: AbortSignal, again: boolean): Promise<TaskDetails> {
  const report = (error: RequestError) => !(again && isGone(error));
  return unwrap(await request(`${TASKS_PATH}${id}/`, { signal, report })) as TaskDetails;
}

/** What a change answered, whatever of it the server knows to say. */
function savedOf(body: unknown): TaskSaved {
  const answer = unwrap(body) as Partial<TaskSaved> & Partial<TaskCard>;
  const params = answer.params ?? (answer as TaskCard);
  return { params, orders: answer.orders ?? [], conflict: answer.conflict ?? false };
}

/** What is a refusal of the server and not the network's failure: said in the alert alone, without the panel (ERR-12). */
const REFUSED = new Set([400, 403, 404, 409]);

/** Whether a failed change means that data did not arrive (TASK-40). */
export function didNotArrive(error: unknown): boolean {
  return !(error instanceof RequestError && REFUSED.has(error.status));
}

/** Changes a request. */
export async function patchTask(id: number, patch: TaskPatch): Promise<TaskSaved> {
  return savedOf(await request(`${TASKS_PATH}${id}/`, { method: 'PATCH', body: patch }));
}

/** Takes the last move of a request back. */
export async function undoMove(id: number): Promise<TaskSaved> {
  return savedOf(await request(`${TASKS_PATH}${id}/undo/`, { method: 'POST' }));
}

/** Adds a message, files or both to the history. The form is told which files it was refused for. */
export async function sendComment(id: number, body: CommentBody): Promise<TaskHistoryEntry> {
  const path = `${TASKS_PATH}${id}/comments/`;
  const send = (headers: Readonly<Record<string, string>>) => request(path, { method: 'POST', body, headers });
  try {
    return unwrap(await sentOnce(path, body, send)) as TaskHistoryEntry;
  } catch (error) {
    if (error instanceof RequestError && error.status === 400) tellRefusedFiles(error.body);
    throw error;
  }
}
