import { sql } from 'kysely';
import { can, type Level } from '#resources/language/access.ts';
import { LEADS, onlyPerforms, reachesLevel } from '#resources/rules/requests/rights.ts';
import type { Db } from '#server/db/tables.ts';
import { effectiveLevels, type Reader } from './reader.ts';
import { needsFactor } from './second-factor.ts';
import { issueChild } from './tokens.ts';

/** Whose console it is. */
type Seen = Pick<Reader, 'user' | 'role' | 'levels'>;
/** Whose rights are compared. */
export type AccessProfile = Pick<Reader, 'role' | 'levels'>;

/**
 * Whether the subject sees something that the viewer does not, beyond their levels: an entrance or, of two performers,
 * a service.
 */
export const holdsBeyond = (subject: AccessProfile & { id: number }, viewer: AccessProfile & { id: number }) => {
  const porches = sql<boolean>`exists (select 1 from user_porches theirs where theirs.user_id = ${subject.id} and not exists
    (select 1 from user_porches own where own.user_id = ${viewer.id} and own.porch_id = theirs.porch_id))`;
  if (![subject, viewer].every(({ role, levels }) => onlyPerforms({ role, level: levels.tasks }))) return porches;
  // A person without services does them all (`task-scope.ts`).
  const named = (person: number) => sql`select service_id from user_services where user_id = ${person}`;
  return sql<boolean>`${porches} or exists (${named(viewer.id)})
    and (not exists (${named(subject.id)}) or exists (${named(subject.id)} except ${named(viewer.id)}))`;
};

/** Whether one person leads the company and another one does not. */
export const isAbove = (one: Pick<AccessProfile, 'role'>, other: Pick<AccessProfile, 'role'>): boolean =>
  LEADS.has(one.role) && !LEADS.has(other.role);

/**
 * Whether one person may whatever another one may, as far as role and levels tell: on every section that either names,
 * and what only leaders of the company may (to bring definitions into force, to hold any added section).
 */
export function coversAll(person: AccessProfile, other: AccessProfile): boolean {
  if (isAbove(other, person)) return false;
  return Object.entries(other.levels).every(([section, level]) =>
    reachesLevel(section, { role: person.role, level: person.levels[section] }, { role: other.role, level }),
  );
}

/**
 * The person viewing the console as the subject: the owner of the session that the look began in. Asked for every
 * call, so that a right taken from either counts at once: the viewer has to be in charge of employees and reach
 * everything themselves.
 * @param session id of the token of their session
 * @returns their id, or null when they may not
 */
export async function findViewer(
  db: Db,
  session: number,
  subject: Seen,
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
  if (!can(levels, 'employees', 'change') || !coversAll(viewer, subject)) return null;
  const more = holdsBeyond({ ...subject, id: subject.user }, viewer);
  const beyond = await sql<{ beyond: boolean }>`select ${more} as beyond`.execute(db);
  return beyond.rows[0]?.beyond === false ? row.id : null;
}

/** Lets a session view the console as another person, for `LIFETIME.view`; an earlier look of it ends. */
export async function issueView(trx: Db, subject: number, session: number, now: Date): Promise<string> {
  await trx.deleteFrom('tokens').where('parent_id', '=', session).where('purpose', '=', 'view').execute();
  return issueChild(trx, subject, session, 'view', now);
}
