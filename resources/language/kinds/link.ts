import * as z from 'zod';
import { defineKind, plainText } from './kind.ts';

/** Whether a text is an absolute http(s) address that a browser would open. */
function isHttpLink(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#.]+/i.test(text) || /\s/.test(text)) return false;
  return URL.canParse(text);
}

/** Whether a text is the address of a stream itself, as cameras have it, and not of a page that shows it. */
const isStream = (text: string): boolean => /^(?:rtsps?|rtmps?|srt|mms|udp):\/\//i.test(text);

/** An http(s) address (CAM-10). */
export const link = defineKind({
  expression: () => 'text',
  options: z.object({}),
  rule: (_options, missing) =>
    plainText(missing)
      .trim()
      .min(1, { message: missing, abort: true })
      .max(2000, 'validation.link')
      .refine((text) => !isStream(text), { message: 'validation.linkStream', abort: true })
      .refine(isHttpLink, 'validation.link'),
  initial: () => '',
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell.trim() },
  column: 'text',
  scalar: () => z.string(),
});
