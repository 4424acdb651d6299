import { normalizePhone } from '../../language/kinds/phone.ts';
import { beginsWithCountry } from '../../language/kinds/phone-format.ts';
import { stripPhoneFormatting } from '../phone-number.ts';

/** Why a cell is not a phone number; the messages are under `import.phone` in i18n. */
type PhoneTrouble = 'excel' | 'several' | 'foreign' | 'short' | 'long' | 'letters' | 'unknown';

export type PhoneReading = { phone: string } | { trouble: PhoneTrouble };

/** A long number as Excel saves it from a narrow column, `7,91235E+10`; its digits are lost. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?\s*[eEеЕ]\s*(?:\+\s*)?\d+$/;
/** A phone stored as a number: `79164082217.0`. */
const FRACTION = /^(\d{10,11})[.,]0+$/;

/**
 * Parses a phone number in a resident file: `+7`, `7`, `8` or the bare ten digits, brackets and dashes (IMPORT-22, IMPORT-23).
 * Unlike `normalizeTypedPhone` (`resources/language/kinds/phone.ts`), which serves record files and sign-in, it tells why a
 * cell is refused, and accepts numbers that a spreadsheet ends with `.0`.
 * @returns `+7XXXXXXXXXX`, or what is wrong
 */
export function readImportPhone(cell: string): PhoneReading {
  if (SCIENTIFIC.test(cell)) return { trouble: 'excel' };
  const bare = stripPhoneFormatting(FRACTION.exec(cell)?.[1] ?? cell);
  const digits = bare.replace(/^\+/, '');
  if (!/^\d+$/.test(digits)) return { trouble: /[;,+]|\d{10}\D+\d{10}/.test(digits) ? 'several' : 'letters' };
  if (bare.startsWith('+') && digits[0] !== '7') return { trouble: 'foreign' };
  if (digits.length > 11) return { trouble: digits.length >= 20 ? 'several' : 'long' };
  if (digits.length < (bare.startsWith('+') ? 11 : 10)) return { trouble: 'short' };
  if (digits.length === 10 && beginsWithCountry(digits)) return { trouble: 'short' };
  if (digits.length === 11 && !/^[78]/.test(digits)) return { trouble: 'foreign' };
  const phone = normalizePhone(`+7${digits.slice(-10)}`);
  return phone ? { phone } : { trouble: 'unknown' };
}
