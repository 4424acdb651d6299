import { RECORD_VERSION } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { bringBack } from './bring-back.ts';
import { carryOut, planDeletion, recordKey } from './deletion.ts';
import { readerView, seenData } from './field-rights.ts';
import { setLostFilesAside } from './files-set-aside.ts';
import { restorableSince } from './kit/undo.ts';
import { deleteRecord, recordToChange, type StoredRecord, updateRecord, type WrittenRecord } from './queries.ts';
import { refuseStale } from './record-version.ts';
import { showValues, versionedRecord, type WriteContext } from './show.ts';
import { refuseDeletion, refuseRecord, refuseTaken, settleRecord } from './write.ts';

/** Dependencies of the changes of a record: the transaction that holds its section, the reader and the call. */
export interface Changing extends Pick<WriteContext, 'generic' | 'features' | 'today'> {
  trx: Db;
  resource: Resource;
  reader: Reader;
  /** `request.id`. */
  request: string;
  now: Date;
}

export const createReadContext = ({ trx, reader, generic, features, today, now }: Changing): WriteContext => ({
  db: trx,
  reader,
  generic,
  ...(features ? { features } : {}),
  today,
  at: now,
});

/** A record in reach, locked. @throws ApiError not_found */
export async function toChange({ trx, reader, resource }: Changing, id: number, deletedSince: Date | null = null) {
  const found = await recordToChange(trx, reader, resource, id, deletedSince);
  if (!found) throw new ApiError('not_found');
  return found;
}

export const log = (
  { trx, reader, resource, request }: Changing,
  auditEntry: { action: string; record: number; before?: object; after?: object },
) => audit(trx, { ...auditEntry, user: reader.user, resource: resource.name, whole: true, request });

/** Refuses a change of a record that is another one than its editor has seen. @throws ApiError record_changed */
export async function refuseOutdated(
  changing: Changing,
  { id, data }: StoredRecord,
  seenVersion: unknown,
): Promise<void> {
  if (seenVersion === undefined) return;
  const { trx, resource, reader } = changing;
  const view = readerView(reader, resource);
  const ways = await showValues(createReadContext(changing), view, [data]);
  const parts = [versionedRecord(view, ways, data)];
  await refuseStale(trx, seenVersion, {
    resource: resource.name,
    record: id,
    parts,
    auditValues: seenData(view, data),
  });
}

/**
 * Changes a record; what a payload leaves out stays.
 * @returns it as it is now, what it held before, and whether it has lost files (`setLostFilesAside`)
 */
export async function changeRecord(
  changing: Changing,
  id: number,
  payload: Readonly<Record<string, unknown>>,
): Promise<{ before: StoredRecord['data']; after: StoredRecord; hasLostFiles: boolean }> {
  const { trx, resource, reader } = changing;
  const before = await toChange(changing, id);
  await refuseRecord(trx, reader, resource, before.data);
  await refuseOutdated(changing, before, payload[RECORD_VERSION]);
  const settled = await settleRecord(createReadContext(changing), resource, payload, before);
  await refuseRecord(trx, reader, resource, settled.data);
  return { before: before.data, ...(await writeChange(changing, before, settled)) };
}

/** Writes what a change of a record has come to. @returns it as it is now, and whether it has lost files */
export async function writeChange(
  changing: Changing,
  before: StoredRecord,
  settled: WrittenRecord,
): Promise<{ after: StoredRecord; hasLostFiles: boolean }> {
  const { trx, now } = changing;
  const after = { ...settled, id: before.id, created_by: before.created_by };
  await updateRecord(trx, after, now);
  await log(changing, { action: 'update', record: before.id, before: before.data, after: after.data });
  return { after, hasLostFiles: await setLostFilesAside(changing, before.id, before.data, after.data) };
}

/**
 * Deletes a record, which can be restored for `MS.undo`, and deletes or changes those that refer to it as their definitions say.
 * @param linked definitions of `linkedSections`, which are held
 * @returns it as it was, and the keys of all records that are deleted
 * @throws ApiError where one that refers to it forbids that (`planDeletion`)
 */
export async function removeRecord(
  changing: Changing,
  linked: readonly Resource[],
  id: number,
): Promise<{ before: StoredRecord; keys: string[] }> {
  const { trx, resource, reader, now } = changing;
  const before = await toChange(changing, id);
  await refuseDeletion(trx, reader, resource, before);
  const plan = await planDeletion(trx, reader, linked, { resource, id });
  await deleteRecord(trx, id, now);
  await log(changing, { action: 'delete', record: id, before: before.data });
  await carryOut(changing, plan);
  return {
    before,
    keys: [recordKey(resource, id), ...plan.deleted.map((one) => recordKey(one.resource, one.record.id))],
  };
}

/** Brings a record back that was deleted a moment ago, with what its deletion did to others. @returns it, and the keys of all that are there again */
export async function restoreRecord(
  changing: Changing,
  linked: readonly Resource[],
  id: number,
): Promise<{ record: StoredRecord; keys: string[] }> {
  const { trx, resource, reader, now } = changing;
  const { deleted_at, updated_at: _, ...record } = await toChange(changing, id, restorableSince(now));
  await refuseDeletion(trx, reader, resource, record);
  await refuseTaken(trx, resource, record);
  return bringBack(changing, linked, { resource, record, deletedAt: deleted_at ?? now });
}
