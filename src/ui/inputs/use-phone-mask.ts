import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';
import { maskPhone } from './phone-mask.ts';

/**
 * What an input of React needs to take a telephone under the mask `+7 (999) 999-99-99`.
 * @param shown the text in the input
 * @param onText given the masked text after every edit
 */
export function usePhoneMask(shown: string, onText: (text: string) => void) {
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ at: number } | null>(null);

  // After every edit, also one that the mask undid: React then puts the caret at the end.
  useLayoutEffect(() => {
    if (caret && document.activeElement === input.current) input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);

  function onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const kind = (nativeEvent as InputEvent).inputType ?? '';
    const typed = maskPhone({ text: target.value, caret: target.selectionStart ?? target.value.length }, shown, kind);
    setCaret({ at: typed.caret });
    onText(typed.text);
  }
  return { ref: input, onChange };
}
