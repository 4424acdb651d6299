import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';
import { maskPhone, restOfMask, settlePhone } from './phone-mask.ts';

/**
 * Properties with which an input of React takes a telephone under the mask `+7 (999) 999-99-99`.
 * @param phoneText the text in the input
 * @param onText given the text after every edit, and after leaving where that changes it
 * @param onLeave called after the last `onText`
 */
export function usePhoneBox(phoneText: string, onText: (text: string) => void, onLeave: () => void) {
  const ref = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ at: number } | null>(null);

  // After every edit, also one that the mask undid: React then puts the caret at the end.
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
    const settled = settlePhone(phoneText);
    if (settled !== phoneText) onText(settled);
    onLeave();
  }
  return { input: { ref, value: phoneText, onChange, onBlur }, rest: restOfMask(phoneText) };
}
