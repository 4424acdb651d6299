import { type RawBuilder, sql } from 'kysely';
import { type Action, can, type Level } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { isLevelEnough, type ReaderLevel } from '#resources/language/field-levels.ts';
import { toIds } from '#resources/language/kinds/ids.ts';
import { effectiveLevels } from '#server/access/reader.ts';
import { reachesAny } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { sectionLevel } from './field-rights.ts';
import { labelExpression } from './labels.ts';
import type { StoredRecord } from './queries.ts';

/** Labels of records, by id. */
export async function recordLabels(
  db: Db,
  resource: Resource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('records')
    .where('id', 'in', [...ids])
    .select(['id', labelExpression(resource).as('label')])
    .execute();
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/**
 * Lists of building ids: a reader of the record must reach at least one building of each. They are the record's buildings, and
 * the one in `record.reachedBuilding`; the latter alone if it is among the former. Without a list everybody reaches the record.
 */
export function requiredBuildings(
  { record: rules }: Pick<Resource, 'record'>,
  { data, building_ids }: Pick<StoredRecord, 'data' | 'building_ids'>,
): (readonly number[])[] {
  const ownList = building_ids === null ? [] : [building_ids];
  if (rules?.reachedBuilding === undefined) return ownList;
  const reachedIds = toIds([data[rules.reachedBuilding]]);
  const isTied = building_ids === null || reachedIds.some((id) => building_ids.includes(id));
  return isTied ? [reachedIds] : [...ownList, reachedIds];
}

/** Ids of active employees who may do the action in an added section, have the level there and reach the record. */
async function employeesWhoMay(
  db: Db,
  resource: Pick<Resource, 'section' | 'record'>,
  { action, level }: { action: Action; level: ReaderLevel },
  record: Pick<StoredRecord, 'data' | 'building_ids'>,
): Promise<number[]> {
  const { section } = resource;
  const reachConditions = requiredBuildings(resource, record).map((buildings) =>
    reachesAny('users.id', buildings, null),
  );
  const rows = await db
    .selectFrom('users')
    .where('users.status', '=', 'active')
    .where('users.role', '!=', 'resident')
    .where(sql.join([sql<boolean>`true`, ...reachConditions], sql` and `) as RawBuilder<boolean>)
    .select(({ selectFrom }) => [
      'users.id',
      'users.role',
      selectFrom('levels')
        .whereRef('levels.user_id', '=', 'users.id')
        .where('levels.section', '=', section)
        .select(sql<Record<string, Level> | null>`jsonb_object_agg(section, level)`.as('levels'))
        .as('levels'),
    ])
    .execute();
  return rows.flatMap(({ id, role, levels: stored }) => {
    const reader = { role, levels: effectiveLevels(role, stored, [section]) };
    return can(reader.levels, section, action) && isLevelEnough(sectionLevel(reader, { section }), level) ? [id] : [];
  });
}

/** Creates a cached `employeesWhoMay`; records with the same required buildings share one query. */
export function createEmployeeLookup(db: Db, resource: Pick<Resource, 'section' | 'record'>) {
  const lookups = new Map<string, ReturnType<typeof employeesWhoMay>>();
  return (right: Parameters<typeof employeesWhoMay>[2], record: Parameters<typeof employeesWhoMay>[3]) => {
    const key = JSON.stringify([right.action, right.level, requiredBuildings(resource, record)]);
    const lookup = lookups.get(key) ?? employeesWhoMay(db, resource, right, record);
    lookups.set(key, lookup);
    return lookup;
  };
}
