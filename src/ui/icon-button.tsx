import type { ReactNode, Ref } from 'react';
import classes from './icon-button.module.css';

/** A button that is only an icon; its label is read out and shown on hover. */
export function IconButton({
  label,
  onClick,
  ref,
  children,
}: {
  label: string;
  onClick: () => void;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}) {
  return (
    <button type="button" className={classes.button} aria-label={label} title={label} onClick={onClick} ref={ref}>
      {children}
    </button>
  );
}
