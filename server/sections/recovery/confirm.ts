import { text } from '#i18n/text.ts';
import { countAttempt, type Limit, networkPrefix, noteAttempt, waitFor } from '#server/access/attempts.ts';
import { holdTelephone } from '#server/access/telephone.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { CODE, codeHash, isCode, newCode, seconds } from './codes.ts';
import { addCode, type CodeOwner, countGuess, dropCode, isExhausted, nextCodeWait, spendGuess } from './queries.ts';

/**
 * Limits what one address may try, whatever the phone.
 * @throws ApiError `refusal` with cooldown_seconds and username (AUTH-41, AUTH-43)
 */
export async function limitAddress(
  { db, now }: ServerContext,
  action: string,
  address: string,
  limit: Limit,
  refusal: 'sms_limit' | 'code_limit',
  username: string,
): Promise<void> {
  const wait = await countAttempt(db, `${action} from ${networkPrefix(address)}`, limit, now());
  if (wait > 0) throw new ApiError(refusal, { cooldown_seconds: seconds(wait), username });
}

/**
 * Refuses an address after too many unknown phones, whatever phone comes next: another answer would tell it apart.
 * @throws ApiError sms_limit with cooldown_seconds and username
 */
export async function limitUnknown({ db, now }: ServerContext, address: string, username: string): Promise<void> {
  const wait = await waitFor(db, unknownFrom(address), CODE.unknownFrom, now());
  if (wait > 0) throw new ApiError('sms_limit', { cooldown_seconds: seconds(wait), username });
}

/** Counts an unknown phone. */
export async function noteUnknown({ db, now }: ServerContext, address: string): Promise<void> {
  await noteAttempt(db, unknownFrom(address), CODE.unknownFrom, now());
}

const unknownFrom = (address: string) => `unknown phone from ${networkPrefix(address)}`;

/**
 * Makes a code and sends it; a suspended person is told that instead, by the same limits and in the same time.
 * @returns how long the next one has to wait, ms
 * @throws ApiError sms_limit with cooldown_seconds and username; sms_failed; no_such_user where the phone is no longer
 * theirs
 */
export async function askForCode(
  context: ServerContext,
  owner: CodeOwner & { suspended: boolean },
  phone: string,
): Promise<number> {
  const { db, sms, settings } = context;
  const now = context.now();
  const code = newCode();
  const added = await db.transaction().execute(async (trx) => {
    if (!(await holdTelephone(trx, owner.user, phone))) throw new ApiError('no_such_user');
    return addCode(trx, owner, codeHash(code), now);
  });
  if (added.id === undefined) {
    throw new ApiError('sms_limit', { cooldown_seconds: seconds(added.wait), username: phone });
  }
  try {
    const product = settings.productName;
    await sms.send(phone, owner.suspended ? text('sms.suspended', { product }) : text('sms.code', { code, product }));
  } catch (error) {
    await dropCode(db, added.id, now);
    throw error;
  }
  return nextCodeWait(db, owner, now);
}

/**
 * Checks a code and, when it is right, uses it up together with what follows from it.
 * @param work runs in the transaction that uses the code up
 * @throws ApiError wrong_code; code_limit with cooldown_seconds and username once `CODE.tries` were wrong
 */
export async function takeCode<Result>(
  context: ServerContext,
  owner: CodeOwner,
  code: string,
  phone: string,
  work: (trx: Db) => Promise<Result>,
): Promise<Result> {
  const { db } = context;
  const now = context.now();
  const guess = await countGuess(db, owner, now);
  if (!guess) {
    if (!(await isExhausted(db, owner, now))) throw new ApiError('wrong_code');
    const cooldown_seconds = seconds(await nextCodeWait(db, owner, now));
    throw new ApiError('code_limit', { cooldown_seconds, username: phone });
  }
  if (!isCode(code, guess.hash)) throw new ApiError('wrong_code');
  return db.transaction().execute(async (trx) => {
    const rightful = (await holdTelephone(trx, owner.user, phone)) && (await spendGuess(trx, guess.id, now));
    if (!rightful) throw new ApiError('wrong_code');
    return work(trx);
  });
}
