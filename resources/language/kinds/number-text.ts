/** Digits that a number of JavaScript keeps for sure. */
const EXACT_DIGITS = 15;

/** Writes a typed number as JavaScript does: without blanks between thousands, with a plain minus and a point. */
const plain = (typed: string): string => typed.replace(/\s/g, '').replace('\u2212', '-').replace(',', '.');

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A number with more digits than can be kept. */
export function isLongNumber(value: unknown): boolean {
  const text = typeof value === 'string' && value.length <= 200 ? plain(value) : '';
  return NUMBER.test(text) && text.replace(/[-.]/g, '').replace(/^0+/, '').length > EXACT_DIGITS;
}

/** A typed number: null for nothing, a number, or the text itself when it is none, so that the rule can say so. */
export function parseNumber(input: string): number | string | null {
  const text = plain(input);
  if (text === '') return null;
  return NUMBER.test(text) && !isLongNumber(text) ? Number(text) : input;
}

/** A number as it is typed and read in Russian: with a decimal comma; nothing for an absent one. */
export function numberText(value: unknown): string {
  return value == null ? '' : String(value).replace('.', ',');
}
