import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { productName } from '#console/data/http/failures.ts';
import { text } from '#i18n/console-text.ts';
import classes from './recovery.module.css';

/** Title and first sentence of a page, in the style of the sign-in page; also sets the document title. */
export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = text('shell.documentTitle', { title, product: productName() });
  }, [title]);
  return (
    <div>
      <h1>{title}</h1>
      {children ? <p className="boot-lead">{children}</p> : null}
    </div>
  );
}

/** Error message below a field. */
export function Mistake({ id, children }: { id: string; children: string | null }) {
  if (!children) return null;
  return (
    <p className="boot-error" id={id} role="alert">
      <svg width="14" height="14" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        <path d="M11 15h2v2h-2zm0-8h2v6h-2zm.99-5C6.47 2 2 6.48 2 12s4.47 10 9.99 10C17.52 22 22 17.52 22 12S17.52 2 11.99 2M12 20c-4.42 0-8-3.58-8-8s3.58-8 8-8 8 3.58 8 8-3.58 8-8 8" />
      </svg>
      <span>{children}</span>
    </p>
  );
}

/**
 * Submit button. While `unready` a click still submits the form, which then shows why.
 * @param busy whether the call of the form is running
 */
export function MainButton({ busy, unready, children }: { busy: boolean; unready?: boolean; children: string }) {
  return (
    <button
      type="submit"
      className={`boot-button ${classes.main}`}
      aria-disabled={busy || unready || undefined}
      aria-busy={busy || undefined}
    >
      {busy ? <i aria-hidden /> : null}
      <span>{children}</span>
    </button>
  );
}

/** A muted link back with an arrow. @param onClick called instead of loading `to` */
export function BackLink({ to, onClick, children }: { to?: string; onClick?: () => void; children: string }) {
  const handleClick = (event: MouseEvent) => {
    if (!onClick) return;
    event.preventDefault();
    onClick();
  };
  return (
    <a className={classes.back} href={to ?? '#'} onClick={handleClick}>
      <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        <path d="M20 11H7.83l5.59-5.59L12 4l-8 8 8 8 1.41-1.41L7.83 13H20z" />
      </svg>
      {children}
    </a>
  );
}
