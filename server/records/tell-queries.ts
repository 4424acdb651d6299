import { sql } from 'kysely';
import { type Action, can, type Level } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type HeldLevel, isLevelEnough } from '#resources/language/field-levels.ts';
import { effectiveLevels } from '#server/access/reader.ts';
import { reachesAny } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { levelIn } from './field-rights.ts';
import { labelExpression } from './labels.ts';
import type { StoredRecord } from './queries.ts';

/** What records are called, by id. */
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

/** Active employees who may do something in an added section, hold a level in it, and reach a building of the record. */
export async function employeesWhoMay(
  db: Db,
  section: string,
  { action, level }: { action: Action; level: HeldLevel },
  { building_ids }: Pick<StoredRecord, 'building_ids'>,
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .where('users.status', '=', 'active')
    .where('users.role', '!=', 'resident')
    .where(reachesAny('users.id', building_ids, null))
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
