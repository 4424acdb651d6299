import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** What a performer is looked for by. */
export interface Work {
  building: number;
  /** Left out: any. */
  service?: number | undefined;
}

/**
 * Who may be given a request there (TASK-23): active staff with the level performer on requests who hold an entrance of the
 * building and do that service; who names no services does them all. Without the services feature there are no performers by
 * level (B§6): then whoever acts on requests there may be given one.
 */
export function performerRows(db: Db, { building, service }: Work, services: boolean, only?: number) {
  return db
    .selectFrom('users')
    .innerJoin('levels', 'levels.user_id', 'users.id')
    .where('levels.section', '=', 'tasks')
    .where('levels.level', 'in', services ? ['performer'] : ['performer', 'write'])
    .where('users.status', '=', 'active')
    .where('users.role', '!=', 'resident')
    .where(
      sql<boolean>`exists (select 1 from porches doors
        join user_porches held on held.porch_id = doors.id and held.user_id = users.id
        where doors.building_id = ${building})`,
    )
    .$if(services && service !== undefined, (query) =>
      query.where(
        sql<boolean>`(exists (select 1 from user_services able where able.user_id = users.id and able.service_id = ${service ?? 0})
          or not exists (select 1 from user_services able where able.user_id = users.id))`,
      ),
    )
    .$if(only !== undefined, (query) => query.where('users.id', '=', only ?? 0))
    .orderBy(sql`users.last_name collate russian`)
    .orderBy(sql`users.first_name collate russian`)
    .orderBy('users.id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.position', 'users.avatar_file_id as avatar'])
    .execute();
}

/** Whether a person may be given a request there. */
export async function mayPerform(trx: Db, work: Work, services: boolean, person: number): Promise<boolean> {
  return (await performerRows(trx, work, services, person)).length > 0;
}
