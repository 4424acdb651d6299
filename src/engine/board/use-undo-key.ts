import { useEffect } from 'react';

/** Input types without text: while they have the focus, the shortcuts of the board still work. */
const NON_TEXT_TYPES = new Set(['radio', 'checkbox', 'button', 'submit', 'reset']);

/** Whether keystrokes in an element are text input. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NON_TEXT_TYPES.has(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Undoes the last move by the key Z, alone or with Ctrl, in any keyboard layout, while the board is shown. */
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
