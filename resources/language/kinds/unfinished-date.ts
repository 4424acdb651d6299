/**
 * Form values for a day or a time that is written in part, and for one that no calendar has. Neither can be typed into a
 * box, no rule lets them pass, and no draft keeps them.
 */
export const UNFINISHED = '\u0000part';
export const IMPOSSIBLE = '\u0000none';

/** Whether a form value stands for a day or a time that cannot be sent. */
export const isUnsendableDate = (value: unknown): boolean => value === UNFINISHED || value === IMPOSSIBLE;

/** The message for a day that cannot be sent; null for anything else. */
export function unfinishedDate(value: unknown): string | null {
  if (value === UNFINISHED) return 'kinds.dateUnfinished';
  return value === IMPOSSIBLE ? 'kinds.dateImpossible' : null;
}
