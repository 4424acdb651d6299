import type { Db } from '#server/db/tables.ts';
import { CODE, MEMORY, waitForCode } from './codes.ts';

/** Whose code it is: `session` is the id of the token that asked for it; null without a sign-in. */
export interface CodeOwner {
  user: number;
  session: number | null;
}

const codePurpose = ({ session }: CodeOwner) => (session === null ? 'anonymous' : 'authorized');

/**
 * The account of a phone that may set a new password: members of staff, invited ones too. Suspended people are treated
 * alike, so that others do not learn of it, and get no code.
 */
export async function staffOfPhone(db: Db, phone: string) {
  const row = await db
    .selectFrom('users')
    .where('phone', '=', phone)
    .where('role', '!=', 'resident')
    .where('status', '!=', 'deleted')
    .select(['id', 'status'])
    .executeTakeFirst();
  return row ? { user: row.id, session: null, suspended: row.status === 'suspended' } : null;
}

/** The phone of a person, `+7XXXXXXXXXX`. */
export async function selectRecoveryPhone(db: Db, user: number): Promise<string> {
  const row = await db.selectFrom('users').where('id', '=', user).select('phone').executeTakeFirstOrThrow();
  return row.phone ?? '';
}

async function sentTo(db: Db, owner: CodeOwner, now: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('sms_codes')
    .where('user_id', '=', owner.user)
    .where('purpose', '=', codePurpose(owner))
    .where('created_at', '>', new Date(now.getTime() - MEMORY))
    .orderBy('created_at', 'desc')
    .select('created_at')
    .execute();
  return rows.map((row) => row.created_at);
}

/** How long the next code of this person has to wait, ms. */
export async function nextCodeWait(db: Db, owner: CodeOwner, now: Date): Promise<number> {
  return waitForCode(await sentTo(db, owner, now), now);
}

/**
 * Writes a new code down and ends the earlier ones. Of many at once one goes through: call it while the person is held
 * (`holdTelephone`).
 * @returns the id of the code, or how long to wait, ms
 */
export async function addCode(trx: Db, owner: CodeOwner, hash: Uint8Array, now: Date) {
  const wait = await nextCodeWait(trx, owner, now);
  if (wait > 0) return { wait };
  await trx
    .updateTable('sms_codes')
    .set({ expires_at: now })
    .where('user_id', '=', owner.user)
    .where('purpose', '=', codePurpose(owner))
    .where('expires_at', '>', now)
    .execute();
  const { id } = await trx
    .insertInto('sms_codes')
    .values({
      user_id: owner.user,
      purpose: codePurpose(owner),
      hash,
      token_id: owner.session,
      created_at: now,
      expires_at: new Date(now.getTime() + CODE.life),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id };
}

/** Ends a code that could not be sent. It still counts for the limits: a gateway may have sent it and only not said so. */
export async function dropCode(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('sms_codes').set({ expires_at: now }).where('id', '=', id).execute();
}

const liveCode = (db: Db, owner: CodeOwner, now: Date) =>
  db
    .selectFrom('sms_codes')
    .where('user_id', '=', owner.user)
    .where('purpose', '=', codePurpose(owner))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(owner.session !== null, (query) => query.where('token_id', '=', owner.session))
    .orderBy('id', 'desc')
    .limit(1);

/**
 * Counts a guess at the live code before anybody compares it: one UPDATE, so that of a thousand guesses at once `CODE.tries`
 * get a hash to compare with, also when the process dies in between.
 * @returns null when there is no live code or no try left
 */
export async function countGuess(db: Db, owner: CodeOwner, now: Date) {
  const row = await db
    .updateTable('sms_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', liveCode(db, owner, now).select('id'))
    .where('attempts', '<', CODE.tries)
    .where('used_at', 'is', null)
    .returning(['id', 'hash'])
    .executeTakeFirst();
  return row ?? null;
}

/** Whether there is a live code that may no longer be tried. */
export async function isExhausted(db: Db, owner: CodeOwner, now: Date): Promise<boolean> {
  const row = await liveCode(db, owner, now).select('attempts').executeTakeFirst();
  return row !== undefined && row.attempts >= CODE.tries;
}

/** Uses a code up. @returns false when it was used up meanwhile */
export async function spendGuess(trx: Db, id: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('sms_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets codes from before a moment. @returns how many */
export async function sweepCodes(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('sms_codes').where('created_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
