import { createListeners } from '../listeners.ts';

/**
 * A failed call. It has the shape of `HttpError` of react-admin (`status`, `body.errors`), so that forms show the errors at their
 * fields, but does not import react-admin.
 */
export class RequestError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Parsed answer; null when there was none. `errors` contains messages by form field, once they are mapped. */
  readonly body: ErrorBody | null;
  /** Path with query of the call. */
  readonly path: string;
  /** `x-request-id` of the answer. */
  readonly requestId: string | null;
  /** Seconds after which the server may be called again; null if not given. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    status: number,
    body: ErrorBody | null,
    path: string,
    requestId: string | null,
    retryAfter: number | null = null,
  ) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
    this.path = path;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** Parsed body of an error answer. */
export type ErrorBody = Readonly<Record<string, unknown>> & { readonly errors?: Readonly<Record<string, string>> };

/** Ids of files for which a save was refused, by wire name of the field: `{"attachments.17": ["…"]}`. */
type RefusedFiles = ReadonlyMap<string, ReadonlySet<number>>;

const listeners = createListeners<[RefusedFiles]>();

/**
 * Subscribes to files for which a save was refused.
 * @returns the unsubscribe function
 */
export const onRefusedFiles = listeners.subscribe;

/**
 * Notifies the fields of the form for which of their files a save was refused.
 * @param body of the 400 answer
 */
export function notifyRefusedFiles(body: Readonly<Record<string, unknown>> | null): void {
  const refusedFiles = new Map<string, Set<number>>();
  for (const key of Object.keys(body ?? {})) {
    const [, field = '', id] = /^(.+)\.(\d+)$/.exec(key) ?? [];
    if (id) refusedFiles.set(field, (refusedFiles.get(field) ?? new Set()).add(Number(id)));
  }
  if (refusedFiles.size) listeners.notify(refusedFiles);
}
