import { lazy, Suspense, useCallback, useEffect, useState } from 'react';

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

/** Whether keys pressed there are typed into something. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('textarea, select, input:not([type=radio], [type=checkbox])');
}

/** Shows what keys do by `?`, in either keyboard layout, wherever nothing is typed and no dialog is open. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  return <Suspense>{open ? <ShortcutsDialog onClose={close} /> : null}</Suspense>;
}
