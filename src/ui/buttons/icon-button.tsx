import type { ReactNode, Ref } from 'react';
import { Reason, type ReasonText } from '../inputs/reason.tsx';
import classes from './icon-button.module.css';

/** A button with only an icon; its label is read out and shown on hover. */
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
  /** A right or an object is missing: greyed out with the reason; clicks are ignored. */
  refusal?: ReasonText | null;
  /** State of a toggle button. */
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
