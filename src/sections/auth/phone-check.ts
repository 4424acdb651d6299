import { useEffect, useState } from 'react';
import { parseNationalDigits, parsePartialDigits, stripPhoneFormatting } from '#resources/rules/phone-number.ts';

type Check = (digits: string) => boolean;

/** Fallback if the check cannot be loaded: any ten digits, because the server checks again. */
const acceptAny: Check = () => true;

/** Whether a text can still become a Russian number. */
const canBecomePhone = (typed: string): boolean =>
  parsePartialDigits(typed) !== null || /^(?:\+|[78]\d{0,9})?$/.test(stripPhoneFormatting(typed));

/** Result of checking a typed phone: incomplete, not a Russian number, or `+7XXXXXXXXXX`. Null while the check is loading. */
export type PhoneState = 'partial' | 'wrong' | { username: string } | null;

/** Checks a typed phone by the rule of the sign-in page (AUTH-14, AUTH-15, AUTH-31). */
export function usePhone(phoneText: string): PhoneState {
  const [check, setCheck] = useState<{ run: Check } | null>(null);
  useEffect(() => {
    import('#console/boot/phone-check.ts').then(
      ({ isRussianPhone }) => setCheck({ run: isRussianPhone }),
      () => setCheck({ run: acceptAny }),
    );
  }, []);
  const digits = parseNationalDigits(phoneText);
  if (!digits) return canBecomePhone(phoneText) ? 'partial' : 'wrong';
  if (!check) return null;
  return check.run(digits) ? { username: `+7${digits}` } : 'wrong';
}
