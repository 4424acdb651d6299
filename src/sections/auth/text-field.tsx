import { type ReactNode, type Ref, useId } from 'react';
import { Mistake } from './parts.tsx';
import classes from './recovery.module.css';

/** Props of a text input in the style of the sign-in page. */
export interface TextFieldProps {
  label: string;
  value: string;
  onValue: (text: string) => void;
  onLeave: () => void;
  mistake: string | null;
  help?: string;
  /** Maximum length, characters. */
  max: number;
  autoComplete: string;
  focus?: boolean;
  ref?: Ref<HTMLInputElement>;
  type?: 'text' | 'password';
  className?: string | undefined;
  /** Shown inside the input, after the text. */
  children?: ReactNode;
}

/** Text input in the style of the sign-in page. */
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
  type = 'text',
  className,
  children,
}: TextFieldProps) {
  const id = useId();
  const describedBy = mistake ? `${id}-error` : help ? `${id}-help` : undefined;
  return (
    <div className="boot-field">
      <label htmlFor={id}>{label}</label>
      <div className="boot-input">
        <input
          id={id}
          ref={ref}
          className={className}
          type={type}
          autoComplete={autoComplete}
          maxLength={max}
          // biome-ignore lint/a11y/noAutofocus: the first field of the page
          autoFocus={focus}
          value={value}
          aria-invalid={mistake ? true : undefined}
          aria-describedby={describedBy}
          onChange={({ target }) => onValue(target.value)}
          onBlur={onLeave}
        />
        {children}
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
