import { formatDigits } from '#resources/language/kinds/phone-format.ts';
import { begunDigits, nationalDigits } from '#resources/rules/phone-number.ts';

/** A text and where the caret stands in it. */
export interface Typed {
  text: string;
  caret: number;
}

const MASK = '+7 (___) ___-__-__';
const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const digitsIn = (text: string): string => [...text].filter(isDigit).join('');

/** The untyped rest of «+7 (___) ___-__-__»; nothing while the text is not under the mask. */
export function restOfMask(text: string): string {
  const isUnder = [...text].every((sign, at) => (MASK[at] === '_' ? isDigit(sign) : MASK[at] === sign));
  return isUnder ? MASK.slice(text.length) : '';
}

/** A box that is left: a number in any Russian writing under the mask, anything else as it was typed. */
export function settlePhone(text: string): string {
  const digits = nationalDigits(text);
  return digits ? formatDigits(digits) : text;
}

/** The number that was pasted behind the one, or the `+7`, that stood in the box. */
function pastedBehind(edited: string, before: string): string | null {
  return before.startsWith('+7') && edited.startsWith(before) ? nationalDigits(edited.slice(before.length)) : null;
}

/**
 * The phone box after an edit: under `+7 (999) 999-99-99` what is or begins a Russian number, with the caret behind the same
 * digit as before. What is neither stays as it was typed, so that no digit is lost; the rule refuses it.
 * @param edited what the browser made of the edit
 * @param before the text before it
 * @param kind `InputEvent.inputType`; deleting a sign of the mask deletes the digit beside it
 */
export function maskPhone(edited: Typed, before: string, kind = ''): Typed {
  const isErasing = kind.startsWith('delete');
  let digits = begunDigits(edited.text);
  if (digits === null) {
    const pasted = pastedBehind(edited.text, before);
    const text = pasted ? formatDigits(pasted) : edited.text;
    return pasted ? { text, caret: text.length } : edited;
  }
  // A rest of the mask without a digit is no text of the person.
  if (digits === '') return isErasing && edited.text.length > 2 ? { text: '', caret: 0 } : edited;

  const dropped = digitsIn(edited.text).length - digits.length;
  // The digit behind a 7 or 8 of the town was taken away: another one comes in its place.
  if (isErasing && dropped > 1) return edited;
  let digitsBefore = Math.max(0, digitsIn(edited.text.slice(0, edited.caret)).length - dropped);
  if (digits === begunDigits(before) && edited.text.length < before.length) {
    if (kind === 'deleteContentBackward' && digitsBefore > 0) {
      digits = digits.slice(0, digitsBefore - 1) + digits.slice(digitsBefore);
      digitsBefore -= 1;
    }
    if (kind === 'deleteContentForward') digits = digits.slice(0, digitsBefore) + digits.slice(digitsBefore + 1);
  }
  const text = formatDigits(digits);
  return { text, caret: caretBehind(text, Math.min(digitsBefore, digits.length)) };
}

/** The place behind the n-th national digit of a formatted number; behind the last one, the end. */
function caretBehind(text: string, count: number): number {
  if (!text) return 0;
  let place = Math.min(4, text.length);
  for (let seen = 0; seen < count && place < text.length; place += 1) if (isDigit(text[place] ?? '')) seen += 1;
  return place;
}
