import * as z from 'zod';
import { defineKind, plainText } from './kind.ts';

/** Registration numbers of companies, sole traders and banks. */
const COMPANY_NUMBERS = ['inn', 'ogrn', 'bik'] as const;
type CompanyNumber = (typeof COMPANY_NUMBERS)[number];

/** Check digit: a weighted sum of the digits, modulo 11, modulo 10. */
const checkDigit = (digits: string, weights: readonly number[]): string =>
  String((weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11) % 10);

const INN_WEIGHTS_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_WEIGHTS_11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_WEIGHTS_12 = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** Companies have 10 digits, the last of them a check digit; persons 12, with two check digits. */
const isInn = (digits: string): boolean =>
  !digits.startsWith('00') &&
  (digits.length === 10
    ? digits[9] === checkDigit(digits, INN_WEIGHTS_10)
    : digits[10] === checkDigit(digits, INN_WEIGHTS_11) && digits[11] === checkDigit(digits, INN_WEIGHTS_12));

/**
 * The last digit is a checksum of the others: modulo 11 for the 13 digits of a company, modulo 13 for the 15 of a sole trader.
 */
const isOgrn = (digits: string): boolean =>
  !digits.startsWith('0') &&
  digits.at(-1) === String((Number(digits.slice(0, -1)) % (digits.length === 13 ? 11 : 13)) % 10);

interface Rule {
  lengths: readonly number[];
  isValid(digits: string): boolean;
  /** Messages for a wrong number of digits, and for wrong digits. */
  length: string;
  wrong: string;
}

const RULES: Readonly<Record<CompanyNumber, Rule>> = {
  inn: { lengths: [10, 12], isValid: isInn, length: 'kinds.inn', wrong: 'kinds.innCheck' },
  ogrn: { lengths: [13, 15], isValid: isOgrn, length: 'kinds.ogrn', wrong: 'kinds.ogrnCheck' },
  // Has no check digit; only the first two digits are limited.
  bik: {
    lengths: [9],
    isValid: (digits) => /^0[0124]/.test(digits),
    length: 'kinds.bik',
    wrong: 'kinds.bikStart',
  },
};

const stripSeparators = (input: string): string => input.replace(/[\s\u00a0-]/g, '');

/** Removes spaces, dashes and the name of the number from a typed number; text without digits is unchanged. */
export const extractDigits = (input: string): string => stripSeparators(input.replace(/^[\p{L}\s:№]{1,20}(?=\d)/u, ''));

/** Normalises a search term; it may also be a company's name, so only the names of these numbers are removed. */
const normalizeSearch = (part: string): string =>
  stripSeparators(part.replace(/^\s*(?:инн|огрн(?:ип)?|бик)[\s:№]*(?=\d)/iu, ''));

/** Digits of a cell, with the leading zero that spreadsheets drop. */
function parseCell(cell: string, { of }: { of: CompanyNumber }): string {
  const digits = extractDigits(cell);
  const lacksZero = of !== 'ogrn' && /^\d{8,11}$/.test(digits) && RULES[of].lengths.includes(digits.length + 1);
  return lacksZero ? `0${digits}` : digits;
}

/** INN, OGRN or BIK with check digits; digits only on the wire. */
export const companyNumber = defineKind({
  expression: () => 'text',
  options: z.object({
    of: z
      .enum(COMPANY_NUMBERS)
      .describe(
        'Which number: `inn` (10 digits of a firm, 12 of a person), `ogrn` (13, or 15 of a person who trades), `bik` (9 of a bank)',
      ),
  }),
  rule: ({ of }, missing) => {
    const { lengths, isValid, length, wrong } = RULES[of];
    return plainText(missing)
      .max(100, length)
      .overwrite(extractDigits)
      .min(1, { message: missing, abort: true })
      .refine((digits) => /^\d+$/.test(digits) && lengths.includes(digits.length), { message: length, abort: true })
      .refine(isValid, wrong);
  },
  initial: () => '',
  normalizeQuery: normalizeSearch,
  csv: {
    // With the number's name in front, because a spreadsheet would show 13 bare digits as 1,03E+12.
    write: (wire, { of }, texts) =>
      [texts?.translate?.(`kinds.number.${of}`) ?? [], String(wire ?? '')].flat().join(' '),
    read: parseCell,
  },
  column: 'text',
  scalar: () => z.string(),
});
