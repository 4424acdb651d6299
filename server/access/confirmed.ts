import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Reader } from './reader.ts';

/** How long a password that was typed stands for what needs it, ms. */
const CONFIRMED_FOR = 10 * 60_000;

/**
 * Requires that the reader signed in or typed the password a moment ago, where the installation wants it
 * (`CONFIRM_PASSWORD`): a console that stands open must not be enough.
 * @throws ApiError confirm_needed
 */
export async function mustBeConfirmed(
  { db, settings, now }: { db: Db; settings: { confirmPassword: boolean }; now(): Date },
  reader: Reader,
): Promise<void> {
  if (settings.confirmPassword) await mustHaveConfirmed({ db, now }, reader);
}

/**
 * The same whatever the installation wants.
 * @throws ApiError confirm_needed
 */
export async function mustHaveConfirmed({ db, now }: { db: Db; now(): Date }, reader: Reader): Promise<void> {
  const since = new Date(now().getTime() - CONFIRMED_FOR);
  const row = await db
    .selectFrom('tokens')
    .where('id', '=', reader.token.id)
    .where(({ eb, fn }) => eb(fn.coalesce('confirmed_at', 'created_at'), '>', since))
    .select('id')
    .executeTakeFirst();
  if (!row) throw new ApiError('confirm_needed');
}
