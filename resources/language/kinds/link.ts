import * as z from 'zod';
import { defineKind, plainText } from './kind.ts';

/** Whether a text is an absolute http(s) URL that a browser would open. */
function isHttpLink(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#.]+/i.test(text) || /\s/.test(text)) return false;
  return URL.canParse(text);
}

/** Whether a text is the URL of a camera's stream itself, which browsers cannot open, instead of a page that shows it. */
const isStream = (text: string): boolean => /^(?:rtsps?|rtmps?|srt|mms|udp):\/\//i.test(text);

/** An http(s) URL (CAM-10). */
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
