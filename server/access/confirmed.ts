import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Reader } from './reader.ts';

/** How long a sign-in or a typed password counts as recent, ms. */
const CONFIRMATION_TTL_MS = 10 * 60_000;

/**
 * With `CONFIRM_PASSWORD`, requires that the reader signed in or typed the password recently, so that an unattended console is
 * not enough.
 * @throws ApiError confirm_needed
 */
export async function requireConfirmationIfConfigured(
  { db, settings, now }: { db: Db; settings: { confirmPassword: boolean }; now(): Date },
  reader: Reader,
): Promise<void> {
  if (settings.confirmPassword) await requireRecentConfirmation({ db, now }, reader);
}

/** Requires a recent sign-in or password whatever the settings say. @throws ApiError confirm_needed */
export async function requireRecentConfirmation({ db, now }: { db: Db; now(): Date }, reader: Reader): Promise<void> {
  const since = new Date(now().getTime() - CONFIRMATION_TTL_MS);
  const row = await db
    .selectFrom('tokens')
    .where('id', '=', reader.token.id)
    .where(({ eb, fn }) => eb(fn.coalesce('confirmed_at', 'created_at'), '>', since))
    .select('id')
    .executeTakeFirst();
  if (!row) throw new ApiError('confirm_needed');
}
