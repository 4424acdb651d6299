import type { ReactNode, Ref } from 'react';
import { Reason, type ReasonText } from '../inputs/reason.tsx';
import classes from './icon-button.module.css';

/** A button that is only an icon; its label is read out and shown on hover. */
export function IconButton({
  label,
  onClick,
  refusal = null,
  isPressed,
  ref,
  children,
}: {
  label: string;
  onClick: () => void;
  /** A right or an object is missing: greyed, with the reason; never works. */
  refusal?: ReasonText | null;
  /** Whether what it turns on and off is on. */
  isPressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}) {
  return (
    <Reason reason={refusal}>
      <button
        type="button"
        className={classes.button}
        aria-label={label}
        aria-pressed={isPressed}
        {...(refusal ? { 'aria-disabled': true } : { title: label })}
        onClick={() => {
          if (!refusal) onClick();
        }}
        ref={ref}
      >
        {children}
      </button>
    </Reason>
  );
}
