/** Digits that a number of JavaScript keeps for sure. */
const EXACT_DIGITS = 15;

const SPACES = /[\s\u00a0\u202f]/g;

/** What a number is written with besides digits: blanks between thousands, a minus sign of its own. */
const plain = (typed: string): string => typed.replace(SPACES, '').replace('\u2212', '-').replace(',', '.');

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A number with more digits than can be kept. */
export function isLongNumber(value: unknown): boolean {
  const text = typeof value === 'string' && value.length <= 200 ? plain(value) : '';
  return NUMBER.test(text) && text.replace(/[-.]/g, '').replace(/^0+/, '').length > EXACT_DIGITS;
}

/** A typed number: null for nothing, a number, or the text itself when it is none, so that the rule can say so. */
export function parseNumber(typed: string): number | string | null {
  const text = plain(typed);
  if (text === '') return null;
  return NUMBER.test(text) && !isLongNumber(text) ? Number(text) : typed;
}

const unspaced = (typed: string): string => typed.replace(SPACES, '');

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
export function parseDigits(typed: string, most: number): string | null {
  const text = unspaced(typed);
  if (text === '') return null;
  return fitsMask(typed, most) ? text : typed;
}

/** What a box makes of a text when it is left: zeros are put in front of digits (READ-23), anything else stays. */
export function padded(typed: string, digits: number): string | null {
  return fitsMask(typed, digits) ? unspaced(typed).padStart(digits, '0') : parseDigits(typed, digits);
}

/** A number as it is typed and read in Russian: with a decimal comma; nothing for an absent one. */
export function numberText(value: unknown): string {
  return value == null ? '' : String(value).replace('.', ',');
}
