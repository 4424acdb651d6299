import { type RawBuilder, sql } from 'kysely';
import { isLimitedToPerforming } from '#resources/rules/requests/rights.ts';
import type { Reader } from './reader.ts';

/**
 * Conditions on requests for a WHERE clause, like `scope.ts`: rows of `tasks` (under that name) that a person may see. Each takes
 * the person as SQL, an id or a column, so that lists ("which may they see") and live messages ("who may see it") share one rule.
 */
export interface TaskViewer extends Pick<Reader, 'user' | 'role' | 'levels'> {
  /** `FEATURE_SERVICES`; when off, performers see requests of all services. */
  services: boolean;
}

type PersonSql = RawBuilder<unknown>;

/** The person has access to at least one entrance of the request's building. */
export const requestBuildingInReach = (person: PersonSql) => sql<boolean>`exists (select 1 from porches entrances
  join user_porches held on held.porch_id = entrances.id and held.user_id = ${person}
  where entrances.building_id = tasks.building_id)`;

/**
 * The person has access to at least one entrance of the request's places, or of its building when the request is about the whole
 * building.
 * @param expectedCount number of requests to check: with `few` each one is looked up separately; with `many` the planner may first gather
 * all places in reach, which costs the same for one request as for all
 */
export const requestPlaceInReach = (person: PersonSql, expectedCount: 'few' | 'many' = 'few') => {
  // `offset 0` keeps PostgreSQL from gathering all places in reach first.
  const optimizationFence = expectedCount === 'few' ? sql`offset 0` : sql``;
  return sql<boolean>`(case when tasks.target_type = 'building'
  then ${requestBuildingInReach(person)}
  else exists (select 1 from task_places place
    join user_porches held on held.porch_id = place.porch_id and held.user_id = ${person}
    where place.task_id = tasks.id ${optimizationFence}) end)`;
};

/** The request is of one of the person's services (no services = all), or was created by them. */
const matchesServices = (person: PersonSql) => sql<boolean>`(tasks.creator_id = ${person}
  or exists (select 1 from user_services able where able.user_id = ${person} and able.service_id = tasks.service_id)
  or not exists (select 1 from user_services able where able.user_id = ${person}))`;

/**
 * Requests a performer sees: those they could take, by place and service, and those assigned to them anywhere in their buildings.
 */
export const taskForPerformer = (person: PersonSql, services: boolean, expectedCount: 'few' | 'many' = 'few') =>
  sql<boolean>`(tasks.performer_id = ${person} and ${requestBuildingInReach(person)}
    or ${services ? sql`${matchesServices(person)} and ` : sql``}${requestPlaceInReach(person, expectedCount)})`;

/**
 * The reader may see the request. The route checks the level of the section before.
 * @param expectedCount see `requestPlaceInReach`
 */
export function taskInReach(
  { user, role, levels, services }: TaskViewer,
  expectedCount: 'few' | 'many' = 'few',
): RawBuilder<boolean> {
  const person = sql`${user}::integer`;
  return isLimitedToPerforming({ role, level: levels.tasks })
    ? taskForPerformer(person, services, expectedCount)
    : requestPlaceInReach(person, expectedCount);
}

/** Like `taskForPerformer`, for a request whose id is in a text column, such as the subject of a notification. */
export const notifiedTaskForPerformer = (person: PersonSql, ref: PersonSql, services: boolean): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from tasks
    where tasks.id = case when ${ref} ~ '^[0-9]{1,9}$' then ${ref}::integer end and ${taskForPerformer(person, services)})`;
