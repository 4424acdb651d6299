import { ask, exchange, type RequestOptions, request } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { RequestError, tellRefusedFiles } from '#console/data/http/request-error.ts';
import { sentOnce } from '#console/data/http/sent-once.ts';
import { readAnswer } from '#console/data/http/unread.ts';
import { featuresNow } from '#console/data/session/features.ts';
import { type Column, withPage } from '#console/engine/board/columns.ts';
import { currentTime } from '#resources/clock.ts';
import { has } from '#resources/language/features.ts';
import { PAGE } from '#resources/limits.ts';
import {
  decodeHistoryEntry,
  decodePerformers,
  decodeTaskChanges,
  decodeTaskCount,
  decodeTaskDetails,
  decodeTaskSaved,
  decodeTasksPage,
} from '#resources/protocol/requests/task-answers.ts';
import {
  BOARD_VERSION,
  type CommentBody,
  OVERDUE_IN,
  type Performer,
  type TaskCard,
  type TaskChanges,
  type TaskDetails,
  type TaskHistoryEntry,
  type TaskPatch,
  type TaskSaved,
} from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES, TASKS_PATH, type TaskStage } from '#resources/rules/requests/constants.ts';

/** Whether the server has our additions to requests (G-69). */
export const hasAdditions = () => has(featuresNow(), 'tasks');

/** From when to when, unix seconds; without an end it goes on. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number | null;
}

/** Filter of the board. */
export interface BoardFilter {
  /** Ids of the checked buildings. */
  readonly buildings: readonly number[];
  /** Unix seconds; requests created before are not shown. */
  readonly since: number;
  /** Ids; empty = all (TASK-08). */
  readonly services: readonly number[];
  /** Id of the performer, or `none` for requests without one; left out: any. */
  readonly performer?: number | 'none';
  /** Only those past their deadline; of all times then, for an old one is the more overdue. */
  readonly overdue?: boolean;
  /** Only requests of residents of this flat, by id; of all times and buildings. */
  readonly unit?: number;
  /** Only requests of this person, by id; of all times and buildings. */
  readonly person?: number;
  /** Only requests of one column, of all times. */
  readonly stage?: TaskStage;
  /** Only requests created, or ended, in a time span. */
  readonly came?: TimeSpan;
  readonly done?: TimeSpan;
}

/** Whether it is about a flat or a person, regardless of the chosen times and buildings. */
export const isOfSomebody = ({ unit, person }: BoardFilter): boolean => unit !== undefined || person !== undefined;

function filterQuery(filter: BoardFilter) {
  const {
    buildings,
    since,
    services,
    performer,
    overdue,
    unit,
    person,
    stage,
    came: cameSpan,
    done: doneSpan,
  } = filter;
  const isOfAllTimes = overdue || stage !== undefined || doneSpan !== undefined || isOfSomebody(filter);
  return {
    buildings_id: isOfSomebody(filter) ? null : buildings,
    date: cameSpan ? cameSpan.from : isOfAllTimes ? 0 : since,
    until: cameSpan?.to,
    services_id: services.length ? services : null,
    performer,
    overdue: overdue || null,
    unit,
    person,
    done_since: doneSpan?.from,
    done_until: doneSpan?.to,
  };
}

/** The columns that a filter may have something in. */
export const filterStages = ({ stage, done }: BoardFilter): readonly TaskStage[] =>
  done ? ['done'] : stage ? [stage] : TASK_STAGES;

/** A column in which a filter has nothing. */
const NOTHING: LoadedColumn = { column: { cards: [], until: null, complete: true }, version: null, overdueAt: null };

/** Performers of the requests of a filter, regardless of the performer chosen in it. */
export function loadPerformers(filter: BoardFilter, signal: AbortSignal): Promise<Performer[]> {
  const path = withQuery(`${TASKS_PATH}performers/`, { ...filterQuery(filter), performer: null });
  return ask(path, decodePerformers, { signal });
}

interface PageWish {
  count: number;
  fromOrder?: number | null;
}

/** One page of a column: the first, or what follows an order (TASK-11, TASK-12). */
async function loadPage(
  filter: BoardFilter,
  stage: TaskStage,
  wish: PageWish,
  { signal, headers: requestHeaders = {} }: Pick<RequestOptions, 'signal' | 'headers'>,
) {
  const { buildings_id, ...others } = filterQuery(filter);
  const query = { buildings_id, stage, count: wish.count, from_order: wish.fromOrder, ...others };
  const path = withQuery(TASKS_PATH, query);
  const { json, headers } = await exchange(path, { signal, headers: requestHeaders });
  return {
    ...readAnswer(path, () => decodeTasksPage(json)),
    version: versionIn(headers),
    overdueAt: overdueAtIn(headers),
  };
}

/** The board version of a page; null if the server has no versions (G-69). */
function versionIn(headers: Headers): number | null {
  const header = headers.get(BOARD_VERSION);
  return header !== null && hasAdditions() && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** When the next request of a column becomes overdue, by this clock, ms since 1970; null if none will. */
function overdueAtIn(headers: Headers): number | null {
  const left = headers.get(OVERDUE_IN);
  return left !== null && /^\d{1,15}$/.test(left) ? currentTime() + Number(left) : null;
}

/** A column as it was loaded. */
export interface LoadedColumn {
  column: Column<TaskCard>;
  /** The board version before it was read; null if the server has no versions. */
  version: number | null;
  /** When the next request of it becomes overdue, ms since 1970; asked for with overdue ones alone. */
  overdueAt: number | null;
}

/**
 * A column from its beginning.
 * @param loadedCount how many of it were loaded before; the first page's 30 at least
 * @param headers of every call
 */
export async function loadColumn(
  filter: BoardFilter,
  stage: TaskStage,
  loadedCount: number,
  signal?: AbortSignal,
  headers: RequestOptions['headers'] = {},
): Promise<LoadedColumn> {
  if (!filterStages(filter).includes(stage)) return NOTHING;
  // The documents know pages of 30 and of 10 alone.
  const anyCount = hasAdditions();
  const first = anyCount ? Math.min(Math.max(loadedCount, PAGE.tasksFirst), PAGE.max) : PAGE.tasksFirst;
  const page = await loadPage(filter, stage, { count: first }, { signal, headers });
  let column = withPage<TaskCard>(undefined, page.tasks, first, page);
  while (!column.complete && column.cards.length < loadedCount) {
    column = await loadNext(filter, stage, column, anyCount ? PAGE.max : PAGE.tasksNext, signal, headers);
  }
  return { column, version: page.version, overdueAt: page.overdueAt };
}

/** A column with its next batch. */
export async function loadNext(
  filter: BoardFilter,
  stage: TaskStage,
  column: Column<TaskCard>,
  count: number = PAGE.tasksNext,
  signal?: AbortSignal,
  headers: RequestOptions['headers'] = {},
): Promise<Column<TaskCard>> {
  const page = await loadPage(filter, stage, { count, fromOrder: column.until }, { signal, headers });
  return withPage(column, page.tasks, count, page);
}

/** How many requests a column holds (TASK-02). */
export async function loadCount(filter: BoardFilter, stage: TaskStage, signal?: AbortSignal): Promise<number | null> {
  if (!filterStages(filter).includes(stage)) return 0;
  const { buildings_id, ...others } = filterQuery(filter);
  const path = withQuery(`${TASKS_PATH}count/`, { buildings_id, stage, ...others });
  return await ask(path, decodeTaskCount, { signal });
}

/** Changes of the board since a version; null if the server does not tell (G-69). */
export async function loadChanges(
  filter: BoardFilter,
  since: number,
  signal?: AbortSignal,
): Promise<TaskChanges | null> {
  if (!hasAdditions()) return null;
  const path = withQuery(`${TASKS_PATH}changes/`, { since, ...filterQuery(filter) });
  return await ask(path, decodeTaskChanges, { signal });
}

/** Whether the server answered that the request does not exist or may not be seen. */
export const isRequestGone = (error: unknown) => error instanceof RequestError && error.status === 404;

/**
 * A request with its history (TASK-19).
 * @param again it was asked for before: that it is gone by now is said where it stood, and by no alert
 */
export async function loadRequest(id: number, signal: AbortSignal, again: boolean): Promise<TaskDetails> {
  const report = (error: RequestError) => !(again && isRequestGone(error));
  const details = await ask(`${TASKS_PATH}${id}/`, decodeTaskDetails, { signal, report });
  if (!details) throw new TypeError(`The server answered no request for number ${id}`);
  return details;
}

/** Whether the server refused, as opposed to a network failure: shown in the alert, without the panel (ERR-12). */
const REFUSED = new Set([400, 403, 404, 409]);

/** Whether a failed change means that data did not arrive (TASK-40). */
export function didNotArrive(error: unknown): boolean {
  return !(error instanceof RequestError && REFUSED.has(error.status));
}

/** The parts of a change that only a server with our additions takes. */
const OURS = ['from_stage', 'after', 'before', 'deadline', 'information', 'service', 'place', 'was'] as const;

/** Changes a request; a server without our additions gets only the documented fields (G-69). */
export async function patchRequest(id: number, patch: TaskPatch): Promise<TaskSaved> {
  const body = { ...patch };
  if (!hasAdditions()) for (const key of OURS) delete body[key];
  const saved = await ask(`${TASKS_PATH}${id}/`, decodeTaskSaved, { method: 'PATCH', body });
  return saved ?? savedAnew(id);
}

/** Changes the content of a request; mistakes and conflicts are shown in its form. */
export async function editRequest(id: number, patch: TaskPatch): Promise<TaskSaved> {
  const report = ({ status }: RequestError) => status !== 400 && status !== 409;
  const saved = await ask(`${TASKS_PATH}${id}/`, decodeTaskSaved, { method: 'PATCH', body: patch, report });
  return saved ?? savedAnew(id);
}

/** Takes the last move of a request back. */
export async function sendUndo(id: number): Promise<TaskSaved> {
  return (await ask(`${TASKS_PATH}${id}/undo/`, decodeTaskSaved, { method: 'POST' })) ?? savedAnew(id);
}

/** A changed request where the answer to the change did not say what became of it. */
async function savedAnew(id: number): Promise<TaskSaved> {
  const { history: _history, ...params } = await loadRequest(id, new AbortController().signal, false);
  return { params, orders: [], conflict: false };
}

/** Adds a message, files or both to the history; null where the answer does not repeat it. The form is told which files it was refused for. */
export async function sendComment(id: number, body: CommentBody): Promise<TaskHistoryEntry | null> {
  const path = `${TASKS_PATH}${id}/comments/`;
  const send = (headers: Readonly<Record<string, string>>) => request(path, { method: 'POST', body, headers });
  try {
    return decodeHistoryEntry(await sentOnce(path, body, send));
  } catch (error) {
    if (error instanceof RequestError && error.status === 400) tellRefusedFiles(error.body);
    throw error;
  }
}
