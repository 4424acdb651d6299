/** Timeouts of calls. When packets are dropped silently (sleep, broken tunnel) the browser itself waits for minutes. */

/** Timeouts of an answer, ms. Writes get longer, because after a timeout it is unknown whether they were done. */
const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 60_000;
/** Timeout of the body once the answer has begun, ms. */
const BODY_TIMEOUT_MS = 60_000;
/** Minimum upload speed, bytes per ms. */
const MIN_UPLOAD_SPEED = 10;

/** Approximate size of a request body in bytes. */
function bodyBytes(body: unknown): number {
  if (typeof body === 'string') return body.length;
  if (!(body instanceof FormData)) return 0;
  let sum = 0;
  for (const value of body.values()) sum += typeof value === 'string' ? value.length : value.size;
  return sum;
}

/** Timeout of a call, ms. */
export const defaultTimeout = (method: string, body: unknown): number =>
  method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS + bodyBytes(body) / MIN_UPLOAD_SPEED;

/** Timeout of one call. */
interface TimeLimit {
  /** Aborted on timeout and when the caller aborts. */
  signal: AbortSignal;
  /** The timeout has expired. */
  readonly isOver: boolean;
  /** Call it when the answer has begun: the body has a timeout of its own. */
  onAnswer: () => void;
  /** Call it when the call has ended. */
  end: () => void;
}

/**
 * Starts the timeout of a call.
 * @param timeoutMs ms
 * @param callerSignal with which the caller aborts the call
 */
export function startTimeLimit(timeoutMs: number, callerSignal?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const expire = () => {
    isOver = true;
    controller.abort();
  };
  const abort = () => controller.abort(callerSignal?.reason);
  if (callerSignal?.aborted) abort();
  else callerSignal?.addEventListener('abort', abort, { once: true });
  let timer = setTimeout(expire, timeoutMs);
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    onAnswer: () => {
      clearTimeout(timer);
      timer = setTimeout(expire, BODY_TIMEOUT_MS);
    },
    end: () => {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', abort);
    },
  };
}
