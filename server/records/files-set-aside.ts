import type { FastifyInstance } from 'fastify';
import type { Resource } from '#resources/language/define-resource.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { giveUpFiles } from '#server/files/links.ts';
import { dropBytes } from '#server/files/queries.ts';
import type { FileStore } from '#server/files/store.ts';
import { untilNone } from '#server/until-none.ts';
import { storedFields } from './columns.ts';
import { purgeAfterUndo, restorableSince } from './kit/undo.ts';
import type { StoredRecord } from './queries.ts';

/** Most files that one transaction deletes. */
const BATCH = 200;

type Data = StoredRecord['data'];

/** Files that a record holds, each with the wire name of its field. */
function filesIn({ fields }: Pick<Resource, 'fields'>, data: Data): Map<number, string> {
  const held = [...storedFields(fields).values()].filter(({ field }) => pointerTo(field, 'files'));
  return new Map(held.flatMap(({ wire }) => idsOf(data[wire]).map((id) => [id, wire] as const)));
}

/**
 * Sets aside files that a record no longer holds, and takes back those that it holds again.
 * Files set aside are deleted once the change can no longer be undone.
 * @returns whether there are such files: then call `purgeFilesLater`, after the commit
 */
export async function setLostFilesAside(
  { trx, resource, now }: { trx: Db; resource: Resource; now: Date },
  record: number,
  before: Data,
  after: Data,
): Promise<boolean> {
  const heldBefore = filesIn(resource, before);
  const heldAfter = filesIn(resource, after);
  const back = [...heldAfter.keys()].filter((id) => !heldBefore.has(id));
  if (back.length)
    await trx.deleteFrom('files_set_aside').where('record_id', '=', record).where('file_id', 'in', back).execute();
  const lost = [...heldBefore].filter(([id]) => !heldAfter.has(id));
  if (!lost.length) return false;
  const rows = lost.map(([file_id, field]) => ({ file_id, record_id: record, field, set_aside_at: now }));
  await trx.insertInto('files_set_aside').values(rows).execute();
  return true;
}

/** Set-aside files that an undo may give back to a record of the section, locked until the transaction ends. */
export async function filesSetAside(
  trx: Db,
  { name, fields }: Pick<Resource, 'name' | 'fields'>,
  record: number,
  now: Date,
): Promise<number[]> {
  const wires = [...storedFields(fields).values()].flatMap(({ wire, field }) =>
    pointerTo(field, 'files') ? wire : [],
  );
  if (!wires.length) return [];
  const rows = await trx
    .selectFrom('files_set_aside')
    .where('record_id', '=', record)
    .where('field', 'in', wires)
    .where('set_aside_at', '>', restorableSince(now))
    // Ids of sections with a table of their own are not unique across sections.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('records')
          .whereRef('records.id', '=', 'files_set_aside.record_id')
          .where('records.resource', '=', name)
          .select('records.id'),
      ),
    )
    .orderBy('file_id')
    .select('file_id')
    .forUpdate()
    .execute();
  return rows.map(({ file_id }) => file_id);
}

/** Deletes some of the files that no record can have again. @returns how many */
export async function purgeFilesSetAside(db: Db, store: FileStore, now: Date): Promise<number> {
  const { count, names } = await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('files_set_aside')
      .where('set_aside_at', '<=', restorableSince(now))
      .orderBy('file_id')
      .limit(BATCH)
      .select('file_id')
      .forUpdate()
      .skipLocked()
      .execute();
    return {
      count: due.length,
      names: await giveUpFiles(
        trx,
        due.map(({ file_id }) => file_id),
      ),
    };
  });
  await dropBytes(db, store, names);
  return count;
}

/** Deletes files set aside once their change can no longer be undone. @returns call it after the commit that set files aside */
export const purgeFilesLater = (
  app: FastifyInstance,
  { db, files, now }: Pick<ServerContext, 'db' | 'files' | 'now'>,
): (() => void) => purgeAfterUndo(app, 'files of records', () => untilNone(() => purgeFilesSetAside(db, files, now())));
