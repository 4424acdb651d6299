/** `1234,50` of 123450 kopecks: no blanks between thousands, as spreadsheets read it. */
export function roublesText(kopecks: number): string {
  const digits = String(Math.abs(kopecks)).padStart(3, '0');
  return `${kopecks < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** The unit behind an amount. */
const SIGN = /(?:₽|р(?:уб)?\.?)$/iu;

/**
 * The kopecks of an amount as people write it: «1 234,5», «1234.50 ₽», «15 руб.». Null for nothing, the text itself for
 * what is no amount, so that the rule can say so.
 */
export function kopecksOf(input: string): number | string | null {
  const text = input.replace(/\s/g, '').replace(SIGN, '').replace('\u2212', '-');
  if (input.trim() === '') return null;
  const parts = /^(-?)(\d{1,13})(?:[.,](\d{0,2}))?$/.exec(text);
  if (!parts) return input;
  const [, sign, roubles = '0', hundredths = ''] = parts;
  const kopecks = Number(roubles) * 100 + Number(hundredths.padEnd(2, '0'));
  return sign && kopecks ? -kopecks : kopecks;
}
