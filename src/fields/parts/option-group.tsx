import { type ReactNode, useId } from 'react';
import { Reason, type ReasonText } from '#console/ui/inputs/reason.tsx';
import classes from './option-group.module.css';

/** Appearance of mutually exclusive options: radio buttons in a row, in a column, chips, or a segmented control. */
export type OptionVariant = 'radio' | 'lines' | 'chips' | 'segments';

/**
 * Native radio buttons with custom styling, so that arrow keys and screen readers work as usual. Must be inside a `FieldFrame
 * group`, whose legend names it.
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
  /** Name of the radio group; unique on the page. */
  name: string;
  look: OptionVariant;
  /** `line`: text below the label; `refused`: why this person may not choose the option, which stays focusable. */
  options: readonly {
    value: string;
    label: string;
    line?: string | null;
    sign?: ReactNode;
    refused?: ReasonText;
  }[];
  value: string | null;
  invalid?: boolean;
  disabled?: boolean;
  onChange: (value: string) => void;
  onBlur?: () => void;
}) {
  const id = useId();
  return (
    <div className={`${classes.group} ${classes[look]}`}>
      {options.map((option) => (
        <Reason key={option.value} reason={option.refused} id={`${id}-${option.value}`}>
          <label
            data-refused={option.refused ? '' : undefined}
            className={invalid ? `${classes.option} ${classes.invalid}` : classes.option}
          >
            <input
              type="radio"
              className={classes.dot}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={disabled}
              aria-invalid={invalid || undefined}
              {...(option.refused ? { 'aria-disabled': true, 'aria-describedby': `${id}-${option.value}` } : {})}
              onChange={() => {
                if (!option.refused) onChange(option.value);
              }}
              onBlur={onBlur}
            />
            {option.sign}
            <span>
              {option.label}
              {option.line ? <small className={classes.line}>{option.line}</small> : null}
            </span>
          </label>
        </Reason>
      ))}
    </div>
  );
}
