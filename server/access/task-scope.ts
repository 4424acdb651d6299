import { type RawBuilder, sql } from 'kysely';
import { onlyPerforms } from '#resources/rules/requests/rights.ts';
import type { Reader } from './reader.ts';

/**
 * Requests as parts of a WHERE, beside `scope.ts`: rows of `tasks` (under that name) that a person may see. Each takes
 * the person as SQL, an id or a column, so that lists ("which may they see") and live frames ("its readers") go by the
 * same words.
 */
export interface TaskViewer extends Pick<Reader, 'user' | 'role' | 'levels'> {
  /** Whether services are in use (`FEATURE_SERVICES`); without them a performer's view is not narrowed to theirs. */
  services: boolean;
}

type Person = RawBuilder<unknown>;

/** The person has access to some entrance of the request's building. */
export const requestBuildingInReach = (person: Person) => sql<boolean>`exists (select 1 from porches entrances
  join user_porches held on held.porch_id = entrances.id and held.user_id = ${person}
  where entrances.building_id = tasks.building_id)`;

/**
 * The person has access to some entrance of the request's places; for a request about the whole building, to any entrance of it.
 * @param among how many requests are asked about: for `few` each is looked up by itself, for `many` the planner may gather all
 *   places that are held first, which costs as much for one request as for all
 */
export const requestPlaceInReach = (person: Person, among: 'few' | 'many' = 'few') => {
  // `offset 0` keeps PostgreSQL from gathering all places that are held first.
  const looked = among === 'few' ? sql`offset 0` : sql``;
  return sql<boolean>`(case when tasks.target_type = 'building'
  then ${requestBuildingInReach(person)}
  else exists (select 1 from task_places place
    join user_porches held on held.porch_id = place.porch_id and held.user_id = ${person}
    where place.task_id = tasks.id ${looked}) end)`;
};

/** The request is of the person's services (a person without services does them all) or was written by them. */
const ofTheirServices = (person: Person) => sql<boolean>`(tasks.creator_id = ${person}
  or exists (select 1 from user_services able where able.user_id = ${person} and able.service_id = tasks.service_id)
  or not exists (select 1 from user_services able where able.user_id = ${person}))`;

/**
 * The requests that a performer sees: those they could take, by place and service, and those given to them, wherever in their buildings it lies.
 */
export const taskForPerformer = (person: Person, services: boolean, among: 'few' | 'many' = 'few') =>
  sql<boolean>`(tasks.performer_id = ${person} and ${requestBuildingInReach(person)}
    or ${services ? sql`${ofTheirServices(person)} and ` : sql``}${requestPlaceInReach(person, among)})`;

/**
 * The request is this reader's to see. That their level lets them into the section at all is asked by the route.
 * @param among see `requestPlaceInReach`
 */
export function taskInReach(
  { user, role, levels, services }: TaskViewer,
  among: 'few' | 'many' = 'few',
): RawBuilder<boolean> {
  const person = sql`${user}::integer`;
  return onlyPerforms({ role, level: levels.tasks })
    ? taskForPerformer(person, services, among)
    : requestPlaceInReach(person, among);
}

/** The same for a request whose id stands in a column of text: what a notification is about. */
export const toldTaskForPerformer = (person: Person, ref: Person, services: boolean): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from tasks
    where tasks.id = case when ${ref} ~ '^[0-9]{1,9}$' then ${ref}::integer end and ${taskForPerformer(person, services)})`;
