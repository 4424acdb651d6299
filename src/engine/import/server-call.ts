import { defaultTimeout, startTimeLimit } from '#console/data/http/time-limit.ts';
import type { TaskFailure } from './worker-messages.ts';

/** A failed call in a worker; the page turns it into its usual error. */
export class CallFailed extends Error {
  readonly failure: TaskFailure;
  constructor(failure: TaskFailure) {
    super('a call failed');
    this.name = 'CallFailed';
    this.failure = failure;
  }
}

/** Whether retrying a call may help: no response, or a server error. */
export const isTransientFailure = (error: unknown): boolean =>
  error instanceof CallFailed &&
  error.failure.kind === 'server' &&
  (error.failure.status === 0 || error.failure.status >= 500);

/**
 * Makes a call from a worker, which has no access to the page's session.
 * @param extraTimeMs processing time allowed on top of the usual timeout, ms
 * @throws CallFailed
 */
export async function callFromWorker(
  path: string,
  token: string | null,
  init: RequestInit = {},
  extraTimeMs = 0,
): Promise<unknown> {
  const headers = new Headers({ Accept: 'application/json', ...(init.headers as Record<string, string> | undefined) });
  if (token) headers.set('Authorization', `Token ${token}`);
  const timeout = startTimeLimit(extraTimeMs + defaultTimeout(init.method ?? 'GET', init.body));
  const fetchJson = async () => {
    const answer = await fetch(path, { ...init, headers, signal: timeout.signal });
    timeout.onAnswer();
    return { answer, json: readJson(await answer.text()) };
  };
  const { answer, json } = await fetchJson()
    .catch(() => {
      const trouble = timeout.isOver ? 'late' : null;
      throw new CallFailed({ kind: 'server', path, status: 0, json: null, requestId: null, trouble });
    })
    .finally(timeout.end);
  if (answer.ok && json !== undefined) return json;
  const requestId = answer.headers.get('x-request-id');
  const trouble = answer.ok ? 'noData' : null;
  throw new CallFailed({ kind: 'server', path, status: answer.status, json: json ?? null, requestId, trouble });
}

/** @returns undefined if the body is not JSON, e.g. the error page of a proxy */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if ((error as { name?: unknown }).name === 'SyntaxError') return undefined;
    throw error;
  }
}
