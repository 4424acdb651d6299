/** The digits of a text with zeros in front: «42» → «000042»; null when there are none (READ-23). */
export function padded(typed: string, digits: number): string | null {
  const text = typed.replace(/\D/g, '').slice(0, digits);
  return text === '' ? null : text.padStart(digits, '0');
}
