import { useEffect } from 'react';

/** Inputs that take no text: after pressing one, the keys of the board still work. */
const PRESSED = new Set(['radio', 'checkbox', 'button', 'submit', 'reset']);

/** Whether keys typed there are text. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !PRESSED.has(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Undoes the last move by the key Z, alone or with Ctrl, in either keyboard layout, while the board is shown. */
export function useUndoKey(store: { undoLast: () => boolean }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCovered = document.querySelector('[role="dialog"], [role="menu"]') !== null;
      if (event.code !== 'KeyZ' || event.altKey || event.shiftKey || event.repeat) return;
      if (isCovered || isTyping(event.target)) return;
      if (store.undoLast()) event.preventDefault();
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, [store]);
}
