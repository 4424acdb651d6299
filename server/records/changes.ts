import { RECORD_VERSION } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { withComputed } from '#resources/language/expressions/fields.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { restorableSince } from './kit/undo.ts';
import { deleteRecord, recordToChange, type StoredRecord, updateRecord } from './queries.ts';
import { refuseStale } from './record-version.ts';
import { type DatedLooker, showValues, versionedRecord } from './show.ts';
import { unhideRecord } from './undo-queries.ts';
import { giveUpLost, refuseDeletion, refuseRecord, refuseTaken, settleRecord } from './write.ts';

/** What the changes of a record need: the transaction that holds its section, the reader and the call. */
export interface Changing extends Pick<DatedLooker, 'generic' | 'features' | 'today'> {
  trx: Db;
  resource: Resource;
  reader: Reader;
  /** `request.id`. */
  request: string;
  now: Date;
}

export const createLooker = ({ trx, reader, generic, features, today }: Changing): DatedLooker => ({
  db: trx,
  reader,
  generic,
  ...(features ? { features } : {}),
  today,
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
  const { trx, resource } = changing;
  const ways = await showValues(createLooker(changing), resource, [data]);
  const parts = [versionedRecord(resource, ways, data)];
  await refuseStale(trx, seenVersion, { resource: resource.name, record: id, parts, current: data });
}

/**
 * Changes a record; what a payload leaves out stays.
 * @returns it as it is now, and names of bytes for `dropBytes`, after the commit
 */
export async function changeRecord(
  changing: Changing,
  id: number,
  payload: Readonly<Record<string, unknown>>,
): Promise<{ after: StoredRecord; lost: string[] }> {
  const { trx, resource, reader, now } = changing;
  const before = await toChange(changing, id);
  await refuseRecord(trx, reader, resource, before.data);
  await refuseOutdated(changing, before, payload[RECORD_VERSION]);
  const settled = await settleRecord(createLooker(changing), resource, payload, before);
  await refuseRecord(trx, reader, resource, settled.data);
  const after = { ...settled, id, created_by: before.created_by };
  await updateRecord(trx, after, now);
  await log(changing, { action: 'update', record: id, before: before.data, after: after.data });
  return { after, lost: await giveUpLost(trx, resource, before.data, after.data) };
}

/** Deletes a record, for `MS.undo` to be brought back. @returns it as it was */
export async function removeRecord(changing: Changing, id: number): Promise<StoredRecord> {
  const { trx, resource, reader, now } = changing;
  const before = await toChange(changing, id);
  await refuseDeletion(trx, reader, resource, before);
  await deleteRecord(trx, id, now);
  await log(changing, { action: 'delete', record: id, before: before.data });
  return before;
}

/** Brings a record back that was deleted a moment ago. @returns it */
export async function restoreRecord(changing: Changing, id: number): Promise<StoredRecord> {
  const { trx, resource, reader, now } = changing;
  const deleted = await toChange(changing, id, restorableSince(now));
  await refuseDeletion(trx, reader, resource, deleted);
  await refuseTaken(trx, resource, deleted);
  // Its definition may have changed meanwhile, and what is deleted is not computed anew.
  const record = { ...deleted, data: withComputed(resource, deleted.data) };
  await unhideRecord(trx, id, record.data);
  await log(changing, { action: 'restore', record: id, after: record.data });
  return record;
}
