import { text } from '#i18n/console-text.ts';
import type { WireAnswer } from '#resources/protocol/open-shapes.ts';
import { PROFILE_PATH } from '#resources/protocol/paths/access.ts';
import { confirmPassword, needsPassword } from '../session/confirmation.ts';
import { session } from '../session/session.ts';
import { defaultMessage, isCancelled, reportFailure, serverErrorMessage } from './failures.ts';
import { waitForServer } from './online.ts';
import { beginCall } from './pending-calls.ts';
import { type ErrorBody, RequestError } from './request-error.ts';
import { defaultTimeout, startTimeLimit } from './time-limit.ts';
import { handleDeadToken, isSessionReplaced } from './token-error.ts';
import { readAnswer } from './unread.ts';

/** A call in progress, and the controller that aborts it. */
export interface BootCall {
  answer: Promise<Response>;
  controller: AbortController;
}

declare global {
  /** Calls that the boot script of `index.html` started while the code was loading, by path with query. */
  var bootCalls: Map<string, BootCall> | undefined;
}

/** Handles a call locally instead of the server. */
export type LocalAnswer = (path: string, options: RequestOptions) => Promise<Response>;

let localHandler: { prefix: string; answer: LocalAnswer } | null = null;

/** Handles calls with this path prefix locally: those of a preview, whose records are stored nowhere. Null ends it. */
export function answerLocally(prefix: string, answer: LocalAnswer | null): void {
  localHandler = answer && { prefix, answer };
}

/** Options of a call. */
export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a `FormData` is sent as it is. */
  body?: unknown;
  /** Used instead of the stored token (API-04). */
  token?: string;
  /** No Authorization header even when a token is stored (API-03). */
  anonymous?: boolean;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** Timeout of the answer, ms; by default it depends on method and size (`defaultTimeout`). */
  timeoutMs?: number;
  /** Whether a failure is shown in the global alert; true by default. */
  report?: boolean | ((error: RequestError) => boolean);
}

/** A response with its headers. */
export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON, to be passed to a decoder; null for an empty body. */
  json: WireAnswer;
}

/**
 * Makes a call with `Authorization: Token …` of the session (API-01).
 * @param path address on this server, with its query
 * @returns the parsed answer, null for an empty one
 * @throws RequestError for a status of 400 and above, and with status 0 for no answer or a timeout; AbortError when aborted
 */
export async function request(path: string, options: RequestOptions = {}): Promise<WireAnswer> {
  return (await exchange(path, options)).json;
}

/** Like `request`, with status and headers. */
export async function exchange(path: string, options: RequestOptions = {}): Promise<HttpAnswer> {
  if (isSessionReplaced()) return neverSettle();
  const endCall = beginCall();
  const limit = startTimeLimit(
    options.timeoutMs ?? defaultTimeout(options.method ?? 'GET', options.body),
    options.signal,
  );
  const end = () => {
    limit.end();
    endCall();
  };
  try {
    const response = await respond(path, { ...options, signal: limit.signal });
    limit.onAnswer();
    if (isSessionReplaced()) return await neverSettle();
    const json = await parse(response);
    end();
    options.signal?.throwIfAborted();
    if (response.ok) return { status: response.status, headers: response.headers, json };
    throw toRequestError(path, response.status, response.headers, json);
  } catch (error) {
    end();
    if (limit.isOver) void waitForServer();
    else if (isCancelled(error) || options.signal?.aborted) throw toAbortError(error);
    const detail = limit.isOver ? text('engine.late') : error instanceof SyntaxError ? text('engine.noData') : null;
    const message = detail ?? defaultMessage();
    const body = detail ? { detail: detail } : null;
    const failure = error instanceof RequestError ? error : new RequestError(message, 0, body, path, null);
    if (needsPassword(failure) && (await confirmPassword())) return exchange(path, options);
    handleFailedCall(failure, options);
    throw failure;
  }
}

/** Never settles, so that a page that is being left shows no error of a pending call. */
const neverSettle = (): Promise<never> => new Promise(() => undefined);

/** The error for a status of 400 and above. */
export function toRequestError(path: string, status: number, headers: Headers, json: unknown): RequestError {
  const body = typeof json === 'object' && json !== null ? (json as ErrorBody) : null;
  const message = serverErrorMessage(status, body) ?? defaultMessage();
  return new RequestError(message, status, body, path, headers.get('x-request-id'), retryAfterSeconds(headers));
}

/** `retry-after` in seconds; null for a date or a missing header. */
function retryAfterSeconds(headers: Headers): number | null {
  const retryAfter = headers.get('retry-after') ?? '';
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
}

/** Common handling of failed calls: the alert, and signing out when the profile call reports a dead token. */
export function handleFailedCall(
  failure: RequestError,
  options: Pick<RequestOptions, 'report' | 'token' | 'anonymous'>,
): void {
  const report = options.report ?? true;
  if (typeof report === 'function' ? report(failure) : report) reportFailure(failure);
  const usesStoredToken = options.token === undefined && !options.anonymous;
  if (usesStoredToken && failure.status === 401 && failure.path === PROFILE_PATH && session.token.get())
    handleDeadToken();
}

/** Builds the headers of a call. */
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
  if (localHandler && path.startsWith(localHandler.prefix)) return localHandler.answer(path, options);
  const bootCall = method === 'GET' && options.token === undefined ? takeBootCall(path) : undefined;
  if (bootCall) return withAbort(bootCall, signal);
  return fetch(path, {
    method,
    headers: requestHeaders(options),
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
}

/** Connects a boot call to the abort signal of its caller. */
function withAbort({ answer, controller }: BootCall, signal: AbortSignal | undefined): Promise<Response> {
  if (signal?.aborted) controller.abort(signal.reason);
  else signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return answer;
}

function takeBootCall(path: string): BootCall | undefined {
  const bootCall = globalThis.bootCalls?.get(path);
  globalThis.bootCalls?.delete(path);
  return bootCall;
}

async function parse(response: Response): Promise<WireAnswer> {
  const body = (await response.text()) || 'null';
  try {
    return JSON.parse(body);
  } catch (error) {
    // A proxy may answer a failed call without JSON; the status is enough.
    if (!response.ok) return JSON.parse('null');
    throw error;
  }
}

function toAbortError(error: unknown): unknown {
  return isCancelled(error) ? error : new DOMException('Operation canceled due to new request.', 'AbortError');
}

/** Makes a call and decodes its answer with a decoder of `resources/protocol/`; options and failures are those of `request`. */
export async function ask<Read>(
  path: string,
  read: (answer: WireAnswer) => Read,
  options: RequestOptions = {},
): Promise<Read> {
  const answer = await request(path, options);
  return readAnswer(path, () => read(answer));
}
