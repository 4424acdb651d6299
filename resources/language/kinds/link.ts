import * as z from 'zod';
import { defineKind, plainText } from './kind.ts';

/** Whether a text is an absolute http(s) address that a browser would open. */
function isHttpLink(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#.]+/i.test(text) || /\s/.test(text)) return false;
  return URL.canParse(text);
}

/** An http(s) address (B§5: camera link). */
export const link = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    plainText(missing)
      .trim()
      .min(1, { message: missing, abort: true })
      .max(2000, 'validation.link')
      .refine(isHttpLink, 'validation.link'),
  initial: () => '',
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell.trim() },
  column: 'text',
  scalar: () => z.string(),
});
