import { TEXT } from '../../limits.ts';

const CHARACTERS = /^[A-Za-z0-9!@#$%^&*]+$/;
const REQUIRED_PATTERNS = [/[a-z]/, /[A-Z]/, /[0-9]/] as const;

/**
 * Whether a new password is valid: Latin letters, digits and `!@#$%^&*`, at least 8 characters, including a lower-case letter,
 * an upper-case letter and a digit (AUTH-66…70). The maximum is ours. Without zod, for the small sign-in pages;
 * `resources/protocol/access/recovery.ts` has the same as a schema.
 */
export function isGoodPassword(text: string): boolean {
  const { min, max } = TEXT.password;
  if (text.length < min || text.length > max || !CHARACTERS.test(text)) return false;
  return REQUIRED_PATTERNS.every((pattern) => pattern.test(text));
}
