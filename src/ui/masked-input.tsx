import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useEffect, useMemo, useRef } from 'react';
import { withMask } from 'use-mask-input';

/** What has been typed of a mask: everything before its first empty place, without the punctuation that waits there. */
function typedPart(masked: string): string {
  const empty = masked.indexOf('_');
  return empty < 0 ? masked : (/^.*[\d\p{L}]/su.exec(masked.slice(0, empty))?.[0] ?? '');
}

type Props = Omit<OutlinedInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** `9` stands for a digit, the rest for itself: `+7 (999) 999-99-99`. */
  mask: string;
  value: string;
  /** The text as it is shown, up to the first empty place. */
  onValue: (text: string) => void;
};

/**
 * A text field with a mask. The mask library writes into the element by itself, so the element is not
 * controlled by React: it is listened to, and written to only when the value was changed elsewhere.
 */
export function MaskedInput({ mask, value, onValue, inputProps, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const report = useRef(onValue);
  report.current = onValue;
  const attach = useMemo(() => withMask(mask, { showMaskOnHover: false, rightAlign: false }), [mask]);

  useEffect(() => {
    const element = input.current;
    if (!element) return;
    attach(element);
    const listen = () => report.current(typedPart(element.value));
    element.addEventListener('input', listen);
    return () => element.removeEventListener('input', listen);
  }, [attach]);

  useEffect(() => {
    const element = input.current;
    if (element && typedPart(element.value) !== value) element.value = value;
  }, [value]);

  return (
    <OutlinedInput
      {...rest}
      fullWidth
      defaultValue={value}
      inputRef={input}
      inputProps={{ inputMode: mask.replace(/[^9a*]/g, '') === '' ? undefined : 'numeric', ...inputProps }}
    />
  );
}
