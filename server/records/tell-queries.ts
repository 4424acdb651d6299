import { type RawBuilder, sql } from 'kysely';
import { type Action, can, type Level } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type HeldLevel, isLevelEnough } from '#resources/language/field-levels.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { effectiveLevels } from '#server/access/reader.ts';
import { reachesAny } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { levelIn } from './field-rights.ts';
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
 * A reader of a record has to reach at least one building of each of these lists: those that it is tied to, and that of
 * `record.reachedBuilding`, which alone counts where it is one of them. No list: everybody reaches the record.
 */
export function requiredBuildings(
  { record: rules }: Pick<Resource, 'record'>,
  { data, building_ids }: Pick<StoredRecord, 'data' | 'building_ids'>,
): (readonly number[])[] {
  const tied = building_ids === null ? [] : [building_ids];
  if (rules?.reachedBuilding === undefined) return tied;
  const reached = idsOf([data[rules.reachedBuilding]]);
  const isTied = building_ids === null || reached.some((id) => building_ids.includes(id));
  return isTied ? [reached] : [...tied, reached];
}

/** Active employees who may do something in an added section, hold a level in it, and reach the record. */
async function employeesWhoMay(
  db: Db,
  resource: Pick<Resource, 'section' | 'record'>,
  { action, level }: { action: Action; level: HeldLevel },
  record: Pick<StoredRecord, 'data' | 'building_ids'>,
): Promise<number[]> {
  const { section } = resource;
  const reach = requiredBuildings(resource, record).map((buildings) => reachesAny('users.id', buildings, null));
  const rows = await db
    .selectFrom('users')
    .where('users.status', '=', 'active')
    .where('users.role', '!=', 'resident')
    .where(sql.join([sql<boolean>`true`, ...reach], sql` and `) as RawBuilder<boolean>)
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
    return can(reader.levels, section, action) && isLevelEnough(levelIn(reader, { section }), level) ? [id] : [];
  });
}

/** Asks once for employees (`employeesWhoMay`) of records that are reached alike. */
export function createEmployeeLookup(db: Db, resource: Pick<Resource, 'section' | 'record'>) {
  const lookups = new Map<string, ReturnType<typeof employeesWhoMay>>();
  return (right: Parameters<typeof employeesWhoMay>[2], record: Parameters<typeof employeesWhoMay>[3]) => {
    const key = JSON.stringify([right.action, right.level, requiredBuildings(resource, record)]);
    const lookup = lookups.get(key) ?? employeesWhoMay(db, resource, right, record);
    lookups.set(key, lookup);
    return lookup;
  };
}
