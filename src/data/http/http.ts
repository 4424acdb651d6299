import { text } from '#i18n/console-text.ts';
import type { WireAnswer } from '#resources/protocol/open-shapes.ts';
import { PROFILE_PATH } from '#resources/protocol/paths/access.ts';
import { confirmPassword, needsPassword } from '../session/confirmation.ts';
import { session } from '../session/session.ts';
import { defaultMessage, isCancelled, reportFailure, saidBy } from './failures.ts';
import { lookForServer } from './online.ts';
import { beginCall } from './pending-calls.ts';
import { type ErrorBody, RequestError } from './request-error.ts';
import { limitTime, patienceFor } from './time-limit.ts';
import { isOvertaken, raiseTokenError } from './token-error.ts';
import { readAnswer } from './unread.ts';

/** A call under way, and the controller that cancels it. */
export interface BootCall {
  answer: Promise<Response>;
  controller: AbortController;
}

declare global {
  /** Calls that the boot script of `index.html` began while the code was still loading, by path with query. */
  var bootCalls: Map<string, BootCall> | undefined;
}

/** Answers a call here, in place of the server. */
export type LocalAnswer = (path: string, options: RequestOptions) => Promise<Response>;

let localAnswers: { prefix: string; answer: LocalAnswer } | null = null;

/** Has calls whose addresses have a prefix answered here: those of a preview, whose records are stored nowhere. Null ends it. */
export function answerLocally(prefix: string, answer: LocalAnswer | null): void {
  localAnswers = answer && { prefix, answer };
}

/** How a call is made. */
export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a `FormData` as it is. */
  body?: unknown;
  /** Used instead of the stored token (API-04). */
  token?: string;
  /** No Authorization header even when a token is stored (API-03). */
  anonymous?: boolean;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** Time limit of the answer, ms; left out: by method and size (`patienceFor`). */
  patience?: number;
  /** Whether the global alert shows this failure; true when left out. */
  report?: boolean | ((error: RequestError) => boolean);
}

/** An answer with its headers. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON, to be read by a decoder; that of an empty body is null. */
  json: WireAnswer;
}

/**
 * Makes a call with `Authorization: Token …` from the session (API-01).
 * @param path address on this server, with its query
 * @returns the parsed answer, null for an empty one
 * @throws RequestError for a status of 400 and above and for no answer, or none in time (status 0); AbortError when cancelled
 */
export async function request(path: string, options: RequestOptions = {}): Promise<WireAnswer> {
  return (await exchange(path, options)).json;
}

/** The same as `request`, with status and headers. */
export async function exchange(path: string, options: RequestOptions = {}): Promise<Answer> {
  if (isOvertaken()) return untilLeft();
  const endCall = beginCall();
  const limit = limitTime(options.patience ?? patienceFor(options.method ?? 'GET', options.body), options.signal);
  const end = () => {
    limit.end();
    endCall();
  };
  try {
    const response = await respond(path, { ...options, signal: limit.signal });
    limit.begun();
    if (isOvertaken()) return await untilLeft();
    const json = await parse(response);
    end();
    options.signal?.throwIfAborted();
    if (response.ok) return { status: response.status, headers: response.headers, json };
    throw refused(path, response.status, response.headers, json);
  } catch (error) {
    end();
    if (limit.isOver) void lookForServer();
    else if (isCancelled(error) || options.signal?.aborted) throw asAbort(error);
    const said = limit.isOver ? text('engine.late') : error instanceof SyntaxError ? text('engine.noData') : null;
    const message = said ?? defaultMessage();
    const body = said ? { detail: said } : null;
    const failure = error instanceof RequestError ? error : new RequestError(message, 0, body, path, null);
    if (needsPassword(failure) && (await confirmPassword())) return exchange(path, options);
    settle(failure, options);
    throw failure;
  }
}

/** Never settles: a page that is about to be left shows no error of a call on the way out. */
const untilLeft = (): Promise<never> => new Promise(() => undefined);

/** The error for a status of 400 and above. */
export function refused(path: string, status: number, headers: Headers, json: unknown): RequestError {
  const body = typeof json === 'object' && json !== null ? (json as ErrorBody) : null;
  const message = saidBy(status, body) ?? defaultMessage();
  return new RequestError(message, status, body, path, headers.get('x-request-id'), secondsIn(headers));
}

/** `retry-after` in seconds; null for a day or nothing. */
function secondsIn(headers: Headers): number | null {
  const retryAfter = headers.get('retry-after') ?? '';
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
}

/** Common handling of every failed call: the alert, and signing out for a dead token. */
export function settle(failure: RequestError, options: Pick<RequestOptions, 'report' | 'token' | 'anonymous'>): void {
  const report = options.report ?? true;
  if (typeof report === 'function' ? report(failure) : report) reportFailure(failure);
  const stored = options.token === undefined && !options.anonymous;
  if (stored && failure.status === 401 && failure.path === PROFILE_PATH && session.token.get()) raiseTokenError();
}

/** Headers of a call by its options. */
export function requestHeaders(options: RequestOptions): Headers {
  const headers = new Headers({ Accept: 'application/json', ...options.headers });
  const token = options.anonymous ? null : (options.token ?? session.token.get());
  if (token) headers.set('Authorization', `Token ${token}`);
  if (options.body !== undefined && !(options.body instanceof FormData)) {
    headers.set('Content-Type', 'application/json');
  }
  return headers;
}

function respond(path: string, options: RequestOptions): Promise<Response> {
  const method = options.method ?? 'GET';
  const { body, signal } = options;
  if (localAnswers && path.startsWith(localAnswers.prefix)) return localAnswers.answer(path, options);
  const begun = method === 'GET' && options.token === undefined ? takeBootCall(path) : undefined;
  if (begun) return followed(begun, signal);
  return fetch(path, {
    method,
    headers: requestHeaders(options),
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
}

/** A boot call handed to its caller, whose signal cancels it. */
function followed({ answer, controller }: BootCall, signal: AbortSignal | undefined): Promise<Response> {
  if (signal?.aborted) controller.abort(signal.reason);
  else signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return answer;
}

function takeBootCall(path: string): BootCall | undefined {
  const begun = globalThis.bootCalls?.get(path);
  globalThis.bootCalls?.delete(path);
  return begun;
}

async function parse(response: Response): Promise<WireAnswer> {
  const body = (await response.text()) || 'null';
  try {
    return JSON.parse(body);
  } catch (error) {
    // A proxy in between may answer a failed call without JSON; the status is enough.
    if (!response.ok) return JSON.parse('null');
    throw error;
  }
}

function asAbort(error: unknown): unknown {
  return isCancelled(error) ? error : new DOMException('Operation canceled due to new request.', 'AbortError');
}

/** Makes a call and reads its answer by a decoder of `resources/protocol/`; options and failures are those of `request`. */
export async function ask<Read>(
  path: string,
  read: (answer: WireAnswer) => Read,
  options: RequestOptions = {},
): Promise<Read> {
  const answer = await request(path, options);
  return readAnswer(path, () => read(answer));
}
