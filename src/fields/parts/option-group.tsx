import { type ReactNode, useId } from 'react';
import { Reason, type ReasonText } from '#console/ui/inputs/reason.tsx';
import classes from './option-group.module.css';

/** How mutually exclusive choices are drawn: dots, dots below one another, chips, one segmented control. */
export type OptionLook = 'radio' | 'lines' | 'chips' | 'segments';

/**
 * Radio buttons of the browser, drawn by us: the arrow keys and screen readers work as ever.
 * Stands in a `FieldFrame group`, named by its legend.
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
  /** `line`: what stands below the label; `refused`: why this person may not choose it; it can still be reached and read. */
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
