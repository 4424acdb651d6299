import { formatDigits } from '#resources/language/kinds/phone-format.ts';

/** A text and where the caret stands in it. */
export interface Typed {
  text: string;
  caret: number;
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const digitsIn = (text: string): string => [...text].filter(isDigit).join('');

/** The mask with what is typed in its beginning: «+7 (916) 204-__-__». */
export function restOfMask(text: string): string {
  return '+7 (___) ___-__-__'.slice(text.length);
}

/** What of a text comes before the national number: `+7`, also when one was pasted behind the one that stood there. */
function afterPrefix(text: string): number {
  const last = text.lastIndexOf('+7');
  return last < 0 ? 0 : last + 2;
}

/**
 * The national digits, ten at most, of a number in any writing: +7…, 7…, 8…, bare, with or without signs.
 * A leading 7 or 8 is the country's when eleven digits came at once, or when a 9 follows: no national number
 * begins with 79 or 89.
 */
export function nationalDigits(text: string): string {
  const digits = digitsIn(text.slice(afterPrefix(text)));
  const countryFirst = /^[78]/.test(digits) && (digits[1] === '9' || digits.length === 11);
  return (countryFirst ? digits.slice(1) : digits).slice(0, 10);
}

/**
 * The phone field after an edit: `+7 (999) 999-99-99` with the caret behind the same digit as before.
 * @param edited what the browser made of the edit
 * @param before the text before it
 * @param kind `InputEvent.inputType`; deleting a sign of the mask deletes the digit beside it
 */
export function maskPhone(edited: Typed, before: string, kind = ''): Typed {
  if (edited.text === '+' || edited.text === '+7') return edited;
  const typing = kind === 'insertText';
  const had = nationalDigits(before);
  let digits = nationalDigits(edited.text);
  // An eleventh digit typed into a full field is a slip, not a number with its country.
  if (typing && had.length === 10 && digits.length === 10 && digitsIn(edited.text.slice(2)).length === 11) digits = had;

  const start = afterPrefix(edited.text);
  const total = digitsIn(edited.text.slice(start)).length;
  const dropped = Math.max(0, total - digits.length);
  const dropsFront = dropped > 0 && !digitsIn(edited.text.slice(start)).startsWith(digits);
  let behind = digitsIn(edited.text.slice(start, Math.max(start, edited.caret))).length - (dropsFront ? 1 : 0);

  if (digits === had && edited.text.length < before.length) {
    if (kind === 'deleteContentBackward' && behind > 0) {
      digits = digits.slice(0, behind - 1) + digits.slice(behind);
      behind -= 1;
    }
    if (kind === 'deleteContentForward') digits = digits.slice(0, behind) + digits.slice(behind + 1);
  }
  const text = formatDigits(digits);
  return { text, caret: caretBehind(text, Math.min(Math.max(behind, 0), digits.length)) };
}

/** The place behind the n-th national digit of a formatted number; behind the last one, the end. */
function caretBehind(text: string, count: number): number {
  if (!text) return 0;
  let place = Math.min(4, text.length);
  for (let seen = 0; seen < count && place < text.length; place += 1) if (isDigit(text[place] ?? '')) seen += 1;
  return place;
}
