import { useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import actionClasses from '../buttons/action-button.module.css';
import { HOLD_SECONDS, HOLD_STYLE, useHoldPress } from './hold.ts';
import classes from './hold-button.module.css';

/**
 * Submits its form after being held for `MS.hold`, by pointer or by Space and Enter. A bare click, as switches and
 * voice control make it, submits at once: the dialog around has asked. Enter in an input submits nothing.
 */
export function HoldSubmitButton({ children }: { children: string }) {
  const translate = useTranslate();
  const helpId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { isSubmitting } = useFormState();
  function submit() {
    if (!isSubmitting) button.current?.form?.requestSubmit();
  }
  const { state, handlers } = useHoldPress({ onHeld: async () => submit(), onClick: submit });
  const isHolding = state === 'holding';
  return (
    <>
      {/* A form whose first button to submit is disabled is not sent by Enter. */}
      <button type="submit" disabled hidden />
      <button
        ref={button}
        type="button"
        className={[actionClasses.button, actionClasses.danger, classes.button, isHolding ? classes.pressed : ''].join(
          ' ',
        )}
        style={HOLD_STYLE}
        aria-describedby={helpId}
        aria-busy={isSubmitting || undefined}
        {...handlers}
      >
        <span className={classes.fill} data-motion="information" />
        {isSubmitting ? <span className={actionClasses.busy} aria-hidden /> : null}
        <span className={actionClasses.label}>{isHolding ? translate('hold.holding') : children}</span>
      </button>
      <span id={helpId} hidden>
        {translate('hold.help', { seconds: HOLD_SECONDS })}
      </span>
    </>
  );
}
