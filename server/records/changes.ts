import { RECORD_VERSION } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { carryOutDeletion, planDeletion, recordKey } from './deletion.ts';
import { readerView, visibleData } from './field-rights.ts';
import { setLostFilesAside } from './files-set-aside.ts';
import { restorableSince } from './kit/undo.ts';
import { deleteRecord, lockVisibleRecord, type StoredRecord, updateRecord, type WrittenRecord } from './queries.ts';
import { refuseStale } from './record-version.ts';
import { restoreDeleted } from './restore-deleted.ts';
import { showValues, versionedRecord, type WriteContext } from './show.ts';
import { refuseDuplicates, requireDeletable, requireRecordAction, validateRecord } from './write.ts';

/** Context of a change to records: the transaction, which locks the section, the reader and the request. */
export interface ChangeContext extends Pick<WriteContext, 'generic' | 'features' | 'today'> {
  trx: Db;
  resource: Resource;
  reader: Reader;
  /** `request.id`. */
  request: string;
  now: Date;
}

export const createReadContext = ({ trx, reader, generic, features, today, now }: ChangeContext): WriteContext => ({
  db: trx,
  reader,
  generic,
  ...(features ? { features } : {}),
  today,
  at: now,
});

/**
 * Loads and locks a record in reach.
 * @throws ApiError not_found
 */
export async function loadToChange(
  { trx, reader, resource }: ChangeContext,
  id: number,
  deletedSince: Date | null = null,
) {
  const found = await lockVisibleRecord(trx, reader, resource, id, deletedSince);
  if (!found) throw new ApiError('not_found');
  return found;
}

export const log = (
  { trx, reader, resource, request }: ChangeContext,
  auditEntry: { action: string; record: number; before?: object; after?: object },
) => audit(trx, { ...auditEntry, user: reader.user, resource: resource.name, whole: true, request });

/**
 * Refuses a change if the record was changed since the editor loaded it.
 * @throws ApiError record_changed
 */
export async function refuseOutdated(
  changing: ChangeContext,
  { id, data }: StoredRecord,
  seenVersion: unknown,
): Promise<void> {
  if (seenVersion === undefined) return;
  const { trx, resource, reader } = changing;
  const view = readerView(reader, resource);
  const formatters = await showValues(createReadContext(changing), view, [data]);
  const parts = [versionedRecord(view, formatters, data)];
  await refuseStale(trx, seenVersion, {
    resource: resource.name,
    record: id,
    parts,
    auditValues: visibleData(view, data),
  });
}

/**
 * Changes a record; fields missing in the payload stay as they are.
 * @returns the record before and after, and whether it has lost files (`setLostFilesAside`)
 */
export async function changeRecord(
  changing: ChangeContext,
  id: number,
  payload: Readonly<Record<string, unknown>>,
): Promise<{ before: StoredRecord['data']; after: StoredRecord; hasLostFiles: boolean }> {
  const { trx, resource, reader } = changing;
  const before = await loadToChange(changing, id);
  await requireRecordAction(trx, reader, resource, before.data);
  await refuseOutdated(changing, before, payload[RECORD_VERSION]);
  const validated = await validateRecord(createReadContext(changing), resource, payload, before);
  await requireRecordAction(trx, reader, resource, validated.data);
  return { before: before.data, ...(await writeChange(changing, before, validated)) };
}

/**
 * Stores and audits checked values of a record.
 * @returns the record now, and whether it has lost files
 */
export async function writeChange(
  changing: ChangeContext,
  before: StoredRecord,
  validated: WrittenRecord,
): Promise<{ after: StoredRecord; hasLostFiles: boolean }> {
  const { trx, now } = changing;
  const after = { ...validated, id: before.id, created_by: before.created_by };
  await updateRecord(trx, after, now);
  await log(changing, { action: 'update', record: before.id, before: before.data, after: after.data });
  return { after, hasLostFiles: await setLostFilesAside(changing, before.id, before.data, after.data) };
}

/**
 * Deletes a record, which can be restored for `MS.undo`, and deletes or changes records that refer to it, by their definitions.
 * @param linked definitions of `linkedSections`, which must be locked
 * @returns the deleted record, and the keys of all deleted records
 * @throws ApiError if a referring record forbids the deletion (`planDeletion`)
 */
export async function removeRecord(
  changing: ChangeContext,
  linked: readonly Resource[],
  id: number,
): Promise<{ before: StoredRecord; keys: string[] }> {
  const { trx, resource, reader, now } = changing;
  const before = await loadToChange(changing, id);
  await requireDeletable(trx, reader, resource, before);
  const plan = await planDeletion(trx, reader, linked, { resource, id });
  await deleteRecord(trx, id, now);
  await log(changing, { action: 'delete', record: id, before: before.data });
  await carryOutDeletion(changing, plan);
  return {
    before,
    keys: [recordKey(resource, id), ...plan.deleted.map((one) => recordKey(one.resource, one.record.id))],
  };
}

/**
 * Restores a recently deleted record and undoes the side effects of its deletion.
 * @returns the record, and the keys of all restored records
 */
export async function restoreRecord(
  changing: ChangeContext,
  linked: readonly Resource[],
  id: number,
): Promise<{ record: StoredRecord; keys: string[] }> {
  const { trx, resource, reader, now } = changing;
  const { deleted_at, updated_at: _, ...record } = await loadToChange(changing, id, restorableSince(now));
  await requireDeletable(trx, reader, resource, record);
  await refuseDuplicates(trx, resource, record);
  return restoreDeleted(changing, linked, { resource, record, deletedAt: deleted_at ?? now });
}
