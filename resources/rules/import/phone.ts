import { normalPhone } from '../../language/kinds/phone.ts';
import { beginsWithCountry } from '../../language/kinds/phone-format.ts';
import { bareNumber } from '../phone-number.ts';

/** Why a cell is no telephone number; the sentences lie under `import.phone` of the texts. */
type PhoneTrouble = 'excel' | 'several' | 'foreign' | 'short' | 'long' | 'letters' | 'unknown';

export type PhoneReading = { phone: string } | { trouble: PhoneTrouble };

/** A long number as Excel saves it from a narrow column: `7,91235E+10`. The digits are gone. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?\s*[eEеЕ]\s*(?:\+\s*)?\d+$/;
/** A number that was kept as one: `79164082217.0`. */
const FRACTION = /^(\d{10,11})[.,]0+$/;

/**
 * Reads a telephone number in a file of residents: `+7`, `7`, `8` or the bare ten digits, brackets and dashes (IMPORT-22,
 * IMPORT-23). Forms take +7 alone. Unlike `normalPhoneLoosely` (`resources/language/kinds/phone.ts`), which serves files of
 * records and sign-in, it says why a cell is refused, and it reads numbers that a spreadsheet ends with `.0`.
 * @returns `+7XXXXXXXXXX`, or what is wrong with it
 */
export function readImportPhone(cell: string): PhoneReading {
  if (SCIENTIFIC.test(cell)) return { trouble: 'excel' };
  const bare = bareNumber(FRACTION.exec(cell)?.[1] ?? cell);
  const digits = bare.replace(/^\+/, '');
  if (!/^\d+$/.test(digits)) return { trouble: /[;,+]|\d{10}\D+\d{10}/.test(digits) ? 'several' : 'letters' };
  if (bare.startsWith('+') && digits[0] !== '7') return { trouble: 'foreign' };
  if (digits.length > 11) return { trouble: digits.length >= 20 ? 'several' : 'long' };
  if (digits.length < (bare.startsWith('+') ? 11 : 10)) return { trouble: 'short' };
  if (digits.length === 10 && beginsWithCountry(digits)) return { trouble: 'short' };
  if (digits.length === 11 && !/^[78]/.test(digits)) return { trouble: 'foreign' };
  const phone = normalPhone(`+7${digits.slice(-10)}`);
  return phone ? { phone } : { trouble: 'unknown' };
}
