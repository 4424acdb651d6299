import { type Ref, useId } from 'react';
import { Mistake } from './parts.tsx';
import classes from './recovery.module.css';

/** A line of text in the look of the sign-in page. */
export function TextField({
  label,
  value,
  onValue,
  onLeave,
  mistake,
  help,
  max,
  autoComplete,
  focus = false,
  ref,
}: {
  label: string;
  value: string;
  onValue: (text: string) => void;
  onLeave: () => void;
  mistake: string | null;
  help?: string;
  /** Characters. */
  max: number;
  autoComplete: string;
  focus?: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const described = mistake ? `${id}-error` : help ? `${id}-help` : undefined;
  return (
    <div className="boot-field">
      <label htmlFor={id}>{label}</label>
      <div className="boot-input">
        <input
          id={id}
          ref={ref}
          type="text"
          autoComplete={autoComplete}
          maxLength={max}
          // biome-ignore lint/a11y/noAutofocus: the first field of the page
          autoFocus={focus}
          value={value}
          aria-invalid={mistake ? true : undefined}
          aria-describedby={described}
          onChange={({ target }) => onValue(target.value)}
          onBlur={onLeave}
        />
      </div>
      <Mistake id={`${id}-error`}>{mistake}</Mistake>
      {help && !mistake ? (
        <p className={classes.help} id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </div>
  );
}
