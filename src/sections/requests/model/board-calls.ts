import { ask, exchange, type RequestOptions, request } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { notifyRefusedFiles, RequestError } from '#console/data/http/request-error.ts';
import { sendOnce } from '#console/data/http/send-once.ts';
import { readAnswer } from '#console/data/http/unread.ts';
import { currentFeatures } from '#console/data/session/features.ts';
import { addPage, type Column } from '#console/engine/board/columns.ts';
import { currentTime } from '#resources/clock.ts';
import { hasAddition } from '#resources/language/features.ts';
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

/** Whether the server supports our additions to the requests API (G-69). */
export const hasAdditions = () => hasAddition(currentFeatures(), 'tasks');

/** Time span in unix seconds, the end excluded; `to` is null for an open end. */
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
  /** Id of the performer, or `none` for requests without one; omitted for any. */
  readonly performer?: number | 'none';
  /** Only requests past their deadline; `since` is ignored then, because old requests are the most overdue. */
  readonly overdue?: boolean;
  /** Id of a flat: only requests of its residents; `since` and `buildings` are ignored. */
  readonly unit?: number;
  /** Id of a person: only their requests; `since` and `buildings` are ignored. */
  readonly person?: number;
  /** Only requests of one column; `since` is ignored. */
  readonly stage?: TaskStage;
  /** Only requests created in this span. */
  readonly came?: TimeSpan;
  /** Only requests finished in this span. */
  readonly done?: TimeSpan;
}

/** Whether the filter selects a flat or a person, which overrides the chosen period and buildings. */
export const isForUnitOrPerson = ({ unit, person }: BoardFilter): boolean => unit !== undefined || person !== undefined;

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
  const ignoresPeriod = overdue || stage !== undefined || doneSpan !== undefined || isForUnitOrPerson(filter);
  return {
    buildings_id: isForUnitOrPerson(filter) ? null : buildings,
    date: cameSpan ? cameSpan.from : ignoresPeriod ? 0 : since,
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

/** Columns in which requests of the filter can be. */
export const filterStages = ({ stage, done }: BoardFilter): readonly TaskStage[] =>
  done ? ['done'] : stage ? [stage] : TASK_STAGES;

/** Result for a column that the filter excludes; nothing is fetched. */
const EMPTY_COLUMN: LoadedColumn = {
  column: { cards: [], until: null, complete: true },
  version: null,
  overdueAt: null,
};

/** Performers of the filtered requests; the performer chosen in the filter is ignored, so that another one can be chosen. */
export function loadPerformers(filter: BoardFilter, signal: AbortSignal): Promise<Performer[]> {
  const path = withQuery(`${TASKS_PATH}performers/`, { ...filterQuery(filter), performer: null });
  return ask(path, decodePerformers, { signal });
}

interface PageRange {
  count: number;
  fromOrder?: number | null;
}

/** One page of a column: the first, or the one after the order `fromOrder` (TASK-11, TASK-12). */
async function loadPage(
  filter: BoardFilter,
  stage: TaskStage,
  range: PageRange,
  { signal, headers: requestHeaders = {} }: Pick<RequestOptions, 'signal' | 'headers'>,
) {
  const { buildings_id, ...others } = filterQuery(filter);
  const query = { buildings_id, stage, count: range.count, from_order: range.fromOrder, ...others };
  const path = withQuery(TASKS_PATH, query);
  const { json, headers } = await exchange(path, { signal, headers: requestHeaders });
  return {
    ...readAnswer(path, () => decodeTasksPage(json)),
    version: readVersion(headers),
    overdueAt: readOverdueAt(headers),
  };
}

/** The board version of a page; null if the server has no versions (G-69). */
function readVersion(headers: Headers): number | null {
  const header = headers.get(BOARD_VERSION);
  return header !== null && hasAdditions() && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** Time at which the next request of the column becomes overdue, ms since 1970 by the local clock; null if none will. */
function readOverdueAt(headers: Headers): number | null {
  const remainingMs = headers.get(OVERDUE_IN);
  return remainingMs !== null && /^\d{1,15}$/.test(remainingMs) ? currentTime() + Number(remainingMs) : null;
}

/** A loaded column with its board version. */
export interface LoadedColumn {
  column: Column<TaskCard>;
  /** Board version just before the column was read; null if the server has no versions. */
  version: number | null;
  /** Time at which its next request becomes overdue, ms since 1970; the server sends it only with the overdue filter. */
  overdueAt: number | null;
}

/**
 * Loads a column from its beginning.
 * @param loadedCount number of cards to load at least, as many as were loaded before; the first page has 30 in any case
 * @param headers sent with every call
 */
export async function loadColumn(
  filter: BoardFilter,
  stage: TaskStage,
  loadedCount: number,
  signal?: AbortSignal,
  headers: RequestOptions['headers'] = {},
): Promise<LoadedColumn> {
  if (!filterStages(filter).includes(stage)) return EMPTY_COLUMN;
  // The specification knows only pages of 30 and 10; any other count is our addition.
  const acceptsAnyCount = hasAdditions();
  const first = acceptsAnyCount ? Math.min(Math.max(loadedCount, PAGE.tasksFirst), PAGE.max) : PAGE.tasksFirst;
  const page = await loadPage(filter, stage, { count: first }, { signal, headers });
  let column = addPage<TaskCard>(undefined, page.tasks, first, page);
  while (!column.complete && column.cards.length < loadedCount) {
    column = await loadNext(filter, stage, column, acceptsAnyCount ? PAGE.max : PAGE.tasksNext, signal, headers);
  }
  return { column, version: page.version, overdueAt: page.overdueAt };
}

/** Returns the column extended by its next page. */
export async function loadNext(
  filter: BoardFilter,
  stage: TaskStage,
  column: Column<TaskCard>,
  count: number = PAGE.tasksNext,
  signal?: AbortSignal,
  headers: RequestOptions['headers'] = {},
): Promise<Column<TaskCard>> {
  const page = await loadPage(filter, stage, { count, fromOrder: column.until }, { signal, headers });
  return addPage(column, page.tasks, count, page);
}

/** Number of requests in a column (TASK-02). */
export async function loadCount(filter: BoardFilter, stage: TaskStage, signal?: AbortSignal): Promise<number | null> {
  if (!filterStages(filter).includes(stage)) return 0;
  const { buildings_id, ...others } = filterQuery(filter);
  const path = withQuery(`${TASKS_PATH}count/`, { buildings_id, stage, ...others });
  return await ask(path, decodeTaskCount, { signal });
}

/** Changes of the board since a version; null if the server has no such call (G-69). */
export async function loadChanges(
  filter: BoardFilter,
  since: number,
  signal?: AbortSignal,
): Promise<TaskChanges | null> {
  if (!hasAdditions()) return null;
  const path = withQuery(`${TASKS_PATH}changes/`, { since, ...filterQuery(filter) });
  return await ask(path, decodeTaskChanges, { signal });
}

/** Whether the error is a 404: the request does not exist or the reader may not see it. */
export const isRequestGone = (error: unknown) => error instanceof RequestError && error.status === 404;

/**
 * Loads a request with its history (TASK-19).
 * @param wasFetchedBefore whether it was fetched before; a 404 is then shown in the details panel instead of an alert
 */
export async function loadRequest(id: number, signal: AbortSignal, wasFetchedBefore: boolean): Promise<TaskDetails> {
  const report = (error: RequestError) => !(wasFetchedBefore && isRequestGone(error));
  const details = await ask(`${TASKS_PATH}${id}/`, decodeTaskDetails, { signal, report });
  if (!details) throw new TypeError(`The server answered no request for number ${id}`);
  return details;
}

/** Statuses of a refusal by the server, which is shown in an alert and not in the panel for lost data (ERR-12). */
const REFUSAL_STATUSES = new Set([400, 403, 404, 409]);

/** Whether a change failed for any other reason than a refusal, so that the panel «Данные не доехали» is shown (TASK-40). */
export function didNotArrive(error: unknown): boolean {
  return !(error instanceof RequestError && REFUSAL_STATUSES.has(error.status));
}

/** Fields of a PATCH that only a server with our additions accepts. */
const ADDITION_FIELDS = [
  'from_stage',
  'after',
  'before',
  'deadline',
  'information',
  'service',
  'place',
  'was',
] as const;

/** Changes a request; a server without our additions gets only the documented fields (G-69). */
export async function patchRequest(id: number, patch: TaskPatch): Promise<TaskSaved> {
  const body = { ...patch };
  if (!hasAdditions()) for (const key of ADDITION_FIELDS) delete body[key];
  const saved = await ask(`${TASKS_PATH}${id}/`, decodeTaskSaved, { method: 'PATCH', body });
  return saved ?? reloadSaved(id);
}

/** Changes the content of a request; the form itself shows validation errors (400) and conflicts (409). */
export async function editRequest(id: number, patch: TaskPatch): Promise<TaskSaved> {
  const report = ({ status }: RequestError) => status !== 400 && status !== 409;
  const saved = await ask(`${TASKS_PATH}${id}/`, decodeTaskSaved, { method: 'PATCH', body: patch, report });
  return saved ?? reloadSaved(id);
}

/** Undoes the last move of a request. */
export async function sendUndo(id: number): Promise<TaskSaved> {
  return (await ask(`${TASKS_PATH}${id}/undo/`, decodeTaskSaved, { method: 'POST' })) ?? reloadSaved(id);
}

/** Loads a changed request again, for servers that answer a change without a body. */
async function reloadSaved(id: number): Promise<TaskSaved> {
  const { history: _history, ...params } = await loadRequest(id, new AbortController().signal, false);
  return { params, orders: [], conflict: false };
}

/**
 * Adds a message, files or both to the history; a 400 reports the refused files to the form.
 * @returns null if the response does not contain the new entry
 */
export async function sendComment(id: number, body: CommentBody): Promise<TaskHistoryEntry | null> {
  const path = `${TASKS_PATH}${id}/comments/`;
  const send = (headers: Readonly<Record<string, string>>) => request(path, { method: 'POST', body, headers });
  try {
    return decodeHistoryEntry(await sendOnce(path, body, send));
  } catch (error) {
    if (error instanceof RequestError && error.status === 400) notifyRefusedFiles(error.body);
    throw error;
  }
}
