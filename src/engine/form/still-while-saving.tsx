import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import classes from './form-screen.module.css';

/**
 * Takes nothing in while the form is saved: what was typed then would be neither sent nor kept. Who stood in it stands there
 * again when the save was refused.
 */
export function StillWhileSaving({ children }: { children: ReactNode }) {
  const { isSubmitting } = useFormState();
  const area = useRef<HTMLDivElement>(null);
  const stood = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isSubmitting) {
      stood.current =
        activeElement instanceof HTMLElement && area.current?.contains(activeElement) ? activeElement : null;
      return;
    }
    // What is inert has lost the focus to the page; who has gone on meanwhile is left alone.
    if (activeElement === document.body && stood.current?.isConnected) stood.current.focus({ preventScroll: true });
    stood.current = null;
  }, [isSubmitting]);
  return (
    <div className={classes.form} ref={area} inert={isSubmitting}>
      {children}
    </div>
  );
}
