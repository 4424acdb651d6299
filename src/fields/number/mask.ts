const unspaced = (typed: string): string => typed.replace(/\s/g, '');

/** Whether a text is digits, blanks between them left out, and no more than a mask takes. */
export function fitsMask(typed: string, most: number): boolean {
  const text = unspaced(typed);
  return /^\d+$/.test(text) && text.length <= most;
}

/**
 * The digits of a text for a mask, blanks between them taken away: null for nothing, the text itself for what is no such
 * digits, so that the rule can say so.
 * @param most how many the mask takes
 */
export function parseDigits(input: string, most: number): string | null {
  const text = unspaced(input);
  if (text === '') return null;
  return fitsMask(input, most) ? text : input;
}

/** The text of a box when it is left: zeros are put in front of digits (READ-23), anything else stays. */
export function padded(typed: string, digits: number): string | null {
  return fitsMask(typed, digits) ? unspaced(typed).padStart(digits, '0') : parseDigits(typed, digits);
}
