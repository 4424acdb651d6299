/** A message that names something, as one text: the key and what it names (`i18n/naming.ts` reads it). */
export const naming = (key: string, names: Readonly<Record<string, string>>): string =>
  `${key}?${new URLSearchParams(names).toString()}`;

/** The message for a value out of its bounds, which it names: «от 1 до 9». @param low as people read it; null for none */
export function boundsMessage(low: string | null, high: string | null): string {
  if (low !== null && high !== null) return naming('kinds.between', { low, high });
  if (low !== null) return naming('kinds.atLeast', { low });
  return high === null ? 'validation.number' : naming('kinds.atMost', { high });
}
