/**
 * Form values of a partly typed and of an impossible day or time. They cannot be typed as text, fail validation, and are not
 * stored in drafts.
 */
export const UNFINISHED = '\u0000part';
export const IMPOSSIBLE = '\u0000none';

/** Whether a form value is a day or time that cannot be sent. */
export const isUnsendableDate = (value: unknown): boolean => value === UNFINISHED || value === IMPOSSIBLE;

/** The message for a day that cannot be sent; null for any other value. */
export function unfinishedDate(value: unknown): string | null {
  if (value === UNFINISHED) return 'kinds.dateUnfinished';
  return value === IMPOSSIBLE ? 'kinds.dateImpossible' : null;
}
