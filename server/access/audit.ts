import type { Db } from '#server/db/tables.ts';
import { callerAddress } from './caller.ts';

/** One entry of the audit log (embedded.md "Promises"). */
interface AuditEntry {
  /** Author; null when not signed in. */
  user: number | null;
  action: 'create' | 'update' | 'delete' | 'sign-in' | 'sign-out' | (string & {});
  /** Name of the section or record type, e.g. `cameras`. */
  resource: string;
  record: number | string | null;
  before?: unknown;
  after?: unknown;
  /** Keep all fields: an added section may name its own fields like secrets. */
  whole?: boolean;
  /** `request.id`. */
  request: string;
  /** Client address for messages over sockets; for HTTP requests it is taken from the request. */
  address?: string | null;
}

/** Names of secret fields in our own tables and requests. */
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

/** Copies a value without passwords, tokens, hashes and codes, at any depth. */
export function stripSecrets(value: unknown): unknown {
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(stripSecrets);
  if (ArrayBuffer.isView(value)) return null;
  const visibleEntries = Object.entries(value).filter(([key]) => !SECRETS.has(key.toLowerCase()));
  return Object.fromEntries(visibleEntries.map(([key, part]) => [key, stripSecrets(part)]));
}

const toAuditJson = (value: unknown, keepAll = false) =>
  value === undefined || value === null ? null : JSON.stringify(keepAll ? value : stripSecrets(value));

/** Writes an audit entry. Pass the transaction of the change itself, so that both are committed or neither. */
export const audit = (trx: Db, auditEntry: AuditEntry): Promise<void> => auditAll(trx, [auditEntry]);

/** Writes several audit entries of one change, in their order. */
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
        before: toAuditJson(auditEntry.before, auditEntry.whole),
        after: toAuditJson(auditEntry.after, auditEntry.whole),
        request_id: auditEntry.request,
        address: auditEntry.address ?? callerAddress(),
      })),
    )
    .execute();
}

/** Query of entries with their authors, newest first; the caller adds conditions and a limit. */
export const auditEntriesWithPeople = (db: Db) =>
  db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.user_id')
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .select(['audit.id', 'audit.at', 'audit.action', 'audit.before', 'audit.after'])
    .select(['users.id as user', 'users.first_name', 'users.last_name']);

/** History of one record, newest first. @param before id of the last entry of the previous page; null = first page */
export const auditEntriesOn = (db: Db, resource: string, record: number, before: number | null, limit: number) =>
  auditEntriesWithPeople(db)
    .where('audit.resource', '=', resource)
    .where('audit.record_id', '=', String(record))
    .$if(before !== null, (query) => query.where('audit.id', '<', before))
    .limit(limit)
    .execute();
