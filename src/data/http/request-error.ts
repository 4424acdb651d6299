import { createListeners } from '../listeners.ts';

/**
 * A call that failed. Has the shape of react-admin's `HttpError` (`status`, `body.errors`), so that its
 * forms put the errors on their fields, without loading react-admin for a plain call.
 */
export class RequestError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Parsed answer; null when there was none. `errors` holds messages by form field, once they are known. */
  readonly body: ErrorBody | null;
  /** Path with query of the call. */
  readonly path: string;
  /** `x-request-id` of the answer. */
  readonly requestId: string | null;
  /** Seconds after which the server wants to be asked again; null where it does not say. */
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

/** A parsed answer of a failed call. */
export type ErrorBody = Readonly<Record<string, unknown>> & { readonly errors?: Readonly<Record<string, string>> };

/** Ids of files that a save was refused for, by field on the wire: `{"attachments.17": ["…"]}`. */
type RefusedFiles = ReadonlyMap<string, ReadonlySet<number>>;

const listeners = createListeners<[RefusedFiles]>();

/** Hears of files that a save was refused for. @returns how to stop */
export const onRefusedFiles = listeners.follow;

/** Tells the fields of the form which of their files a save was refused for. @param body of the 400 */
export function tellRefusedFiles(body: Readonly<Record<string, unknown>> | null): void {
  const refusedFiles = new Map<string, Set<number>>();
  for (const key of Object.keys(body ?? {})) {
    const [, field = '', id] = /^(.+)\.(\d+)$/.exec(key) ?? [];
    if (id) refusedFiles.set(field, (refusedFiles.get(field) ?? new Set()).add(Number(id)));
  }
  if (refusedFiles.size) listeners.tell(refusedFiles);
}
