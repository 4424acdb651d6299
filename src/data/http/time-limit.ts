/**
 * Time limits of calls. Where packets vanish without a word (a computer that slept, a tunnel that is gone) the browser itself waits for
 * minutes.
 */

/** Time limits of an answer, ms. A write gets longer: after a time-out it is unknown whether it was done. */
const READ = 30_000;
const WRITE = 60_000;
/** Time for the body once the answer has begun, ms. */
const BODY = 60_000;
/** Slowest accepted upload, bytes per ms. */
const SLOWEST = 10;

/** Bytes of a body that count: those of files. */
function bodyBytes(body: unknown): number {
  if (typeof body === 'string') return body.length;
  if (!(body instanceof FormData)) return 0;
  let sum = 0;
  for (const value of body.values()) sum += typeof value === 'string' ? value.length : value.size;
  return sum;
}

/** How long a call may wait for its answer, ms. */
export const patienceFor = (method: string, body: unknown): number =>
  method === 'GET' ? READ : WRITE + bodyBytes(body) / SLOWEST;

/** The limit of one call. */
interface TimeLimit {
  /** Aborted when the time is over, and when the caller gives up. */
  signal: AbortSignal;
  /** The time was over. */
  readonly isOver: boolean;
  /** The answer has begun: its body has a time of its own. */
  begun: () => void;
  /** The call is over. */
  end: () => void;
}

/** Starts the time limit of a call. @param patience ms @param callerSignal by which the caller cancels */
export function limitTime(patience: number, callerSignal?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const late = () => {
    isOver = true;
    controller.abort();
  };
  const giveUp = () => controller.abort(callerSignal?.reason);
  if (callerSignal?.aborted) giveUp();
  else callerSignal?.addEventListener('abort', giveUp, { once: true });
  let timer = setTimeout(late, patience);
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    begun: () => {
      clearTimeout(timer);
      timer = setTimeout(late, BODY);
    },
    end: () => {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', giveUp);
    },
  };
}
