import { formatDigits } from '#resources/language/kinds/phone-format.ts';
import { parseNationalDigits, parsePartialDigits } from '#resources/rules/phone-number.ts';

/** A text with its caret position. */
export interface TextWithCaret {
  text: string;
  caret: number;
}

const MASK = '+7 (___) ___-__-__';
const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const onlyDigits = (text: string): string => [...text].filter(isDigit).join('');

/** The untyped rest of «+7 (___) ___-__-__»; empty if the text does not follow the mask. */
export function untypedMask(text: string): string {
  const followsMask = [...text].every((character, at) =>
    MASK[at] === '_' ? isDigit(character) : MASK[at] === character,
  );
  return followsMask ? MASK.slice(text.length) : '';
}

/** Called on blur: formats a number in any Russian spelling, and leaves anything else as it was typed. */
export function normalizePhoneText(text: string): string {
  const digits = parseNationalDigits(text);
  return digits ? formatDigits(digits) : text;
}

/** The number that was pasted after the existing number or the `+7`. */
function pastedNumber(edited: string, previousText: string): string | null {
  return previousText.startsWith('+7') && edited.startsWith(previousText)
    ? parseNationalDigits(edited.slice(previousText.length))
    : null;
}

/**
 * Applies the mask `+7 (999) 999-99-99` after an edit if the text is or starts a Russian number, with the caret after the same
 * digit as before. Other text is left as it was typed, so that no digit is lost; validation rejects it.
 * @param edited text after the edit of the browser
 * @param previousText text before the edit
 * @param kind `InputEvent.inputType`; deleting a character of the mask deletes the adjacent digit
 */
export function maskPhone(edited: TextWithCaret, previousText: string, kind = ''): TextWithCaret {
  const isErasing = kind.startsWith('delete');
  let digits = parsePartialDigits(edited.text);
  if (digits === null) {
    const pasted = pastedNumber(edited.text, previousText);
    const text = pasted ? formatDigits(pasted) : edited.text;
    return pasted ? { text, caret: text.length } : edited;
  }
  // Mask characters without a digit are not input of the person.
  if (digits === '') return isErasing && edited.text.length > 2 ? { text: '', caret: 0 } : edited;

  const droppedCount = onlyDigits(edited.text).length - digits.length;
  // The digit after a leading 7 or 8 was deleted: another one will be typed in its place.
  if (isErasing && droppedCount > 1) return edited;
  let digitsBefore = Math.max(0, onlyDigits(edited.text.slice(0, edited.caret)).length - droppedCount);
  if (digits === parsePartialDigits(previousText) && edited.text.length < previousText.length) {
    if (kind === 'deleteContentBackward' && digitsBefore > 0) {
      digits = digits.slice(0, digitsBefore - 1) + digits.slice(digitsBefore);
      digitsBefore -= 1;
    }
    if (kind === 'deleteContentForward') digits = digits.slice(0, digitsBefore) + digits.slice(digitsBefore + 1);
  }
  const text = formatDigits(digits);
  return { text, caret: caretAfterDigit(text, Math.min(digitsBefore, digits.length)) };
}

/** Position after the n-th national digit of a formatted number; after the last one, the end. */
function caretAfterDigit(text: string, count: number): number {
  if (!text) return 0;
  let position = Math.min(4, text.length);
  for (let digitCount = 0; digitCount < count && position < text.length; position += 1)
    if (isDigit(text[position] ?? '')) digitCount += 1;
  return position;
}
