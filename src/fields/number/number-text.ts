/** A number as it is typed and read in Russian: with a decimal comma; nothing for an absent one. */
export function numberText(value: unknown): string {
  return value == null ? '' : String(value).replace('.', ',');
}

/**
 * A typed number: null for nothing, a number, or the text itself when it is none, so that the rule
 * can say so.
 */
export function parseNumber(typed: string): number | string | null {
  const text = typed.replace(/[\s\u00a0]/g, '').replace(',', '.');
  if (text === '') return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : typed;
}

/** The digits of a text with zeros in front: «42» → «000042»; null when there are none (READ-23). */
export function padded(typed: string, digits: number): string | null {
  const text = typed.replace(/\D/g, '').slice(0, digits);
  return text === '' ? null : text.padStart(digits, '0');
}
