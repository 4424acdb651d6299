import { sql } from 'kysely';
import { ADMINISTRATOR_ROLES, can, type Level } from '#resources/language/access.ts';
import { includesLevel, isLimitedToPerforming } from '#resources/rules/requests/rights.ts';
import type { Db } from '#server/db/tables.ts';
import { effectiveLevels, type Reader } from './reader.ts';
import { needsFactor } from './second-factor.ts';
import { issueChild } from './tokens.ts';

/** The person whose console is viewed. */
type ViewedPerson = Pick<Reader, 'user' | 'role' | 'levels'>;
/** The rights that are compared. */
export type AccessProfile = Pick<Reader, 'role' | 'levels'>;

/**
 * SQL condition: the subject can see something that the viewer cannot, apart from levels: an entrance or, between two performers,
 * a service.
 */
export const seesMoreThan = (subject: AccessProfile & { id: number }, viewer: AccessProfile & { id: number }) => {
  const porches = sql<boolean>`exists (select 1 from user_porches theirs where theirs.user_id = ${subject.id} and not exists
    (select 1 from user_porches own where own.user_id = ${viewer.id} and own.porch_id = theirs.porch_id))`;
  if (![subject, viewer].every(({ role, levels }) => isLimitedToPerforming({ role, level: levels.tasks })))
    return porches;
  // A performer without services handles all of them (`task-scope.ts`).
  const selectServices = (person: number) => sql`select service_id from user_services where user_id = ${person}`;
  return sql<boolean>`${porches} or exists (${selectServices(viewer.id)})
    and (not exists (${selectServices(subject.id)}) or exists (${selectServices(subject.id)} except ${selectServices(viewer.id)}))`;
};

/** Whether `one` is an administrator and `other` is not. */
export const isHigherRole = (one: Pick<AccessProfile, 'role'>, other: Pick<AccessProfile, 'role'>): boolean =>
  ADMINISTRATOR_ROLES.has(one.role) && !ADMINISTRATOR_ROLES.has(other.role);

/**
 * Whether a person's role and levels allow everything that those of the other person allow: in every section, and for what only
 * administrators may do (activate definitions, access any added section).
 */
export function hasAllRightsOf(person: AccessProfile, other: AccessProfile): boolean {
  if (isHigherRole(other, person)) return false;
  return Object.entries(other.levels).every(([section, level]) =>
    includesLevel(section, { role: person.role, level: person.levels[section] }, { role: other.role, level }),
  );
}

/**
 * Finds the person who views the console as the subject: the owner of the session that started the view. Checked for every
 * request, so that losing a right takes effect at once: the viewer must manage employees and have access to everything the
 * subject sees.
 * @param session id of the viewer's session token
 * @returns their id, or null when they may not
 */
export async function findViewer(
  db: Db,
  session: number,
  subject: ViewedPerson,
  now: Date,
  extraSections: readonly string[],
): Promise<number | null> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.id', '=', session)
    .where('tokens.purpose', '=', 'session')
    .where('tokens.expires_at', '>', now)
    .where('users.status', '=', 'active')
    .where('users.role', '!=', 'resident')
    .where(sql<boolean>`(tokens.second_factor or not ${needsFactor})`)
    .select(({ selectFrom }) => [
      'users.id',
      'users.role',
      selectFrom('levels')
        .whereRef('levels.user_id', '=', 'users.id')
        .select(sql<Record<string, Level> | null>`jsonb_object_agg(section, level)`.as('levels'))
        .as('levels'),
    ])
    .executeTakeFirst();
  if (!row) return null;
  const levels = effectiveLevels(row.role, row.levels, extraSections);
  const viewer = { id: row.id, role: row.role, levels };
  if (!can(levels, 'employees', 'change') || !hasAllRightsOf(viewer, subject)) return null;
  const seesMore = seesMoreThan({ ...subject, id: subject.user }, viewer);
  const beyond = await sql<{ beyond: boolean }>`select ${seesMore} as beyond`.execute(db);
  return beyond.rows[0]?.beyond === false ? row.id : null;
}

/** Lets a session view the console as another person for `LIFETIME.view`; ends an earlier view of this session. */
export async function issueView(trx: Db, subject: number, session: number, now: Date): Promise<string> {
  await trx.deleteFrom('tokens').where('parent_id', '=', session).where('purpose', '=', 'view').execute();
  return issueChild(trx, subject, session, 'view', now);
}
