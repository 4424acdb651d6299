/** Reads undo (Ctrl+Z) and redo (Ctrl+Shift+Z, Ctrl+Y) keys, with Cmd too; null for any other key. */
export function readStepKey(
  event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'code'>,
): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (event.code === 'KeyZ') return event.shiftKey ? 'redo' : 'undo';
  return event.code === 'KeyY' && !event.shiftKey ? 'redo' : null;
}
