import { useEffect } from 'react';
import { RequestError } from '#console/data/http/request-error.ts';
import { withdrawUndoOf } from '#console/data/undo.ts';
import { TASK_UNDO } from '#resources/rules/requests/constants.ts';

/** Kind of the offers to take a move back: the last one alone stands. */
export const MOVE = 'move';

interface LastMove {
  /** When the server stops taking it back, ms of `performance.now()`. */
  until: number;
  undo: () => Promise<void>;
}

let last: LastMove | null = null;

/** Remembers how the last move is taken back. */
export function rememberUndo(undo: () => Promise<void>): void {
  last = { until: performance.now() + TASK_UNDO, undo };
}

/** Forgets it: it is taken back in another way, or another person is here. */
export function forgetUndo(): void {
  last = null;
}

/** Takes the last move back, once. @returns whether there was one */
function undoLast(): boolean {
  const move = last;
  last = null;
  if (!move || performance.now() > move.until) return false;
  withdrawUndoOf(MOVE);
  move.undo().catch((error: unknown) => {
    // The alert has said why it did not go back.
    if (!(error instanceof RequestError)) throw error;
  });
  return true;
}

/** Inputs that take no text: who has just pressed one goes on with the keys of the board. */
const PRESSED = new Set(['radio', 'checkbox', 'button', 'submit', 'reset']);

/** Whether keys typed there are text. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !PRESSED.has(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Takes the last move back by the key Z, alone or with Ctrl, in either keyboard layout, while the board is shown. */
export function useUndoKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const open = document.querySelector('[role="dialog"], [role="menu"]') !== null;
      if (event.code !== 'KeyZ' || event.altKey || event.shiftKey || event.repeat || open || isTyping(event.target))
        return;
      if (undoLast()) event.preventDefault();
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, []);
}
