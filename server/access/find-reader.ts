import { sql } from 'kysely';
import { type Level, SECTIONS } from '#resources/language/access.ts';
import { prepared } from '#server/db/prepared-statements.ts';
import type { Db } from '#server/db/tables.ts';
import { effectiveLevels, type Reader } from './reader.ts';
import { needsFactor } from './second-factor.ts';
import {
  SEEN_INTERVAL_MS,
  SESSION_LIMITS,
  type SessionLimits,
  sessionCutoffs,
  tokenHash,
  touchToken,
} from './tokens.ts';
import { findViewer } from './view.ts';

/** The level of every section, added ones included; unlisted sections are `denied` (PERM-01). */
export function allLevels(reader: Pick<Reader, 'levels'>, extraSections: readonly string[]): Record<string, Level> {
  const names = [...SECTIONS, ...extraSections];
  return Object.fromEntries(names.map((section) => [section, reader.levels[section] ?? 'denied']));
}

const selectReader = (db: Db, now: Date) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.expires_at', '>', now)
    .where('tokens.used_at', 'is', null)
    // Every request begins with this query, and planning it takes longer than running it.
    .modifyFront(prepared)
    .select(({ selectFrom }) => [
      'users.id as user',
      'users.role',
      'users.status',
      'tokens.id as token',
      'tokens.purpose',
      'tokens.hash',
      'tokens.parent_id',
      'tokens.created_at',
      'tokens.last_seen_at',
      // The person needs a second factor, but this session was opened with a password alone.
      sql<boolean>`tokens.purpose = 'session' and not tokens.second_factor and ${needsFactor}`.as('lacks_factor'),
      selectFrom('levels')
        .whereRef('levels.user_id', '=', 'users.id')
        .select(sql<Record<string, Level> | null>`jsonb_object_agg(section, level)`.as('levels'))
        .as('levels'),
    ]);

/**
 * Finds the owner of a token with their current rights. Also returns accounts that may not use it; the guard refuses those with a
 * reason. Updates the time at which the session was last used.
 * @param extraSections sections added by the installation
 * @param limits session lifetimes from the settings
 * @returns null for an unknown, used or expired token, for a session that lacks a required second factor, and for a viewer who lost
 * the right to view
 */
export async function findReader(
  db: Db,
  token: string,
  now: Date,
  extraSections: readonly string[],
  limits: SessionLimits = SESSION_LIMITS,
): Promise<Reader | null> {
  const row = await selectReader(db, now).where('tokens.hash', '=', tokenHash(token)).executeTakeFirst();
  if (!row || row.lacks_factor) return null;
  if (row.purpose === 'session') {
    const { createdAfter, seenAfter } = sessionCutoffs(limits, now);
    // Lowered limits also apply to existing sessions.
    if (row.created_at <= createdAfter || (row.last_seen_at ?? row.created_at) <= seenAfter) return null;
    if (now.getTime() - (row.last_seen_at?.getTime() ?? 0) > SEEN_INTERVAL_MS)
      await touchToken(db, row.token, limits, now);
  }
  return withViewer(db, toReader(row, extraSections), row.parent_id, now, extraSections);
}

/** The reader, or the person viewed as, if still allowed; null otherwise. */
async function withViewer(db: Db, reader: Reader, parent: number | null, now: Date, extraSections: readonly string[]) {
  if (reader.token.purpose !== 'view') return reader;
  const viewer = parent === null ? null : await findViewer(db, parent, reader, now, extraSections);
  return viewer === null ? null : { ...reader, viewer };
}

/** The owner of a live session or `view` token by token id; for file addresses and open sockets. */
export async function findSession(
  db: Db,
  id: number,
  now: Date,
  extraSections: readonly string[],
): Promise<Reader | null> {
  const row = await selectReader(db, now)
    .where('tokens.id', '=', id)
    .where('tokens.purpose', 'in', ['session', 'view'])
    .executeTakeFirst();
  return row && !row.lacks_factor
    ? withViewer(db, toReader(row, extraSections), row.parent_id, now, extraSections)
    : null;
}

type TokenOwnerRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectReader>['executeTakeFirst']>>>;

function toReader(row: TokenOwnerRow, extraSections: readonly string[]): Reader {
  return {
    user: row.user,
    role: row.role,
    status: row.status,
    levels: effectiveLevels(row.role, row.levels, extraSections),
    token: { id: row.token, purpose: row.purpose, hash: row.hash },
  };
}
