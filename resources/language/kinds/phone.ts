import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import * as z from 'zod';
import { parseNationalDigits } from '../../rules/phone-number.ts';
import { defineKind, typeMessage } from './kind.ts';
import { parsePhoneDigits } from './phone-format.ts';
import metadata from './phone-metadata.json' with { type: 'json' };

export { formatPhone, parsePhoneDigits } from './phone-format.ts';

/** `+7XXXXXXXXXX` for a valid Russian number, else null (G-61). */
export function normalizePhone(text: string): string | null {
  const digits = parsePhoneDigits(text);
  if (!digits) return null;
  const phone = `+7${digits}`;
  return parsePhoneNumberFromString(phone, { defaultCountry: 'RU' }, metadata as never)?.isValid() ? phone : null;
}

/**
 * Like `normalizePhone`, but also accepts 7, 8 or the bare ten digits (AUTH-17, IMPORT-22). For sign-in, the command line, phone
 * lists and record files; resident files use `readImportPhone` (`resources/rules/import/phone.ts`). The wire of forms accepts
 * only +7, and their input converts the others (IMPORT-23).
 */
export function normalizeTypedPhone(text: string): string | null {
  const digits = parseNationalDigits(text);
  return digits && normalizePhone(`+7${digits}`);
}

/** A Russian phone number; `+7XXXXXXXXXX` on the wire. */
export const phone = defineKind({
  expression: () => 'text',
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string(typeMessage(missing, 'validation.phone'))
      .min(1, { message: missing, abort: true })
      .transform((text, context) => {
        const normal = normalizePhone(text);
        if (normal) return normal;
        context.addIssue({ code: 'custom', message: 'validation.phone', input: text });
        return z.NEVER;
      }),
  initial: () => '',
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => normalizeTypedPhone(cell) ?? cell },
  column: 'text',
  scalar: () => z.string(),
});
