import type { ReactNode } from 'react';
import classes from './checkbox.module.css';

/**
 * A tick box with its label; the browser's own control, drawn by us.
 * @param partly some but not all of what it stands for is ticked (tri-state)
 */
export function Checkbox({
  checked,
  partly = false,
  onChange,
  value,
  disabled = false,
  invalid = false,
  children,
}: {
  checked: boolean;
  partly?: boolean;
  onChange: (checked: boolean) => void;
  value?: string;
  disabled?: boolean;
  invalid?: boolean;
  children: ReactNode;
}) {
  return (
    <label className={classes.label}>
      <input
        type="checkbox"
        className={invalid ? `${classes.box} ${classes.invalid}` : classes.box}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = partly && !checked;
        }}
        value={value}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
