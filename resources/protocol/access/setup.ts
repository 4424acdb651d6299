import * as z from 'zod';
import { normalPhoneLoosely } from '#resources/language/kinds/phone.ts';
import { TEXT } from '#resources/limits.ts';
import { isTimeZone } from '#resources/time-zone.ts';
import { newPassword } from './recovery.ts';

/** Secret part of the one-time link; longer texts are no link of ours. */
const token = z.string().min(1).max(100);

const name = (max: number, message: string) =>
  z
    .string({ error: 'validation.required' })
    .trim()
    .min(1, { message: 'validation.required', abort: true })
    .max(max, message)
    .regex(/^[^\u0000]*$/, 'validation.text');

/** `POST /api/anonymous/setup/look/`: what the set-up page needs to know. */
export const setUpLookBody = z.object({ token });

/**
 * `phone`, `first_name`, `last_name`: the person the link was made for, where given. `time_zone_fixed`: the zone comes
 * from the settings.
 */
export const setUpLookAnswer = z.object({
  phone: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  time_zone: z.string(),
  time_zone_fixed: z.boolean(),
});
export type SetUpLook = z.output<typeof setUpLookAnswer>;

/** `POST /api/anonymous/setup/`: the company and its first administrator. Answers as a sign-in does. */
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
      const phone = normalPhoneLoosely(text);
      if (phone) return phone;
      context.addIssue({ code: 'custom', message: 'validation.phone', input: text });
      return z.NEVER;
    }),
  password: newPassword,
});
export type SetUpBody = z.input<typeof setUpBody>;
