/** Formats kopecks for spreadsheets, without thousands separators: 123450 → `1234,50`. */
export function formatRoubles(kopecks: number): string {
  const digits = String(Math.abs(kopecks)).padStart(3, '0');
  return `${kopecks < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** Currency sign behind an amount. */
const CURRENCY = /(?:₽|р(?:уб)?\.?)$/iu;

/**
 * Parses a typed amount to kopecks: «1 234,5», «1234.50 ₽», «15 руб.». Null for an empty text; the text itself if it is
 * invalid, so that validation can report it.
 */
export function parseKopecks(input: string): number | string | null {
  const text = input.replace(/\s/g, '').replace(CURRENCY, '').replace('\u2212', '-');
  if (input.trim() === '') return null;
  const parts = /^(-?)(\d{1,13})(?:[.,](\d{0,2}))?$/.exec(text);
  if (!parts) return input;
  const [, sign, roubles = '0', hundredths = ''] = parts;
  const kopecks = Number(roubles) * 100 + Number(hundredths.padEnd(2, '0'));
  return sign && kopecks ? -kopecks : kopecks;
}
