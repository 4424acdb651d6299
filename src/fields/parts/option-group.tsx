import type { ReactNode } from 'react';
import classes from './option-group.module.css';

/** How mutually exclusive choices are drawn: dots, chips, one segmented control (DESIGN §4). */
export type OptionLook = 'radio' | 'chips' | 'segments';

/**
 * Radio buttons of the browser, drawn by us: the arrow keys and screen readers work as ever.
 * Stands in a `FieldFrame group`, whose legend names it.
 */
export function OptionGroup({
  name,
  look,
  options,
  value,
  invalid,
  disabled,
  onChange,
  onBlur,
}: {
  /** Ties the buttons together; unique on the page. */
  name: string;
  look: OptionLook;
  /** `refused`: cannot be chosen by this person; the title says why. */
  options: readonly { value: string; label: string; sign?: ReactNode; refused?: string }[];
  value: string | null;
  invalid?: boolean;
  disabled?: boolean;
  onChange: (value: string) => void;
  onBlur?: () => void;
}) {
  return (
    <div className={`${classes.group} ${classes[look]}`}>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.refused}
          data-refused={option.refused ? '' : undefined}
          className={invalid ? `${classes.option} ${classes.invalid}` : classes.option}
        >
          <input
            type="radio"
            className={classes.dot}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled || Boolean(option.refused)}
            aria-invalid={invalid || undefined}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
          />
          {option.sign}
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
