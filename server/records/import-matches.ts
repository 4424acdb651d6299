import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Principal } from '#server/access/reader.ts';
import { anyBuildingInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import type { StoredField } from './columns.ts';
import { reachedCondition, type StoredRecord } from './queries.ts';
import { hasImportKey, importKeyParts } from './unique.ts';

/** A record that has the key of a row of a file. */
export interface ImportMatch {
  record: StoredRecord;
  isInReach: boolean;
}

/** Records of one key that are looked for: of more than one none is changed. */
const LOOKED_FOR = 2;

/**
 * The records that have the keys of rows of a file, in reach of the reader or not: one query for all rows.
 * @param rows the values of the key by wire name, in the normal form of their fields; null for a row without a key
 * @returns the records by the places of their rows
 */
export async function findImportMatches(
  trx: Db,
  principal: Principal,
  resource: Resource,
  key: readonly StoredField[],
  rows: readonly (Readonly<Record<string, unknown>> | null)[],
): Promise<Map<number, ImportMatch[]>> {
  const askedRows = rows.flatMap((values, at) => (values ? [{ at, values }] : []));
  const matches = new Map<number, ImportMatch[]>();
  if (!askedRows.length) return matches;
  const parts = importKeyParts(key);
  const names = parts.map((_, at) => sql.ref(`key_${at}`));
  const columns = parts.map((part, at) => sql`${part} as ${names[at]}`);
  const isSame = parts.map((part, at) => sql`${part} = asked.${names[at]}`);
  const tied = resource.building === undefined ? sql`true` : anyBuildingInReach(principal, 'records.building_ids');
  const inReach = sql`(${tied} and coalesce(${reachedCondition(principal, resource) ?? sql`true`}, false))`;
  // Both sides are called `records`, so that the expressions of the index are the same for the values of the file.
  const answer = await sql<StoredRecord & { at: string; is_in_reach: boolean }>`
    select asked.at, found.*
    from (
      select records.at, ${sql.join(columns)}
      from jsonb_array_elements(${JSON.stringify(askedRows.map(({ values }) => values))}::jsonb) with ordinality as records(data, at)
    ) asked
    cross join lateral (
      select records.id, records.data, records.building_ids, records.created_by, ${inReach} as is_in_reach
      from records
      where records.resource = ${sql.lit(resource.name)} and records.deleted_at is null
        and ${hasImportKey(key)} and ${sql.join(isSame, sql` and `)}
      limit ${sql.lit(LOOKED_FOR)}
    ) found`.execute(trx);
  for (const { at, is_in_reach, id, data, building_ids, created_by } of answer.rows) {
    const place = askedRows[Number(at) - 1]?.at ?? 0;
    const match = { record: { id, data, building_ids, created_by }, isInReach: is_in_reach };
    matches.set(place, [...(matches.get(place) ?? []), match]);
  }
  return matches;
}
