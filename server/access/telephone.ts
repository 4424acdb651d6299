import type { Db } from '#server/db/tables.ts';
import { withdrawInvitation } from './invitations.ts';
import { endActivation, endCodes, endRecoveries } from './tokens.ts';

/**
 * Locks a person until the transaction ends if the phone is theirs: messages and confirmations for it only count then. Always
 * lock the person before their codes and tokens, as changes of the phone or the password do.
 * @returns false when the phone is not theirs
 */
export async function lockPhoneOwner(trx: Db, user: number, phone: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', user)
    .where('phone', '=', phone)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Revokes everything that a former phone could open the account with: invitation, link, codes, recoveries. */
export async function revokeFormerPhone(trx: Db, user: number, now: Date): Promise<void> {
  await withdrawInvitation(trx, user);
  await endCodes(trx, user, now);
  await endActivation(trx, user);
  await endRecoveries(trx, user);
}
