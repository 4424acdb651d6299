import type { Width } from '#console/shell/width.ts';
import { TASK_CARD_TEXT } from '#resources/limits.ts';

/** A description as a card shows it: cut at 25 characters on a phone or tablet, at 100 on a desktop (TASK-15). */
export function shortText(text: string, width: Width): string {
  const letters = [...text];
  const most = width === 'desktop' ? TASK_CARD_TEXT.wide : TASK_CARD_TEXT.narrow;
  return letters.length > most ? `${letters.slice(0, most).join('').trimEnd()}…` : text;
}
