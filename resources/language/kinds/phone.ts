import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import * as z from 'zod';
import { nationalDigits } from '../../rules/phone-number.ts';
import { defineKind, unless } from './kind.ts';
import { phoneDigits } from './phone-format.ts';
import metadata from './phone-metadata.json' with { type: 'json' };

export { formatPhone, phoneDigits } from './phone-format.ts';

/** `+7XXXXXXXXXX` for a valid Russian number, else null (G-61). */
export function normalPhone(text: string): string | null {
  const digits = phoneDigits(text);
  if (!digits) return null;
  const phone = `+7${digits}`;
  return parsePhoneNumberFromString(phone, { defaultCountry: 'RU' }, metadata as never)?.isValid() ? phone : null;
}

/**
 * The same for numbers that people and other programs write: +7, 7, 8 or the bare ten digits (AUTH-17, IMPORT-22). For sign-in, the
 * command line, lists of telephones and files of records; files of residents are read by `readImportPhone`
 * (`resources/rules/import/phone.ts`). On the wire of forms +7 alone, which their box makes of the others (IMPORT-23).
 */
export function normalPhoneLoosely(text: string): string | null {
  const digits = nationalDigits(text);
  return digits && normalPhone(`+7${digits}`);
}

/** A Russian telephone number; on the wire `+7XXXXXXXXXX`. */
export const phone = defineKind({
  expression: () => 'text',
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string(unless(missing, 'validation.phone'))
      .min(1, { message: missing, abort: true })
      .transform((text, context) => {
        const normal = normalPhone(text);
        if (normal) return normal;
        context.addIssue({ code: 'custom', message: 'validation.phone', input: text });
        return z.NEVER;
      }),
  initial: () => '',
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => normalPhoneLoosely(cell) ?? cell },
  column: 'text',
  scalar: () => z.string(),
});
