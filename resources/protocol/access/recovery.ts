import * as z from 'zod';
import { COUNT } from '#resources/limits.ts';
import { isGoodPassword } from '#resources/rules/passwords/password.ts';

/** A new password (AUTH-66…72); if empty «обязательное поле», for anything else invalid a single message. */
export const newPassword = z
  .string({ error: 'validation.required' })
  .min(1, { message: 'validation.required', abort: true })
  .refine(isGoodPassword, 'validation.password');

const username = z
  .string({ error: 'validation.required' })
  .min(1, { message: 'validation.required', abort: true })
  .max(60, 'validation.phone');

/** Six digits as text, without the mask's dash (AUTH-36). */
const confirmCode = z
  .string({ error: 'validation.required' })
  .regex(new RegExp(`^\\d{${COUNT.codeDigits}}$`), 'validation.code');

/** `POST /api/anonymous/forgot_pass/send_confirm_code/`: the phone in any usual notation (AUTH-17). */
export const sendCodeBody = z.object({ username });

/**
 * Response to sending a code (AUTH-33, G-46). `cooldown_seconds`: whole seconds until the next code may be requested, also in
 * the 403 for a request too early or too often (`detail`, `code: 'sms_limit'`, `cooldown_seconds`, `username`).
 */
export const sendCodeAnswer = z.object({
  data: z.object({ username: z.string(), cooldown_seconds: z.number().int() }),
});

/** `POST /api/anonymous/forgot_pass/confirm_reset_password/`. */
export const confirmCodeBody = z.object({ username, confirm_code: confirmCode });

/** The token of `/password-change/?token=` (AUTH-45): valid for one `set_password` and for one hour. */
export const confirmCodeAnswer = z.object({ data: z.object({ token: z.string() }) });

/** `POST /api/authorized/forgot_pass/confirm_reset_password/`. */
export const ownCodeBody = z.object({ confirm_code: confirmCode });

/**
 * Response without a token: the session that requested the code may set a password once, within ten minutes, with its own token
 * (AUTH-50).
 */
export const ownCodeAnswer = z.object({ data: z.object({ username: z.string() }) });

/** `POST /api/crm/profile/set_password/` with the token of a session, an activation or a recovery (AUTH-57, G-40). */
export const setPasswordBody = z.object({ password: newPassword });

/** Id of the person whose password was set. */
export const setPasswordAnswer = z.object({ params: z.object({ user: z.number().int() }) });
