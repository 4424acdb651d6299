import { useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import actionClasses from '../buttons/action-button.module.css';
import { HOLD_SECONDS, HOLD_STYLE, useHoldPress } from './hold.ts';
import classes from './hold-button.module.css';

/**
 * Submits its form after being held for `MS.hold`, with the pointer, Space or Enter. A plain click, as made by switch access and
 * voice control, submits at once, because the surrounding dialog has asked already. Enter in an input does not submit.
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
      {/* Enter in an input does not submit a form whose first submit button is disabled. */}
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
