import * as z from 'zod';
import { defineKind, plainText } from './kind.ts';

/** Maximum length of an e-mail address, characters. */
const EMAIL_LENGTH_MAX = 254;

/** Whether the part after @ has at least two labels, in any alphabet. */
function hasValidDomain(address: string): boolean {
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
  return (
    labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label))
  );
}

/** Lower-cases the domain; the local part stays as typed. */
function normalizeEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? address : address.slice(0, at) + address.slice(at).toLowerCase();
}

/** An e-mail address. */
export const email = defineKind({
  expression: () => 'text',
  options: z.object({}),
  rule: (_options, missing) =>
    plainText(missing)
      .trim()
      .min(1, { message: missing, abort: true })
      .max(EMAIL_LENGTH_MAX, { message: 'kinds.email', abort: true })
      .overwrite(normalizeEmail)
      .regex(z.regexes.unicodeEmail, { message: 'kinds.email', abort: true })
      .refine(hasValidDomain, 'kinds.email'),
  initial: () => '',
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell.trim() },
  column: 'text',
  scalar: () => z.string(),
});
