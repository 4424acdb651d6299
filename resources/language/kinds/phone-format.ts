/** The ten digits after +7, or null; +7, spaces, brackets and dashes are taken away first (A§5). */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/^\s*\+7/, '').replace(/[\s()\u00a0-]/g, '');
  return /^\d{10}$/.test(digits) ? digits : null;
}

/** «+7 (916) 204-15-38» of a wire number; what is no such number is given back as it came. */
export function formatPhone(phone: string): string {
  const digits = phoneDigits(phone);
  if (!digits) return phone;
  return `+7 (${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6, 8)}-${digits.slice(8)}`;
}
