/** No number inside Russia begins so: the 7 or 8 is the country's, or a digit is missing at the end. */
export const beginsWithCountry = (digits: string): boolean => /^[78]9/.test(digits);

/** The ten digits after +7, or null; +7, spaces, brackets and dashes are taken away first (AUTH-14). */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/^\s*\+7/, '').replace(/[\s()\u00a0-]/g, '');
  return /^\d{10}$/.test(digits) && !beginsWithCountry(digits) ? digits : null;
}

/** «+7 (916) 204-15-38» of up to ten digits; nothing of none. */
export function formatDigits(digits: string): string {
  const part = (from: number, to: number, before: string) =>
    digits.length > from ? before + digits.slice(from, to) : '';
  return part(0, 3, '+7 (') + part(3, 6, ') ') + part(6, 8, '-') + part(8, 10, '-');
}

/** «+7 (916) 204-15-38» of a wire number; what is no such number is given back as it came. */
export function formatPhone(phone: string): string {
  const digits = phoneDigits(phone);
  return digits ? formatDigits(digits) : phone;
}
