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

/**
 * What to look for in stored numbers for what somebody has typed of one: «8 916 204» is `+7916204`, «(916) 204» is `916204`.
 * Empty for what is no part of a number.
 */
export function phoneParts(typed: string): string[] {
  if (!/^[\s\d()+\u00a0-]+$/.test(typed)) return [];
  const digits = typed.replace(/\D/g, '');
  if (!digits) return [];
  return typed.trim().startsWith('8') && digits.length > 1 ? [digits, `+7${digits.slice(1)}`] : [digits];
}
