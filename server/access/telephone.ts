import type { Db } from '#server/db/tables.ts';
import { withdrawInvitation } from './invitations.ts';
import { endActivation, endCodes, endRecoveries } from './tokens.ts';

/**
 * Holds a person until the transaction ends, as long as a telephone is theirs: what is sent to it or was confirmed by
 * it is worth something only then. Locked before their codes and tokens, in the order of changes of the telephone or
 * the password.
 * @returns false when it is not theirs
 */
export async function holdTelephone(trx: Db, user: number, phone: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', user)
    .where('phone', '=', phone)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends everything by which a former telephone could open the account: an invitation, its link, codes, recoveries. */
export async function leaveTelephone(trx: Db, user: number, now: Date): Promise<void> {
  await withdrawInvitation(trx, user);
  await endCodes(trx, user, now);
  await endActivation(trx, user);
  await endRecoveries(trx, user);
}
