/**
 * Whether digits begin with 79 or 89, which no Russian number does: the 7 or 8 is a country prefix, or the last digit is
 * missing.
 */
export const beginsWithCountry = (digits: string): boolean => /^[78]9/.test(digits);

/** The ten digits after +7, or null; ignores +7, spaces, brackets and dashes (AUTH-14). */
export function parsePhoneDigits(text: string): string | null {
  const digits = text.replace(/^\s*\+7/, '').replace(/[\s()\u00a0-]/g, '');
  return /^\d{10}$/.test(digits) && !beginsWithCountry(digits) ? digits : null;
}

/** Formats up to ten digits as «+7 (916) 204-15-38»; empty for none. */
export function formatDigits(digits: string): string {
  const part = (from: number, to: number, before: string) =>
    digits.length > from ? before + digits.slice(from, to) : '';
  return part(0, 3, '+7 (') + part(3, 6, ') ') + part(6, 8, '-') + part(8, 10, '-');
}

/** Formats a phone from the wire as «+7 (916) 204-15-38»; any other text is unchanged. */
export function formatPhone(phone: string): string {
  const digits = parsePhoneDigits(phone);
  return digits ? formatDigits(digits) : phone;
}
