import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { maskPhone, restOfMask } from '#console/boot/phone-mask.ts';
import { text } from '#i18n/console-text.ts';
import { Mistake } from './parts.tsx';
import classes from './recovery.module.css';

/** A telephone with the mask of the sign-in page: `+7 (999) 999-99-99`. */
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
  /** It is the first field of its page. */
  focus?: boolean;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ at: number } | null>(null);

  // After every edit, also one that the mask undid: React then puts the caret at the end.
  useLayoutEffect(() => {
    if (caret && document.activeElement === input.current) input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);

  function edit(event: FormEvent<HTMLInputElement>) {
    const element = event.currentTarget;
    const kind = (event.nativeEvent as InputEvent).inputType ?? '';
    const typed = maskPhone(
      { text: element.value, caret: element.selectionStart ?? element.value.length },
      value,
      kind,
    );
    setCaret({ at: typed.caret });
    onValue(typed.text);
  }

  return (
    <div className="boot-field">
      <label htmlFor={id}>{text('recovery.phone')}</label>
      <div className="boot-input">
        <span className="boot-mask" aria-hidden="true">
          <span className={classes.typed}>{value}</span>
          <span>{restOfMask(value)}</span>
        </span>
        <input
          id={id}
          ref={input}
          name="username"
          type="tel"
          inputMode="tel"
          autoComplete="username"
          maxLength={40}
          // biome-ignore lint/a11y/noAutofocus: the first field of the page
          autoFocus={focus}
          value={value}
          aria-invalid={mistake ? true : undefined}
          aria-describedby={mistake ? `${id}-error` : undefined}
          onChange={edit}
          onBlur={onLeave}
        />
      </div>
      <Mistake id={`${id}-error`}>{mistake}</Mistake>
    </div>
  );
}
