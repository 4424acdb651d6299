import { useId } from 'react';
import { Reason, type ReasonText } from './reason.tsx';
import classes from './switch.module.css';

/**
 * A switch that takes effect at once.
 * @param label accessible name
 * @param refusal why the person may not change it: greyed out, but focusable and readable
 */
export function Switch({
  label,
  checked,
  disabled = false,
  refusal = null,
  onChange,
}: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  refusal?: ReasonText | null;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <Reason reason={refusal} id={id}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={classes.switch}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        aria-disabled={refusal ? true : undefined}
        onChange={(event) => {
          if (!refusal) onChange(event.target.checked);
        }}
      />
    </Reason>
  );
}
