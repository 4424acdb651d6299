import { randomUUID } from 'node:crypto';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { countAttempt } from './attempts.ts';
import { endActivation } from './tokens.ts';

/** An invitation claimed by this process for sending. */
export interface ClaimedInvitation {
  user: number;
  /** Identifies this invitation; a newer one for the same person has another key. */
  key: string;
  /** Text of the SMS; null = the standard text for residents. */
  message: string | null;
  /** Number of earlier attempts to send it. */
  tries: number;
  /** Current phone of the person; null for a deleted person. */
  phone: string | null;
  status: UserStatus;
  /** Whether the person has an unused activation link that still works. */
  open: boolean;
}

/** For this time only the request that created the invitation may send it, ms; after that any process may. */
const OWN_CLAIM_MS = 60_000;

/** Invitations per phone number, so that a phone is not flooded with messages under different names. */
const INVITATION_LIMIT = { maxAttempts: 5, windowMs: 3_600_000 } as const;

/**
 * Counts an invitation before it is created; per phone, because people can be deleted and created again.
 * @returns ms to wait; 0 = allowed
 */
export function countInvitation(trx: Db, phone: string, now: Date): Promise<number> {
  return countAttempt(trx, `invite ${phone}`, INVITATION_LIMIT, now);
}

/**
 * Queues an SMS invitation in the transaction that creates or changes the person, replacing an earlier one: it is sent after the
 * commit even if the process dies in between, and never without a commit.
 * @param message text of the SMS; null = the standard text for residents
 * @param wait delay from `countInvitation`, ms
 */
export async function queueInvitation(
  trx: Db,
  user: number,
  message: string | null,
  now: Date,
  wait = 0,
): Promise<void> {
  const due_at = new Date(now.getTime() + Math.max(OWN_CLAIM_MS, wait));
  const invitation = { key: randomUUID(), message, tries: 0, due_at, ended_at: null, sent: false };
  await trx
    .insertInto('invitations')
    .values({ user_id: user, ...invitation })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(invitation))
    .execute();
}

/** Deletes the invitation of a person, whether waiting or sent. */
export async function withdrawInvitation(trx: Db, user: number): Promise<void> {
  await trx.deleteFrom('invitations').where('user_id', '=', user).execute();
}

async function claim(db: Db, condition: Expression<SqlBool>, now: Date, until: Date): Promise<ClaimedInvitation[]> {
  const rows = await db
    .updateTable('invitations')
    .set(({ eb }) => ({ due_at: until, tries: eb('tries', '+', 1) }))
    .where(condition)
    .returning(['key', 'tries'])
    .execute();
  if (!rows.length) return [];
  const tries = new Map(rows.map((row) => [row.key, row.tries - 1]));
  // Read after the update: if the update had to wait for a row lock, its snapshot would show the old phone.
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
  // A person whose invitation was replaced meanwhile is missing here and gets the newer one.
  return people.map((row) => ({ ...row, tries: tries.get(row.key) ?? 0, open: row.open === true }));
}

/**
 * Claims due invitations, so that no other process sends them too.
 * @param until when they become due again if this process dies
 */
export function claimInvitations(db: Db, count: number, now: Date, until: Date): Promise<ClaimedInvitation[]> {
  const due = sql<SqlBool>`invitations.user_id in (select due.user_id from invitations as due
    where due.due_at <= ${now}::timestamptz order by due.due_at, due.user_id limit ${count} for update skip locked)`;
  return claim(db, due, now, until);
}

/** Claims the invitation of one person if it was just created or is due. @returns null when there is nothing to send */
export async function claimInvitation(db: Db, user: number, now: Date, until: Date): Promise<ClaimedInvitation | null> {
  const ownClaimEnd = new Date(now.getTime() + OWN_CLAIM_MS);
  const condition = sql<SqlBool>`invitations.user_id = ${user}::integer and invitations.ended_at is null
    and invitations.due_at <= case when invitations.tries = 0 then ${ownClaimEnd}::timestamptz else ${now}::timestamptz end`;
  return (await claim(db, condition, now, until))[0] ?? null;
}

/** Marks an invitation as sent or given up; when given up, its activation link is revoked. */
export async function finishInvitation(
  db: Db,
  { user, key, message }: Pick<ClaimedInvitation, 'user' | 'key' | 'message'>,
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

/** Postpones an invitation. */
export async function postponeInvitation(
  db: Db,
  { user, key }: Pick<ClaimedInvitation, 'user' | 'key'>,
  until: Date,
): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ due_at: until })
    .where('user_id', '=', user)
    .where('key', '=', key)
    .where('ended_at', 'is', null)
    .execute();
}

/** Whether the last invitation of a person was sent. */
export async function isInvited(db: Db, user: number): Promise<boolean> {
  const row = await db.selectFrom('invitations').where('user_id', '=', user).select('sent').executeTakeFirst();
  return row?.sent ?? false;
}

/** Deletes invitations that ended before `before`. @returns how many */
export async function sweepInvitations(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('invitations').where('ended_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
