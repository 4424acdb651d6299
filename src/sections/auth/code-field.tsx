import { type Ref, useId, useState } from 'react';
import { text } from '#i18n/console-text.ts';
import { COUNT } from '#resources/limits.ts';
import { Mistake } from './parts.tsx';
import classes from './recovery.module.css';

const HALF = COUNT.codeDigits / 2;

/** «123-456» of up to six digits (AUTH-34). */
function formatCode(digits: string): string {
  return digits.length > HALF ? `${digits.slice(0, HALF)}-${digits.slice(HALF)}` : digits;
}

/**
 * The code of an SMS or of an app: one field with the mask 999-999, drawn as six boxes.
 * @param value its digits, without the dash
 */
export function CodeField({
  label = text('recovery.code'),
  value,
  onValue,
  mistake,
  locked,
  ref,
}: {
  label?: string;
  value: string;
  onValue: (digits: string) => void;
  mistake: string | null;
  locked: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const next = focused && !locked ? Math.min(value.length, COUNT.codeDigits - 1) : -1;
  return (
    <div className="boot-field">
      <label htmlFor={id}>{label}</label>
      <div className={classes.code} data-wrong={mistake ? true : undefined} data-locked={locked || undefined}>
        {Array.from({ length: COUNT.codeDigits }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never move
          <span key={place} className={classes.box} data-next={place === next || undefined} aria-hidden="true">
            {value[place] ?? ''}
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
          readOnly={locked}
          aria-invalid={mistake ? true : undefined}
          aria-describedby={mistake ? `${id}-error` : undefined}
          onChange={({ target }) => onValue(target.value.replace(/\D/g, '').slice(0, COUNT.codeDigits))}
          onSelect={({ currentTarget }) => {
            // The boxes show no caret in their middle.
            const end = currentTarget.value.length;
            if (currentTarget.selectionStart !== end) currentTarget.setSelectionRange(end, end);
          }}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      </div>
      <Mistake id={`${id}-error`}>{mistake}</Mistake>
    </div>
  );
}
