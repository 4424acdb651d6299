import { sql } from 'kysely';
import { can, covers, type Level } from '#resources/language/access.ts';
import type { Db } from '#server/db/tables.ts';
import { levelsOf } from './levels.ts';
import type { Reader } from './reader.ts';
import { issueChild } from './tokens.ts';

/** Whose console it is. */
type Seen = Pick<Reader, 'user' | 'levels'>;

/** Whether some entrance that the person holds is not held by who looks. */
export const holdsBeyond = (seen: number, viewer: number) =>
  sql<boolean>`exists (select 1 from user_porches theirs where theirs.user_id = ${seen} and not exists
    (select 1 from user_porches own where own.user_id = ${viewer} and own.porch_id = theirs.porch_id))`;

/** Whether these levels allow whatever those do, on every section that either names. */
export function coversAll(held: Readonly<Record<string, Level>>, levels: Readonly<Record<string, Level>>): boolean {
  return Object.entries(levels).every(([section, level]) => covers(section, held[section], level));
}

/**
 * Who looks at the console as this person: the holder of the session that the look began in. Asked for every call, so that a
 * right taken from either counts at once: one may look who is in charge of employees and could see it all himself.
 * @param session id of the token of his session
 * @returns his id, or null when he may not
 */
export async function viewerOf(
  db: Db,
  session: number,
  seen: Seen,
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
  const levels = levelsOf(row.role, row.levels, extraSections);
  if (!can(levels, 'employees', 'change') || !coversAll(levels, seen.levels)) return null;
  const beyond = await sql<{ beyond: boolean }>`select ${holdsBeyond(seen.user, row.id)} as beyond`.execute(db);
  return beyond.rows[0]?.beyond === false ? row.id : null;
}

/** Lets a session look at the console as somebody else, for `LIFETIME.view`; an earlier look of it ends. */
export async function issueView(trx: Db, seen: number, session: number, now: Date): Promise<string> {
  await trx.deleteFrom('tokens').where('parent_id', '=', session).where('purpose', '=', 'view').execute();
  return issueChild(trx, seen, session, 'view', now);
}
