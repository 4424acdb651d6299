import { TEXT } from '../../limits.ts';

const CHARACTERS = /^[A-Za-z0-9!@#$%^&*]+$/;
const NEEDED = [/[a-z]/, /[A-Z]/, /[0-9]/] as const;

/**
 * Whether a new password is good enough: latin letters, digits and `!@#$%^&*`, 8 characters or more, a lower-case and an
 * upper-case letter and a digit among them (AUTH-66…70). The upper bound is ours. Without zod, for the small pages
 * of the way in; `resources/protocol/access/recovery.ts` has the same as a rule.
 */
export function isGoodPassword(text: string): boolean {
  const { min, max } = TEXT.password;
  if (text.length < min || text.length > max || !CHARACTERS.test(text)) return false;
  return NEEDED.every((needed) => needed.test(text));
}
