/** Encodes a message key and its parameters as one string, which `i18n/naming.ts` decodes. */
export const encodeMessage = (key: string, names: Readonly<Record<string, string>>): string =>
  `${key}?${new URLSearchParams(names).toString()}`;

/**
 * The message for a value out of bounds: «от 1 до 9».
 * @param low formatted for display; null if there is none
 */
export function boundsMessage(low: string | null, high: string | null): string {
  if (low !== null && high !== null) return encodeMessage('kinds.between', { low, high });
  if (low !== null) return encodeMessage('kinds.atLeast', { low });
  return high === null ? 'validation.number' : encodeMessage('kinds.atMost', { high });
}
