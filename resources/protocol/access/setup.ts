import * as z from 'zod';
import { normalizeTypedPhone } from '#resources/language/kinds/phone.ts';
import { TEXT } from '#resources/limits.ts';
import { isTimeZone } from '#resources/time-zone.ts';
import { newPassword } from './recovery.ts';

/** Secret part of the one-time link; ours are never longer. */
const token = z.string().min(1).max(100);

const name = (max: number, message: string) =>
  z
    .string({ error: 'validation.required' })
    .trim()
    .min(1, { message: 'validation.required', abort: true })
    .max(max, message)
    .regex(/^[^\u0000]*$/, 'validation.text');

/** `POST /api/anonymous/setup/look/`: data for the set-up page. */
export const setUpLookBody = z.object({ token });

/**
 * `phone`, `first_name`, `last_name`: the person the link was created for, if given. `time_zone_fixed`: the time zone is set by
 * the server configuration.
 */
export const setUpLookAnswer = z.object({
  phone: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  time_zone: z.string(),
  time_zone_fixed: z.boolean(),
});
export type SetUpInfo = z.output<typeof setUpLookAnswer>;

/** `POST /api/anonymous/setup/`: creates the company and its first administrator; the response is that of a sign-in. */
export const setUpBody = z.object({
  token,
  company: name(TEXT.companyName.max, 'validation.tooLong'),
  time_zone: z.string().max(60, 'validation.timeZone').refine(isTimeZone, 'validation.timeZone'),
  first_name: name(TEXT.personName.max, 'validation.nameLength'),
  last_name: name(TEXT.personName.max, 'validation.nameLength'),
  phone: z
    .string({ error: 'validation.required' })
    .min(1, { message: 'validation.required', abort: true })
    .max(60, 'validation.phone')
    .transform((text, context) => {
      const phone = normalizeTypedPhone(text);
      if (phone) return phone;
      context.addIssue({ code: 'custom', message: 'validation.phone', input: text });
      return z.NEVER;
    }),
  password: newPassword,
});
export type SetUpBody = z.input<typeof setUpBody>;
