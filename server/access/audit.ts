import type { Db } from '#server/db/tables.ts';
import { callerAddress } from './caller.ts';

/** One write, as the audit log keeps it (embedded.md "Promises"). */
interface AuditEntry {
  /** The author; null when not signed in. */
  user: number | null;
  action: 'create' | 'update' | 'delete' | 'sign-in' | 'sign-out' | (string & {});
  /** Section or kind of thing: `cameras`. */
  resource: string;
  record: number | string | null;
  before?: unknown;
  after?: unknown;
  /** Of a section that an installation added: what it calls its fields is its own business, and nothing is left out. */
  whole?: boolean;
  /** `request.id`. */
  request: string;
  /** Where it came from, of a message of a socket; of a call it is known. */
  address?: string | null;
}

/** Names of the secrets in our own tables and calls. */
const SECRETS: ReadonlySet<string> = new Set([
  'password',
  'password_hash',
  'hash',
  'token',
  'secret',
  'code',
  'confirm_code',
  'registration_id',
  'credential_id',
  'public_key',
  'challenge',
]);

/** A copy without what must not stand in a log: passwords, tokens, hashes and codes, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (ArrayBuffer.isView(value)) return null;
  const kept = Object.entries(value).filter(([key]) => !SECRETS.has(key.toLowerCase()));
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutSecrets(part)]));
}

const asJson = (value: unknown, whole = false) =>
  value === undefined || value === null ? null : JSON.stringify(whole ? value : withoutSecrets(value));

/** Writes an audit entry. Pass the transaction of the write itself: both stand or fall together. */
export const audit = (trx: Db, auditEntry: AuditEntry): Promise<void> => auditAll(trx, [auditEntry]);

/** The same of several entries of one write, in their order. */
export async function auditAll(trx: Db, auditEntries: readonly AuditEntry[]): Promise<void> {
  if (!auditEntries.length) return;
  await trx
    .insertInto('audit')
    .values(
      auditEntries.map((auditEntry) => ({
        user_id: auditEntry.user,
        action: auditEntry.action,
        resource: auditEntry.resource,
        record_id: auditEntry.record === null ? null : String(auditEntry.record),
        before: asJson(auditEntry.before, auditEntry.whole),
        after: asJson(auditEntry.after, auditEntry.whole),
        request_id: auditEntry.request,
        address: auditEntry.address ?? callerAddress(),
      })),
    )
    .execute();
}

/** Entries with their authors, the newest first; to be narrowed and limited. */
export const auditEntriesWithPeople = (db: Db) =>
  db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.user_id')
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .select(['audit.id', 'audit.at', 'audit.action', 'audit.before', 'audit.after'])
    .select(['users.id as user', 'users.first_name', 'users.last_name']);

/** Changes of one record. @param before id of the entry to go on after; null: from the newest */
export const auditEntriesOn = (db: Db, resource: string, record: number, before: number | null, most: number) =>
  auditEntriesWithPeople(db)
    .where('audit.resource', '=', resource)
    .where('audit.record_id', '=', String(record))
    .$if(before !== null, (query) => query.where('audit.id', '<', before))
    .limit(most)
    .execute();
