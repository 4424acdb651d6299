import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Failure, onFailure } from '#console/data/http/failures.ts';
import look from '#console/shell/toasts/error-toast.module.css';
import { text } from '#i18n/console-text.ts';
import { MS } from '#resources/limits.ts';
import classes from './recovery.module.css';

/**
 * Global alert of the access pages (ERR-01…10): like the alert of the console, but without MUI.
 */
export function Alert() {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => onFailure(setFailure), []);
  useEffect(() => {
    if (!failure || isPaused) return;
    const timer = setTimeout(() => setFailure(null), MS.toast);
    return () => clearTimeout(timer);
  }, [failure, isPaused]);
  if (!failure) return null;
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      className={classes.alert}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <div className={look.toast} role="alert">
        <div className={look.text}>
          <p>
            {failure.message}
            {failure.requestId ? <small>{text('shell.alert.request', { id: failure.requestId })}</small> : null}
          </p>
        </div>
        <button
          type="button"
          className={classes.close}
          aria-label={text('shell.alert.close')}
          onClick={() => {
            setFailure(null);
            setIsPaused(false);
          }}
        >
          <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
            <path d="M19 6.41 17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z" />
          </svg>
        </button>
      </div>
    </div>,
    document.body,
  );
}
