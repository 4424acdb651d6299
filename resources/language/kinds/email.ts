import * as z from 'zod';
import { defineKind, plainText } from './kind.ts';

/** Longest address that mail is sent to. */
const LONGEST = 254;

/** Whether the part after @ has at least two labels, in any alphabet. */
function hasValidDomain(address: string): boolean {
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
  return (
    labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label))
  );
}

/** An address as it is kept: the domain in small letters, the name before it as it was given. */
function normalizeEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? address : address.slice(0, at) + address.slice(at).toLowerCase();
}

/** An address of e-mail. */
export const email = defineKind({
  expression: () => 'text',
  options: z.object({}),
  rule: (_options, missing) =>
    plainText(missing)
      .trim()
      .min(1, { message: missing, abort: true })
      .max(LONGEST, { message: 'kinds.email', abort: true })
      .overwrite(normalizeEmail)
      .regex(z.regexes.unicodeEmail, { message: 'kinds.email', abort: true })
      .refine(hasValidDomain, 'kinds.email'),
  initial: () => '',
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell.trim() },
  column: 'text',
  scalar: () => z.string(),
});
