import { useId } from 'react';
import { usePhoneInput } from '#console/ui/inputs/use-phone-box.ts';
import { text } from '#i18n/console-text.ts';
import { Mistake } from './parts.tsx';
import classes from './recovery.module.css';

/** Phone input with the mask of the sign-in page: `+7 (999) 999-99-99`. */
export function PhoneField({
  value,
  onValue,
  onLeave,
  mistake,
  focus = true,
}: {
  value: string;
  onValue: (text: string) => void;
  onLeave: () => void;
  mistake: string | null;
  /** Whether it gets the focus, as the first field of its page. */
  focus?: boolean;
}) {
  const id = useId();
  const box = usePhoneInput(value, onValue, onLeave);
  return (
    <div className="boot-field">
      <label htmlFor={id}>{text('recovery.phone')}</label>
      <div className="boot-input">
        <span className="boot-mask" aria-hidden="true">
          <span className={classes.typed}>{value}</span>
          <span>{box.rest}</span>
        </span>
        <input
          id={id}
          {...box.input}
          name="username"
          type="tel"
          inputMode="tel"
          autoComplete="username"
          // biome-ignore lint/a11y/noAutofocus: the first field of the page
          autoFocus={focus}
          aria-invalid={mistake ? true : undefined}
          aria-describedby={mistake ? `${id}-error` : undefined}
        />
      </div>
      <Mistake id={`${id}-error`}>{mistake}</Mistake>
    </div>
  );
}
