/** Significant digits that a JavaScript number stores exactly. */
const EXACT_DIGITS = 15;

/** Converts a typed number to JavaScript notation: no thousands separators, ASCII minus, decimal point. */
const toPlainNotation = (input: string): string => input.replace(/\s/g, '').replace('\u2212', '-').replace(',', '.');

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Whether a number has more digits than can be stored exactly. */
export function isLongNumber(value: unknown): boolean {
  const text = typeof value === 'string' && value.length <= 200 ? toPlainNotation(value) : '';
  return NUMBER.test(text) && text.replace(/[-.]/g, '').replace(/^0+/, '').length > EXACT_DIGITS;
}

/** Parses a typed number: null for an empty text; the text itself if it is invalid, so that validation can report it. */
export function parseNumber(input: string): number | string | null {
  const text = toPlainNotation(input);
  if (text === '') return null;
  return NUMBER.test(text) && !isLongNumber(text) ? Number(text) : input;
}

/** Formats a number with a decimal comma; empty for null. */
export function formatDecimal(value: unknown): string {
  return value == null ? '' : String(value).replace('.', ',');
}
