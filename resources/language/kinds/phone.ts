import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import * as z from 'zod';
import { defineKind } from './kind.ts';
import metadata from './phone-metadata.json' with { type: 'json' };

/** The ten digits after +7, or null; +7, spaces, brackets and dashes are taken away first (A§5). */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/^\s*\+7/, '').replace(/[\s()\u00a0-]/g, '');
  return /^\d{10}$/.test(digits) ? digits : null;
}

/** `+7XXXXXXXXXX` for a valid Russian number, else null (A§5, G-61). */
export function normalPhone(text: string): string | null {
  const digits = phoneDigits(text);
  if (!digits) return null;
  const phone = `+7${digits}`;
  return parsePhoneNumberFromString(phone, { defaultCountry: 'RU' }, metadata as never)?.isValid() ? phone : null;
}

/**
 * The same for numbers written by other programs: +7, 7, 8 or the bare ten digits (AUTH-17, IMPORT-22).
 * For sign-in and import only; forms take +7 alone.
 */
export function normalPhoneLoosely(text: string): string | null {
  const digits = text.replace(/[^\d]/g, '');
  const ten = digits.length === 11 && (digits[0] === '7' || digits[0] === '8') ? digits.slice(1) : digits;
  return normalPhone(`+7${ten}`);
}

/** «+7 (916) 204-15-38» of a wire number; what is no such number is given back as it came. */
export function formatPhone(phone: string): string {
  const digits = phoneDigits(phone);
  if (!digits) return phone;
  return `+7 (${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6, 8)}-${digits.slice(8)}`;
}

/** A Russian telephone number; on the wire `+7XXXXXXXXXX`. */
export const phone = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string({ error: missing })
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
});
