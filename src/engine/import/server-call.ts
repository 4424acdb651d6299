import { limitTime, patienceFor } from '#console/data/http/time-limit.ts';
import type { TaskFailure } from './worker-messages.ts';

/** A call that failed; the page makes of it what every failed call becomes. */
export class CallFailed extends Error {
  readonly failure: TaskFailure;
  constructor(failure: TaskFailure) {
    super('a call failed');
    this.name = 'CallFailed';
    this.failure = failure;
  }
}

/** Whether a call may succeed when it is made once more: no answer, or a server that was not itself. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallFailed &&
  error.failure.kind === 'server' &&
  (error.failure.status === 0 || error.failure.status >= 500);

/**
 * Makes a call out of a worker, where the session of the page is not.
 * @param worksFor how long the server may work besides the time of any call, ms
 * @throws CallFailed
 */
export async function call(path: string, token: string | null, init: RequestInit = {}, worksFor = 0): Promise<unknown> {
  const headers = new Headers({ Accept: 'application/json', ...(init.headers as Record<string, string> | undefined) });
  if (token) headers.set('Authorization', `Token ${token}`);
  const limit = limitTime(worksFor + patienceFor(init.method ?? 'GET', init.body));
  const got = async () => {
    const answer = await fetch(path, { ...init, headers, signal: limit.signal });
    limit.begun();
    return { answer, json: readJson(await answer.text()) };
  };
  const { answer, json } = await got()
    .catch(() => {
      const trouble = limit.isOver ? 'late' : null;
      throw new CallFailed({ kind: 'server', path, status: 0, json: null, requestId: null, trouble });
    })
    .finally(limit.end);
  if (answer.ok && json !== undefined) return json;
  const requestId = answer.headers.get('x-request-id');
  const trouble = answer.ok ? 'noData' : null;
  throw new CallFailed({ kind: 'server', path, status: answer.status, json: json ?? null, requestId, trouble });
}

/** @returns undefined if the body is not JSON: a proxy has answered */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if ((error as { name?: unknown }).name === 'SyntaxError') return undefined;
    throw error;
  }
}
