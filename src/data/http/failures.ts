import { text } from '#i18n/console-text.ts';
import { DEVICES_PATH } from '#resources/protocol/paths/access.ts';
import { createListeners } from '../listeners.ts';
import { type ErrorBody, RequestError } from './request-error.ts';

/** A failed call as the global alert shows it (ERR-01). */
export interface Failure {
  /** Sentences for the user, a line each. */
  message: string;
  /** Id of the request on the server, for support; null when there was no answer. */
  requestId: string | null;
}

/** Paths with silent failures (ERR-05). */
const SILENT = [DEVICES_PATH];

const listeners = createListeners<[Failure]>();

/** Calls back with every failure to be shown. Answers how to stop. */
export const onFailure = listeners.follow;

/** Whether an error means that the call was cancelled on purpose (ERR-06). */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** The name of the product, taken from `index.html`, where the server sets it (ERR-03). */
export function productName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content || text('shell.product');
}

/** «Возникла непредвиденная ошибка…» with the name of the product (ERR-02). */
export function defaultMessage(): string {
  return text('engine.failure', { product: productName() });
}

/** Every sentence in a text, a list or a map of them (ERR-13). */
export function sentences(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() ? [value] : [];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(sentences);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(sentences);
  return [];
}

/** The sentences of a server's answer: `error`, else `detail`, else `details`; lists and maps line by line (ERR-13). */
export function answerMessage(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const answer = body as Record<string, unknown>;
  for (const key of ['error', 'detail', 'details']) {
    const found = sentences(answer[key]);
    if (found.length) return found.join('\n');
  }
  return null;
}

/** Keys of an error answer that are not fields; a form may have fields of the same names, with lists as messages. */
const BESIDE_FIELDS = new Set(['request_id', 'code', 'status']);

/** Whether a key of a 400 is that of a field. */
export const saysOfField = (key: string, value: unknown, isField = true): boolean =>
  !BESIDE_FIELDS.has(key) || (isField && Array.isArray(value));

/** Errors of a 400 about single fields, where no form shows them: a line each; null without any. */
export function fieldSentences(body: Readonly<Record<string, unknown>> | null): string | null {
  const said = Object.entries(body ?? {}).filter(([key, value]) => saysOfField(key, value));
  return [...new Set(sentences(said.map(([, value]) => value)))].join('\n') || null;
}

/** The server's message about a failed call; a 400 may have messages of single fields alone (API-21). */
export function saidBy(status: number, body: ErrorBody | null): string | null {
  return answerMessage(body) ?? (status === 400 ? fieldSentences(body) : null);
}

/** Failures that were shown already, so that passing one on twice shows it once. */
const reported = new WeakSet<object>();

/**
 * Shows a failed call in the global alert, each failure once; cancelled calls and silent paths are passed over.
 * @param message shown instead of the error's own
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
    message: message ?? (requestError ? saidBy(requestError.status, requestError.body) : null) ?? defaultMessage(),
    requestId: requestError?.requestId ?? null,
  };
  listeners.tell(failure);
}
