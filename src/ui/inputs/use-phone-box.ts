import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';
import { maskPhone, normalizePhoneText, untypedMask } from './phone-mask.ts';

/**
 * Props for an input with the phone mask `+7 (999) 999-99-99`.
 * @param phoneText text of the input
 * @param onText called with the text after every edit, and on blur if that changes it
 * @param onLeave called on blur after the last `onText`
 */
export function usePhoneInput(phoneText: string, onText: (text: string) => void, onLeave: () => void) {
  const ref = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ at: number } | null>(null);

  // After every edit, also one reverted by the mask, because React would move the caret to the end.
  useLayoutEffect(() => {
    if (caret && document.activeElement === ref.current) ref.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);

  function onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const kind = (nativeEvent as InputEvent).inputType ?? '';
    const masked = maskPhone(
      { text: target.value, caret: target.selectionStart ?? target.value.length },
      phoneText,
      kind,
    );
    setCaret({ at: masked.caret });
    onText(masked.text);
  }
  function onBlur(): void {
    const formatted = normalizePhoneText(phoneText);
    if (formatted !== phoneText) onText(formatted);
    onLeave();
  }
  return { input: { ref, value: phoneText, onChange, onBlur }, rest: untypedMask(phoneText) };
}
