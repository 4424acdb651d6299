import { text } from '#i18n/text.ts';
import {
  type AttemptLimit,
  countAttempt,
  networkPrefix,
  recordAttempt,
  remainingWait,
} from '#server/access/attempts.ts';
import { lockPhoneOwner } from '#server/access/telephone.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { CODE_LIMITS, generateCode, hashCode, matchesCodeHash, toWholeSeconds } from './codes.ts';
import {
  addCode,
  type CodeOwner,
  countGuess,
  dropCode,
  findNextCodeWait,
  isExhausted,
  spendGuessedCode,
} from './queries.ts';

/**
 * Limits the attempts of one address, whatever the phone.
 * @throws ApiError `refusal` with cooldown_seconds and username (AUTH-41, AUTH-43)
 */
export async function limitAddress(
  { db, now }: ServerContext,
  action: string,
  address: string,
  limit: AttemptLimit,
  refusal: 'sms_limit' | 'code_limit',
  username: string,
): Promise<void> {
  const wait = await countAttempt(db, `${action} from ${networkPrefix(address)}`, limit, now());
  if (wait > 0) throw new ApiError(refusal, { cooldown_seconds: toWholeSeconds(wait), username });
}

/**
 * Refuses an address after too many unknown phones, for known phones too: a different answer would reveal them.
 * @throws ApiError sms_limit with cooldown_seconds and username
 */
export async function limitUnknownPhones({ db, now }: ServerContext, address: string, username: string): Promise<void> {
  const wait = await remainingWait(db, unknownPhoneKey(address), CODE_LIMITS.unknownFrom, now());
  if (wait > 0) throw new ApiError('sms_limit', { cooldown_seconds: toWholeSeconds(wait), username });
}

/** Counts an unknown phone that was tried from an address. */
export async function countUnknownPhone({ db, now }: ServerContext, address: string): Promise<void> {
  await recordAttempt(db, unknownPhoneKey(address), CODE_LIMITS.unknownFrom, now());
}

const unknownPhoneKey = (address: string) => `unknown phone from ${networkPrefix(address)}`;

/**
 * Creates a code and sends it; a suspended person gets a message about the suspension instead, with the same limits and in the
 * same time.
 * @returns time until the next code may be sent, ms
 * @throws ApiError sms_limit with cooldown_seconds and username; sms_failed; no_such_user if the phone is no longer theirs
 */
export async function sendNewCode(
  context: ServerContext,
  owner: CodeOwner & { suspended: boolean },
  phone: string,
): Promise<number> {
  const { db, sms, settings } = context;
  const now = context.now();
  const code = generateCode();
  const added = await db.transaction().execute(async (trx) => {
    if (!(await lockPhoneOwner(trx, owner.user, phone))) throw new ApiError('no_such_user');
    return addCode(trx, owner, hashCode(code), now);
  });
  if (added.id === undefined) {
    throw new ApiError('sms_limit', { cooldown_seconds: toWholeSeconds(added.wait), username: phone });
  }
  try {
    const product = settings.productName;
    await sms.send(phone, owner.suspended ? text('sms.suspended', { product }) : text('sms.code', { code, product }));
  } catch (error) {
    await dropCode(db, added.id, now);
    throw error;
  }
  return findNextCodeWait(db, owner, now);
}

/**
 * Checks a code and, if it is right, uses it up.
 * @param work runs in the transaction that uses the code up
 * @throws ApiError wrong_code; code_limit with cooldown_seconds and username after `CODE_LIMITS.tries` wrong guesses
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
    const cooldown_seconds = toWholeSeconds(await findNextCodeWait(db, owner, now));
    throw new ApiError('code_limit', { cooldown_seconds, username: phone });
  }
  if (!matchesCodeHash(code, guess.hash)) throw new ApiError('wrong_code');
  return db.transaction().execute(async (trx) => {
    const isAccepted = (await lockPhoneOwner(trx, owner.user, phone)) && (await spendGuessedCode(trx, guess.id, now));
    if (!isAccepted) throw new ApiError('wrong_code');
    return work(trx);
  });
}
