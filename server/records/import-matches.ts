import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Principal } from '#server/access/reader.ts';
import { anyBuildingInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import type { StoredField } from './columns.ts';
import { reachedCondition, type StoredRecord } from './queries.ts';
import { hasImportKey, importKeyParts } from './unique.ts';

/** A record with the same key as an import row. */
export interface ImportMatch {
  record: StoredRecord;
  isInReach: boolean;
}

/** Records fetched per key, at most: with more than one match none is changed. */
const MATCHES_MAX = 2;

/**
 * Finds the records with the keys of import rows, in the reader's reach or not, with one query for all rows.
 * @param rows normalised key values by wire name; null for a row without a key
 * @returns the records by row index
 */
export async function findImportMatches(
  trx: Db,
  principal: Principal,
  resource: Resource,
  key: readonly StoredField[],
  rows: readonly (Readonly<Record<string, unknown>> | null)[],
): Promise<Map<number, ImportMatch[]>> {
  const keyedRows = rows.flatMap((values, at) => (values ? [{ at, values }] : []));
  const matches = new Map<number, ImportMatch[]>();
  if (!keyedRows.length) return matches;
  const keyParts = importKeyParts(key);
  const names = keyParts.map((_, at) => sql.ref(`key_${at}`));
  const columns = keyParts.map((part, at) => sql`${part} as ${names[at]}`);
  const isSame = keyParts.map((part, at) => sql`${part} = asked.${names[at]}`);
  const inBuilding =
    resource.building === undefined ? sql`true` : anyBuildingInReach(principal, 'records.building_ids');
  const inReach = sql`(${inBuilding} and coalesce(${reachedCondition(principal, resource) ?? sql`true`}, false))`;
  // The values of the file are aliased `records` too, so that the index expressions apply to both sides.
  const answer = await sql<StoredRecord & { at: string; is_in_reach: boolean }>`
    select asked.at, found.*
    from (
      select records.at, ${sql.join(columns)}
      from jsonb_array_elements(${JSON.stringify(keyedRows.map(({ values }) => values))}::jsonb) with ordinality as records(data, at)
    ) asked
    cross join lateral (
      select records.id, records.data, records.building_ids, records.created_by, ${inReach} as is_in_reach
      from records
      where records.resource = ${sql.lit(resource.name)} and records.deleted_at is null
        and ${hasImportKey(key)} and ${sql.join(isSame, sql` and `)}
      limit ${sql.lit(MATCHES_MAX)}
    ) found`.execute(trx);
  for (const { at, is_in_reach, id, data, building_ids, created_by } of answer.rows) {
    const rowIndex = keyedRows[Number(at) - 1]?.at ?? 0;
    const match = { record: { id, data, building_ids, created_by }, isInReach: is_in_reach };
    matches.set(rowIndex, [...(matches.get(rowIndex) ?? []), match]);
  }
  return matches;
}
