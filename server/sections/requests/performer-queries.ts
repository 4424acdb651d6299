import { type RawBuilder, sql } from 'kysely';
import { type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { Db } from '#server/db/tables.ts';

/** Building and service that a performer is needed for. */
export interface PerformerQuery {
  building: number;
  /** Any service if missing. */
  service?: number | undefined;
}

/**
 * Condition for possible performers of a request (TASK-23): active staff with the level «performer» on requests, access to an
 * entrance of the building, and that service; people without services do all of them. Without the services feature the level does
 * not exist (EMP-39), so the level «write» qualifies too.
 */
const isPossiblePerformer = (
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

/** Possible performers of a request in a building, by name. @param candidateId checks only this person */
export function selectPerformers(
  db: Db,
  { building, service }: PerformerQuery,
  services: boolean,
  candidateId?: number,
) {
  const work = { building: sql<number>`${building}`, service: service === undefined ? null : sql<number>`${service}` };
  return db
    .selectFrom('users')
    .innerJoin('levels', 'levels.user_id', 'users.id')
    .where(isPossiblePerformer(work, services))
    .$if(candidateId !== undefined, (query) => query.where('users.id', '=', candidateId ?? 0))
    .orderBy(sql`users.last_name collate russian`)
    .orderBy(sql`users.first_name collate russian`)
    .orderBy('users.id')
    .select(PERSON)
    .execute();
}

/** Whether a request there may be assigned to a person. */
export async function mayPerform(trx: Db, work: PerformerQuery, services: boolean, person: number): Promise<boolean> {
  return (await selectPerformers(trx, work, services, person)).length > 0;
}

/**
 * Possible performers of those of the requests that are unfinished, with the number each may take (`able`); highest number first.
 */
export function selectPerformersForMany(db: Db, viewer: TaskViewer, ids: readonly number[]) {
  const work = { building: sql<number>`tasks.building_id`, service: sql<number>`tasks.service_id` };
  return db
    .selectFrom('users')
    .innerJoin('levels', 'levels.user_id', 'users.id')
    .innerJoin('tasks', (join) => join.on(sql<boolean>`tasks.id = any(${[...ids]}::integer[])`))
    .where(taskInReach(viewer))
    .where('tasks.stage', '!=', 'done')
    .where(isPossiblePerformer(work, viewer.services))
    .groupBy('users.id')
    .orderBy(sql`count(*) desc`)
    .orderBy(sql`users.last_name collate russian`)
    .orderBy(sql`users.first_name collate russian`)
    .orderBy('users.id')
    .select(PERSON)
    .select(sql<number>`count(*)::int`.as('able'))
    .execute();
}
