import { type Ref, useId, useState } from 'react';
import { text } from '#i18n/console-text.ts';
import { COUNT } from '#resources/limits.ts';
import { Mistake } from './parts.tsx';
import classes from './recovery.module.css';

const HALF_LENGTH = COUNT.codeDigits / 2;

/** «123-456» of up to six digits (AUTH-34). */
function formatCode(digits: string): string {
  return digits.length > HALF_LENGTH ? `${digits.slice(0, HALF_LENGTH)}-${digits.slice(HALF_LENGTH)}` : digits;
}

/**
 * Input for the code of an SMS or of an app: one field with the mask 999-999, shown as six boxes.
 * @param value the digits, without the dash
 */
export function CodeField({
  label = text('recovery.code'),
  value,
  onValue,
  mistake,
  isLocked,
  ref,
}: {
  label?: string;
  value: string;
  onValue: (digits: string) => void;
  mistake: string | null;
  isLocked: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const [isFocused, setIsFocused] = useState(false);
  const nextIndex = isFocused && !isLocked ? Math.min(value.length, COUNT.codeDigits - 1) : -1;
  return (
    <div className="boot-field">
      <label htmlFor={id}>{label}</label>
      <div className={classes.code} data-wrong={mistake ? true : undefined} data-locked={isLocked || undefined}>
        {Array.from({ length: COUNT.codeDigits }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never move
          <span key={index} className={classes.box} data-next={index === nextIndex || undefined} aria-hidden="true">
            {value[index] ?? ''}
          </span>
        ))}
        <input
          id={id}
          ref={ref}
          name="confirm_code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          // biome-ignore lint/a11y/noAutofocus: the only field of the step
          autoFocus
          value={formatCode(value)}
          readOnly={isLocked}
          aria-invalid={mistake ? true : undefined}
          aria-describedby={mistake ? `${id}-error` : undefined}
          onChange={({ target }) => onValue(target.value.replace(/\D/g, '').slice(0, COUNT.codeDigits))}
          onSelect={({ currentTarget }) => {
            // Keeps the caret at the end, because the boxes show no caret.
            const end = currentTarget.value.length;
            if (currentTarget.selectionStart !== end) currentTarget.setSelectionRange(end, end);
          }}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
        />
      </div>
      <Mistake id={`${id}-error`}>{mistake}</Mistake>
    </div>
  );
}
