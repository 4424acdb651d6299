import type { Db } from '#server/db/tables.ts';

/** One write, for the log of who did what (embedded.md "Promises"). */
export interface Deed {
  /** Who; null when nobody was signed in. */
  user: number | null;
  action: 'create' | 'update' | 'delete' | 'sign-in' | 'sign-out' | (string & {});
  /** Section or kind of thing: `cameras`. */
  resource: string;
  record: number | string | null;
  before?: unknown;
  after?: unknown;
  /** `request.id`. */
  request: string;
}

const SECRET = /pass|token|hash|secret|code|registration_id/i;

/** A copy without what must not stand in a log: passwords, tokens, hashes and codes, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (ArrayBuffer.isView(value)) return null;
  const kept = Object.entries(value).filter(([key]) => !SECRET.test(key));
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutSecrets(part)]));
}

const asJson = (value: unknown) =>
  value === undefined || value === null ? null : JSON.stringify(withoutSecrets(value));

/** Writes a deed down. Pass the transaction of the write itself: both stand or fall together. */
export async function audit(trx: Db, deed: Deed): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      user_id: deed.user,
      action: deed.action,
      resource: deed.resource,
      record_id: deed.record === null ? null : String(deed.record),
      before: asJson(deed.before),
      after: asJson(deed.after),
      request_id: deed.request,
    })
    .execute();
}
