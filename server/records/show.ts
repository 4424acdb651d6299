import type { Resource } from '#resources/language/define-resource.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { reachOf } from '#server/access/reach.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';
import { storedFields } from './columns.ts';
import type { StoredRecord } from './queries.ts';

/** A record on the wire. */
export type ShownRecord = Record<string, unknown> & { id: number };

/** Records as the reader sees them: files with addresses for him, of several buildings those in his reach. */
export async function showRecords(
  db: Db,
  reader: Reader,
  resource: Resource,
  rows: readonly StoredRecord[],
): Promise<ShownRecord[]> {
  const fields = [...storedFields(resource.fields).values()];
  const idsIn = (kind: string) =>
    fields
      .filter(({ field }) => field.kind === kind)
      .flatMap(({ wire }) => rows.flatMap((row) => idsOf(row.data[wire])));
  const files = await filesById(db, idsIn('files'));
  const reach = await reachOf(db, reader, [...new Set(idsIn('buildings'))]);

  return rows.map(({ id, data }) => {
    const shown: Record<string, unknown> = {};
    for (const { wire, field } of fields) {
      const value = data[wire] ?? null;
      if (field.kind === 'files') {
        const found = idsOf(value).flatMap((file) => files.get(file) ?? []);
        shown[wire] = found.map((file) => shownFile(reader, file));
      } else shown[wire] = field.kind === 'buildings' ? idsOf(value).filter((building) => reach.has(building)) : value;
    }
    return { ...shown, id };
  });
}
