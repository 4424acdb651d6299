import type { Db } from '#server/db/tables.ts';
import { CODE_LIMITS, CODE_MEMORY_MS, computeCodeWait } from './codes.ts';

/** Owner of a code; `session` is the id of the token that requested it, null without a sign-in. */
export interface CodeOwner {
  user: number;
  session: number | null;
}

const codePurpose = ({ session }: CodeOwner) => (session === null ? 'anonymous' : 'authorized');

/**
 * The member of staff with a phone, invited ones too, who may set a new password. Suspended people are found as well, so that
 * outsiders do not learn of it, but get no code.
 */
export async function findStaffByPhone(db: Db, phone: string) {
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

async function selectSentTimes(db: Db, owner: CodeOwner, now: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('sms_codes')
    .where('user_id', '=', owner.user)
    .where('purpose', '=', codePurpose(owner))
    .where('created_at', '>', new Date(now.getTime() - CODE_MEMORY_MS))
    .orderBy('created_at', 'desc')
    .select('created_at')
    .execute();
  return rows.map((row) => row.created_at);
}

/** Time until the next code of this person may be sent, ms. */
export async function findNextCodeWait(db: Db, owner: CodeOwner, now: Date): Promise<number> {
  return computeCodeWait(await selectSentTimes(db, owner, now), now);
}

/**
 * Inserts a new code and expires the earlier ones. Call it while the person is locked (`lockPhoneOwner`), so that of simultaneous
 * calls only one succeeds.
 * @returns the id of the code, or the time to wait, ms
 */
export async function addCode(trx: Db, owner: CodeOwner, hash: Uint8Array, now: Date) {
  const wait = await findNextCodeWait(trx, owner, now);
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
      expires_at: new Date(now.getTime() + CODE_LIMITS.life),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id };
}

/**
 * Expires a code that could not be sent. It still counts for the limits, because the gateway may have sent it despite the error.
 */
export async function dropCode(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('sms_codes').set({ expires_at: now }).where('id', '=', id).execute();
}

const selectLiveCode = (db: Db, owner: CodeOwner, now: Date) =>
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
 * Counts a guess at the live code before it is compared. It is one UPDATE, so that of a thousand simultaneous guesses only
 * `CODE_LIMITS.tries` get a hash to compare with, even if the process dies in between.
 * @returns null if there is no live code or no guess left
 */
export async function countGuess(db: Db, owner: CodeOwner, now: Date) {
  const row = await db
    .updateTable('sms_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', selectLiveCode(db, owner, now).select('id'))
    .where('attempts', '<', CODE_LIMITS.tries)
    .where('used_at', 'is', null)
    .returning(['id', 'hash'])
    .executeTakeFirst();
  return row ?? null;
}

/** Whether there is a live code with no guesses left. */
export async function isExhausted(db: Db, owner: CodeOwner, now: Date): Promise<boolean> {
  const row = await selectLiveCode(db, owner, now).select('attempts').executeTakeFirst();
  return row !== undefined && row.attempts >= CODE_LIMITS.tries;
}

/** Uses up a code. @returns false if it was used up meanwhile */
export async function spendGuessedCode(trx: Db, id: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('sms_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes codes created before a moment. @returns how many */
export async function sweepCodes(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('sms_codes').where('created_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
