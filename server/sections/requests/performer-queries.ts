import { type RawBuilder, sql } from 'kysely';
import { type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { Db } from '#server/db/tables.ts';

/** Building and service that a performer is needed for. */
export interface Work {
  building: number;
  /** Left out: any. */
  service?: number | undefined;
}

/**
 * Possible performers of a request there (TASK-23): active staff with the level performer on requests, an entrance of
 * the building and that service; without services they do all. Without the services feature there are no performers by
 * level (EMP-39): then everybody acting on requests there may be given one.
 */
const mayBeGiven = (
  { building, service }: { building: RawBuilder<number>; service: RawBuilder<number> | null },
  services: boolean,
): RawBuilder<boolean> => sql<boolean>`levels.section = 'tasks'
  and levels.level in (${sql.join(services ? ['performer'] : ['performer', 'write'])})
  and users.status = 'active' and users.role <> 'resident'
  and exists (select 1 from porches entrances
    join user_porches held on held.porch_id = entrances.id and held.user_id = users.id
    where entrances.building_id = ${building})
  ${
    services && service
      ? sql`and (exists (select 1 from user_services able where able.user_id = users.id and able.service_id = ${service})
    or not exists (select 1 from user_services able where able.user_id = users.id))`
      : sql``
  }`;

const PERSON = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.position',
  'users.avatar_file_id as avatar',
] as const;

/** Possible performers of a request in a building, by name. @param only id of a single candidate to check */
export function performerRows(db: Db, { building, service }: Work, services: boolean, only?: number) {
  const work = { building: sql<number>`${building}`, service: service === undefined ? null : sql<number>`${service}` };
  return db
    .selectFrom('users')
    .innerJoin('levels', 'levels.user_id', 'users.id')
    .where(mayBeGiven(work, services))
    .$if(only !== undefined, (query) => query.where('users.id', '=', only ?? 0))
    .orderBy(sql`users.last_name collate russian`)
    .orderBy(sql`users.first_name collate russian`)
    .orderBy('users.id')
    .select(PERSON)
    .execute();
}

/** Whether a person may be given a request there. */
export async function mayPerform(trx: Db, work: Work, services: boolean, person: number): Promise<boolean> {
  return (await performerRows(trx, work, services, person)).length > 0;
}

/** Possible performers of the unfinished ones among these requests, and of how many; the most first. */
export function performersForMany(db: Db, viewer: TaskViewer, ids: readonly number[]) {
  const work = { building: sql<number>`tasks.building_id`, service: sql<number>`tasks.service_id` };
  return db
    .selectFrom('users')
    .innerJoin('levels', 'levels.user_id', 'users.id')
    .innerJoin('tasks', (join) => join.on(sql<boolean>`tasks.id = any(${[...ids]}::integer[])`))
    .where(taskInReach(viewer))
    .where('tasks.stage', '!=', 'done')
    .where(mayBeGiven(work, viewer.services))
    .groupBy('users.id')
    .orderBy(sql`count(*) desc`)
    .orderBy(sql`users.last_name collate russian`)
    .orderBy(sql`users.first_name collate russian`)
    .orderBy('users.id')
    .select(PERSON)
    .select(sql<number>`count(*)::int`.as('able'))
    .execute();
}
