import { useEffect, useState } from 'react';
import { bareNumber, begunDigits, nationalDigits } from '#resources/rules/phone-number.ts';

type Check = (digits: string) => boolean;

/** Result for ten digits when the check does not load: good enough, the server checks again. */
const anything: Check = () => true;

/** Whether more digits can make a Russian number of a text. */
const isBegun = (typed: string): boolean =>
  begunDigits(typed) !== null || /^(?:\+|[78]\d{0,9})?$/.test(bareNumber(typed));

/** Result of checking a typed phone: incomplete, not a Russian number, or `+7XXXXXXXXXX`. Null while the check is loading. */
export type PhoneState = 'partial' | 'wrong' | { username: string } | null;

/** Looks at a typed phone by the rule of the sign-in page (AUTH-14, AUTH-15, AUTH-31). */
export function usePhone(phoneText: string): PhoneState {
  const [check, setCheck] = useState<{ run: Check } | null>(null);
  useEffect(() => {
    import('#console/boot/phone-check.ts').then(
      ({ isRussianPhone }) => setCheck({ run: isRussianPhone }),
      () => setCheck({ run: anything }),
    );
  }, []);
  const digits = nationalDigits(phoneText);
  if (!digits) return isBegun(phoneText) ? 'partial' : 'wrong';
  if (!check) return null;
  return check.run(digits) ? { username: `+7${digits}` } : 'wrong';
}
