const stripSpaces = (input: string): string => input.replace(/\s/g, '');

/** Whether a text consists of digits (spaces ignored), at most as many as the mask takes. */
export function fitsMask(input: string, maxDigits: number): boolean {
  const text = stripSpaces(input);
  return /^\d+$/.test(text) && text.length <= maxDigits;
}

/**
 * Digits of a text without spaces: null for an empty text; the unchanged text if invalid, so that validation refuses it.
 * @param maxDigits maximum number of digits
 */
export function parseDigits(input: string, maxDigits: number): string | null {
  const text = stripSpaces(input);
  if (text === '') return null;
  return fitsMask(input, maxDigits) ? text : input;
}

/** The text of a box on blur: digits are padded with zeros (READ-23), anything else is kept. */
export function padDigits(input: string, digits: number): string | null {
  return fitsMask(input, digits) ? stripSpaces(input).padStart(digits, '0') : parseDigits(input, digits);
}
