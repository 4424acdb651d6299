import { text } from '#i18n/console-text.ts';
import { DEVICES_PATH } from '#resources/protocol/paths/access.ts';
import { createListeners } from '../listeners.ts';
import { type ErrorBody, RequestError } from './request-error.ts';

/** A failed call as the global alert shows it (ERR-01). */
export interface Failure {
  /** Messages for the user, one per line. */
  message: string;
  /** Request id of the server, for support; null when there was no answer. */
  requestId: string | null;
}

/** Paths whose failures are not shown (ERR-05). */
const SILENT = [DEVICES_PATH];

const listeners = createListeners<[Failure]>();

/** Subscribes to failures to be shown; returns the unsubscribe function. */
export const onFailure = listeners.subscribe;

/** Whether a call was aborted on purpose (ERR-06). */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** The product name from `index.html`, where the server writes it (ERR-03). */
export function productName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content || text('shell.product');
}

/** «Возникла непредвиденная ошибка…» with the product name (ERR-02). */
export function defaultMessage(): string {
  return text('engine.failure', { product: productName() });
}

/** All messages in a text, a list or a map of them (ERR-13). */
export function sentences(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() ? [value] : [];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(sentences);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(sentences);
  return [];
}

/** The messages of an error answer: `error`, else `detail`, else `details`, one per line (ERR-13). */
export function answerMessage(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const answer = body as Record<string, unknown>;
  for (const key of ['error', 'detail', 'details']) {
    const messages = sentences(answer[key]);
    if (messages.length) return messages.join('\n');
  }
  return null;
}

/** Keys of an error answer that are not fields; a form may have fields with the same names, whose messages are lists. */
const NON_FIELD_KEYS = new Set(['request_id', 'code', 'status']);

/** Whether a key of a 400 answer is a field. */
export const isFieldErrorKey = (key: string, value: unknown, isField = true): boolean =>
  !NON_FIELD_KEYS.has(key) || (isField && Array.isArray(value));

/** Field errors of a 400 answer, one per line, for calls without a form; null if there are none. */
export function fieldSentences(body: Readonly<Record<string, unknown>> | null): string | null {
  const fieldErrors = Object.entries(body ?? {}).filter(([key, value]) => isFieldErrorKey(key, value));
  return [...new Set(sentences(fieldErrors.map(([, value]) => value)))].join('\n') || null;
}

/** The error message of the server; a 400 may contain only field errors (API-21). */
export function serverErrorMessage(status: number, body: ErrorBody | null): string | null {
  return answerMessage(body) ?? (status === 400 ? fieldSentences(body) : null);
}

/** Failures already shown, so that an error that is reported twice is shown once. */
const reported = new WeakSet<object>();

/**
 * Shows a failed call in the global alert, each failure once; aborted calls and silent paths are ignored.
 * @param message shown instead of the message of the error
 */
export function reportFailure(error: unknown, message?: string | null): void {
  if (isCancelled(error)) return;
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  const requestError = error instanceof RequestError ? error : null;
  if (requestError && SILENT.some((path) => requestError.path.startsWith(path))) return;
  const failure: Failure = {
    message:
      message ?? (requestError ? serverErrorMessage(requestError.status, requestError.body) : null) ?? defaultMessage(),
    requestId: requestError?.requestId ?? null,
  };
  listeners.notify(failure);
}
