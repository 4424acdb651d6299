import { type ReactNode, useId } from 'react';
import classes from './checkbox.module.css';
import { Reason, type ReasonText } from './reason.tsx';

/**
 * A checkbox with a label; the native control, restyled.
 * @param partly indeterminate: some of the items are ticked
 * @param name accessible name without a visible label
 * @param refusal why the person may not change it: greyed out, but focusable and readable
 */
export function Checkbox({
  checked,
  partly = false,
  onChange,
  value,
  disabled = false,
  refusal = null,
  invalid = false,
  name,
  children,
}: {
  checked: boolean;
  partly?: boolean;
  onChange: (checked: boolean) => void;
  value?: string;
  disabled?: boolean;
  refusal?: ReasonText | null;
  invalid?: boolean;
  name?: string;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <Reason reason={refusal} id={id}>
      <label className={classes.label}>
        <input
          type="checkbox"
          className={invalid ? `${classes.box} ${classes.invalid}` : classes.box}
          checked={checked}
          ref={(box) => {
            if (box) box.indeterminate = partly && !checked;
          }}
          value={value}
          aria-label={name}
          disabled={disabled}
          aria-invalid={invalid || undefined}
          {...(refusal ? { 'aria-disabled': true, 'aria-describedby': id } : {})}
          onChange={(event) => {
            if (!refusal) onChange(event.target.checked);
          }}
        />
        {children}
      </label>
    </Reason>
  );
}
