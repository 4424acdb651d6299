import { randomUUID } from 'node:crypto';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { countAttempt } from './attempts.ts';
import { endActivation } from './tokens.ts';

/** An invitation that one process sends. */
export interface Claimed {
  user: number;
  /** Names this invitation: one that is asked for meanwhile has another. */
  key: string;
  /** Its text; null: the text for every resident. */
  message: string | null;
  /** How often it was tried before. */
  tries: number;
  /** Their own as they are now; a deleted person has none. */
  phone: string | null;
  status: UserStatus;
  /** Whether a link that was sent to them still works. */
  open: boolean;
}

/** The call that asks for an invitation has it to itself for so long, ms; then any process sends it. */
const OWN = 60_000;

/** Invitations that one telephone is sent: it must not be flooded, whatever names it is given with. */
const LIMIT = { most: 5, window: 3_600_000 } as const;

/**
 * Counts an invitation before it is asked for. By the telephone, for people are deleted and made anew.
 * @returns ms for which it was sent enough; 0: one may go out
 */
export function countInvitation(trx: Db, phone: string, now: Date): Promise<number> {
  return countAttempt(trx, `invite ${phone}`, LIMIT, now);
}

/**
 * Asks for an invitation by SMS in the transaction that makes or changes the person, in place of the one before: so it goes out
 * after the commit even if the process dies in between, and not at all without one.
 * @param message what it says; null: what every resident is told
 * @param wait ms before which it may not go out (`countInvitation`)
 */
export async function askInvitation(trx: Db, user: number, message: string | null, now: Date, wait = 0): Promise<void> {
  const due_at = new Date(now.getTime() + Math.max(OWN, wait));
  const invitation = { key: randomUUID(), message, tries: 0, due_at, ended_at: null, sent: false };
  await trx
    .insertInto('invitations')
    .values({ user_id: user, ...invitation })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(invitation))
    .execute();
}

/** Withdraws an invitation that waits, and forgets one that went out. */
export async function withdrawInvitation(trx: Db, user: number): Promise<void> {
  await trx.deleteFrom('invitations').where('user_id', '=', user).execute();
}

async function claim(db: Db, condition: Expression<SqlBool>, now: Date, until: Date): Promise<Claimed[]> {
  const rows = await db
    .updateTable('invitations')
    .set(({ eb }) => ({ due_at: until, tries: eb('tries', '+', 1) }))
    .where(condition)
    .returning(['key', 'tries'])
    .execute();
  if (!rows.length) return [];
  const tries = new Map(rows.map((row) => [row.key, row.tries - 1]));
  // Looked at only now: a statement that had to wait for a row would still see the telephone of before.
  const people = await db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .where('invitations.key', 'in', [...tries.keys()])
    .select(({ exists, selectFrom }) => [
      'invitations.user_id as user',
      'invitations.key',
      'invitations.message',
      'users.phone',
      'users.status',
      exists(
        selectFrom('tokens')
          .whereRef('tokens.user_id', '=', 'users.id')
          .where('purpose', '=', 'activation')
          .where('used_at', 'is', null)
          .where('expires_at', '>', now)
          .select('tokens.id'),
      ).as('open'),
    ])
    .execute();
  // Whose invitation was replaced meanwhile is sent the other one.
  return people.map((row) => ({ ...row, tries: tries.get(row.key) ?? 0, open: row.open === true }));
}

/**
 * Takes some invitations that are due, so that no other process sends them too.
 * @param until when they are due again, should this process not live to send them
 */
export function claimInvitations(db: Db, count: number, now: Date, until: Date): Promise<Claimed[]> {
  const due = sql<SqlBool>`invitations.user_id in (select due.user_id from invitations as due
    where due.due_at <= ${now}::timestamptz order by due.due_at, due.user_id limit ${count} for update skip locked)`;
  return claim(db, due, now, until);
}

/** Takes the invitation of one person if it was only now asked for or is due. @returns null when there is nothing to send */
export async function claimInvitation(db: Db, user: number, now: Date, until: Date): Promise<Claimed | null> {
  const own = new Date(now.getTime() + OWN);
  const condition = sql<SqlBool>`invitations.user_id = ${user}::integer and invitations.ended_at is null
    and invitations.due_at <= case when invitations.tries = 0 then ${own}::timestamptz else ${now}::timestamptz end`;
  return (await claim(db, condition, now, until))[0] ?? null;
}

/** Notes that an invitation has gone out, or will not; then its link leads nowhere. */
export async function endInvitation(
  db: Db,
  { user, key, message }: Pick<Claimed, 'user' | 'key' | 'message'>,
  isSent: boolean,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('invitations')
      .set({ due_at: null, message: null, ended_at: now, sent: isSent })
      .where('user_id', '=', user)
      .where('key', '=', key)
      .returning('user_id')
      .executeTakeFirst();
    if (ended && !isSent && message !== null) await endActivation(trx, user);
  });
}

/** Puts an invitation off. */
export async function putOff(db: Db, { user, key }: Pick<Claimed, 'user' | 'key'>, until: Date): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ due_at: until })
    .where('user_id', '=', user)
    .where('key', '=', key)
    .where('ended_at', 'is', null)
    .execute();
}

/** Whether the last invitation of a person has gone out. */
export async function isInvited(db: Db, user: number): Promise<boolean> {
  const row = await db.selectFrom('invitations').where('user_id', '=', user).select('sent').executeTakeFirst();
  return row?.sent ?? false;
}

/** Forgets invitations that ended before a moment. @returns how many */
export async function sweepInvitations(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('invitations').where('ended_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
