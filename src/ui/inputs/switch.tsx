import { useId } from 'react';
import { Reason, type ReasonText } from './reason.tsx';
import classes from './switch.module.css';

/**
 * A switch: on or off at once.
 * @param label names it for a screen reader
 * @param refusal why the person may not turn it: greyed, can still be reached and read
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
