import { type ReactNode, useId } from 'react';
import classes from './checkbox.module.css';
import { Reason, type ReasonText } from './reason.tsx';

/**
 * A tick box with its label; the browser's own control, drawn by us.
 * @param partly some but not all of what it stands for is ticked (tri-state)
 * @param name what it is called where nothing stands beside it
 * @param refusal why the person may not tick it: greyed, can still be reached and read
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
