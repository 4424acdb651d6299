import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RecordChange } from '#resources/protocol/versions.ts';
import { canonicalJson } from '#server/canonical.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';

type Values = object;

/** Audit entries searched for the change that led to the current values, at most. */
const AUDIT_ENTRIES_MAX = 20;

/** Digest of values; missing and null values count as equal. */
function digest(values: Values): string {
  const nonNull = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  return createHash('sha256').update(canonicalJson(nonNull)).digest('base64url').slice(0, 16);
}

/**
 * The version of a record: one digest for each part that is saved or deleted separately. Pass only values that the reader sees,
 * because changes of other fields are no conflict for them. It depends on the content, not on a counter, so that other writers
 * have nothing to maintain.
 */
export function computeRecordVersion(...parts: readonly Values[]): string {
  return parts.map(digest).join('.');
}

/** The current state of a locked record that is about to be overwritten. */
interface CheckedRecord {
  /** Its resource name in the audit log. */
  resource: string;
  record: number;
  /** The parts of its version that the request would overwrite. */
  parts: readonly Values[];
  /** Values compared with the audit log to find who changed the record, if the log holds more than the parts. */
  auditValues?: Values;
}

/**
 * Refuses a change if a part of the record has changed since the editor loaded it; a change without a version overwrites.
 * @throws ApiError record_changed, with the author and time of the other change
 */
export async function refuseStale(
  trx: Db,
  seenVersion: unknown,
  { resource, record, parts, auditValues }: CheckedRecord,
): Promise<void> {
  if (seenVersion === undefined || seenVersion === null) return;
  const digests = new Set(String(seenVersion).split('.'));
  const changed = parts.filter((part) => !digests.has(digest(part)));
  if (changed.length === 0) return;
  const currentPart = auditValues ?? Object.assign({}, ...changed);
  throw new ApiError('record_changed', { changed: await findLastChange(trx, resource, record, currentPart) });
}

/**
 * Author and time of the last change of a record; null if the log does not tell, since it may have been changed through another
 * record's form.
 */
async function findLastChange(trx: Db, resource: string, record: number, now: Values): Promise<RecordChange | null> {
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
  // If an entry's result differs from the current values, a later change is missing in this log.
  const compareWithCurrent = (after: unknown) => {
    const sharedValues = Object.entries(after as Values).filter(([key]) => Object.hasOwn(currentValues, key));
    if (sharedValues.length === 0) return null;
    return sharedValues.every(([key, value]) => isDeepStrictEqual(value, currentValues[key]));
  };
  // An entry that changed none of these values only changed fields hidden from the editor.
  const changesCurrent = (before: unknown, after: unknown) =>
    before === null ||
    Object.keys(currentValues).some((key) => {
      const [valueBefore, valueAfter] = [before, after].map(
        (values) => (values as Record<string, unknown>)[key] ?? null,
      );
      return !isDeepStrictEqual(valueBefore, valueAfter);
    });
  const auditEntry = auditEntries.find(
    ({ before, after }) => compareWithCurrent(after) !== null && changesCurrent(before, after),
  );
  if (!auditEntry || !compareWithCurrent(auditEntry.after)) return null;
  return {
    by: { user: auditEntry.user, name: `${auditEntry.first_name} ${auditEntry.last_name}` },
    at: auditEntry.at.toISOString(),
  };
}
