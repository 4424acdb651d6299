import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RecordChange } from '#resources/protocol/versions.ts';
import { canonical } from '#server/canonical.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';

type Values = object;

/** Audit entries searched for the one that made the record what it is now. */
const AUDIT_ENTRIES_MAX = 20;

/** A digest of values; what is missing and what is empty are one. */
function digest(values: Values): string {
  const held = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  return createHash('sha256').update(canonical(held)).digest('base64url').slice(0, 16);
}

/**
 * The version of a record: digests of what an edit form replaces, one of each part that is saved, or may be taken away,
 * by itself.
 *
 * Pass only what the reader sees: others' changes of the rest are none of their business, and survive the saving
 * anyway. It says what stands there and not how often it was written, so other writers of the record have nothing to
 * count up.
 */
export function computeRecordVersion(...parts: readonly Values[]): string {
  return parts.map(digest).join('.');
}

/** A record that is about to be overwritten, locked, as it is now. */
interface Held {
  /** As the audit log calls it. */
  resource: string;
  record: number;
  /** The parts its version is made of, without those that the body leaves alone. */
  parts: readonly Values[];
  /** Values compared with the audit log to find who changed the record, where the log keeps more than the parts. */
  auditValues?: Values;
}

/**
 * Refuses a change to a record some part of which the editor has not seen as it is now. A change without a version
 * overwrites.
 * @throws ApiError record_changed, with the author and time of the change
 */
export async function refuseStale(
  trx: Db,
  seenVersion: unknown,
  { resource, record, parts, auditValues }: Held,
): Promise<void> {
  if (seenVersion === undefined || seenVersion === null) return;
  const digests = new Set(String(seenVersion).split('.'));
  const changed = parts.filter((part) => !digests.has(digest(part)));
  if (changed.length === 0) return;
  const now = auditValues ?? Object.assign({}, ...changed);
  throw new ApiError('record_changed', { changed: await changeTo(trx, resource, record, now) });
}

/** The last change of a record; null where the log does not say, for it may be changed from another record's form. */
async function changeTo(trx: Db, resource: string, record: number, now: Values): Promise<RecordChange | null> {
  const auditEntries = await trx
    .selectFrom('audit')
    .innerJoin('users', 'users.id', 'audit.user_id')
    .where('audit.resource', '=', resource)
    .where('audit.record_id', '=', String(record))
    .where('audit.after', 'is not', null)
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(AUDIT_ENTRIES_MAX)
    .select(['audit.at', 'audit.before', 'audit.after', 'users.id as user', 'users.first_name', 'users.last_name'])
    .execute();
  const currentValues: Record<string, unknown> = JSON.parse(JSON.stringify(now));
  // An entry that left something else was followed by a change that this log does not have.
  const agreement = (after: unknown) => {
    const told = Object.entries(after as Values).filter(([key]) => Object.hasOwn(currentValues, key));
    if (told.length === 0) return null;
    return told.every(([key, value]) => isDeepStrictEqual(value, currentValues[key]));
  };
  // An entry that changed none of these values changed fields that are hidden from the editor.
  const isAbout = (before: unknown, after: unknown) =>
    before === null ||
    Object.keys(currentValues).some((key) => {
      const [had, has] = [before, after].map((values) => (values as Record<string, unknown>)[key] ?? null);
      return !isDeepStrictEqual(had, has);
    });
  const auditEntry = auditEntries.find(({ before, after }) => agreement(after) !== null && isAbout(before, after));
  if (!auditEntry || !agreement(auditEntry.after)) return null;
  return {
    by: { user: auditEntry.user, name: `${auditEntry.first_name} ${auditEntry.last_name}` },
    at: auditEntry.at.toISOString(),
  };
}
