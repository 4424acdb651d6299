import { sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import { isLimitedToPerforming } from '#resources/rules/requests/rights.ts';
import { effectiveLevels } from '#server/access/reader.ts';
import { requestPlaceInReach, taskForPerformer } from '#server/access/task-scope.ts';
import type { Db } from '#server/db/tables.ts';
import { liveSessions } from '#server/live/queries.ts';
import type { Viewer } from './viewer.ts';

/** A session with an open board, and the current rights of its user. */
export interface TaskListener {
  session: number;
  viewer: Viewer;
  /** Ids of the given requests that this session may see. */
  visibleTasks: Set<number>;
}

/** Parameters of `selectTaskListeners`. */
export interface ListenerQuery {
  tasks: readonly number[];
  sessions: readonly number[];
  now: Date;
  extraSections: readonly string[];
  /** `FEATURE_SERVICES`. */
  services: boolean;
}

/**
 * Of the given sessions, those whose user may now see requests, and which of the given requests. One query, with the same rule as
 * lists (`task-scope.ts`).
 */
export async function selectTaskListeners(db: Db, listenerQuery: ListenerQuery): Promise<TaskListener[]> {
  const { tasks, sessions, now, extraSections, services } = listenerQuery;
  if (!tasks.length || !sessions.length) return [];
  const person = sql.ref('users.id');
  const rows = await liveSessions(db, now)
    .innerJoin('tasks', (join) => join.on(sql<boolean>`tasks.id = any(${[...tasks]}::integer[])`))
    .where(sql<boolean>`tokens.id = any(${[...sessions]}::integer[])`)
    .select([
      'tokens.hash',
      'tasks.id as task',
      requestPlaceInReach(person).as('place'),
      taskForPerformer(person, services).as('mine'),
    ])
    .execute();
  const listeners = new Map<number, TaskListener>();
  for (const { session, user, role, hash, task, place, mine, levels: storedLevels } of rows) {
    const levels = effectiveLevels(role, storedLevels, extraSections);
    if (!can(levels, 'tasks', 'see')) continue;
    const listener = listeners.get(session) ?? {
      session,
      viewer: { user, role, levels, services, token: { id: session, purpose: 'session' as const, hash } },
      visibleTasks: new Set<number>(),
    };
    listeners.set(session, listener);
    if (isLimitedToPerforming({ role, level: levels.tasks }) ? mine : place) listener.visibleTasks.add(task);
  }
  return [...listeners.values()];
}

/** Which of these people have access to one of the entrances; if no entrance is given, to any of the building. */
export async function selectEntranceHolders(
  db: Db,
  { building, porches }: { building: number; porches: readonly number[] },
  users: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('user_porches')
    .innerJoin('porches', 'porches.id', 'user_porches.porch_id')
    .where('porches.building_id', '=', building)
    .where(sql<boolean>`user_porches.user_id = any(${[...users]}::integer[])`)
    .$if(porches.length > 0, (query) => query.where(sql<boolean>`porches.id = any(${[...porches]}::integer[])`))
    .distinct()
    .select('user_porches.user_id')
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** First and last names of people, by id. */
export async function selectNames(db: Db, users: readonly number[]) {
  const rows = await db
    .selectFrom('users')
    .where('id', 'in', [...users])
    .select(['id as user', 'first_name', 'last_name'])
    .execute();
  return new Map(rows.map((row) => [row.user, row]));
}
