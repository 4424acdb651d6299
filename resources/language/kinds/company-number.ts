import * as z from 'zod';
import { defineKind, plainText } from './kind.ts';

/** Numbers of firms, sole traders and banks. */
const COMPANY_NUMBERS = ['inn', 'ogrn', 'bik'] as const;
type CompanyNumber = (typeof COMPANY_NUMBERS)[number];

/** The check digit: the remainder of a weighted sum of digits. */
const checkDigit = (digits: string, weights: readonly number[]): string =>
  String((weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11) % 10);

const TEN = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const ELEVEN = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const TWELVE = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** The numbers of a firm have 10 digits with one to check, those of a person 12 with two. */
const isInn = (digits: string): boolean =>
  !digits.startsWith('00') &&
  (digits.length === 10
    ? digits[9] === checkDigit(digits, TEN)
    : digits[10] === checkDigit(digits, ELEVEN) && digits[11] === checkDigit(digits, TWELVE));

/**
 * The last digit is what is left of all before it: by 11 in the 13 digits of a firm, by 13 in the 15 of a sole trader.
 */
const isOgrn = (digits: string): boolean =>
  !digits.startsWith('0') &&
  digits.at(-1) === String((Number(digits.slice(0, -1)) % (digits.length === 13 ? 11 : 13)) % 10);

interface Rule {
  lengths: readonly number[];
  isRight(digits: string): boolean;
  /** The messages for another number of digits, and for digits that are no such number. */
  length: string;
  wrong: string;
}

const RULES: Readonly<Record<CompanyNumber, Rule>> = {
  inn: { lengths: [10, 12], isRight: isInn, length: 'kinds.inn', wrong: 'kinds.innCheck' },
  ogrn: { lengths: [13, 15], isRight: isOgrn, length: 'kinds.ogrn', wrong: 'kinds.ogrnCheck' },
  // It has no digit to check; the first two say whose it is.
  bik: {
    lengths: [9],
    isRight: (digits) => /^0[0124]/.test(digits),
    length: 'kinds.bik',
    wrong: 'kinds.bikStart',
  },
};

const withoutMarks = (typed: string): string => typed.replace(/[\s\u00a0-]/g, '');

/**
 * Drops what people and files put between digits or in front of them: blanks, dashes, the name of the number. Words without digits
 * stay.
 */
export const digitsIn = (typed: string): string => withoutMarks(typed.replace(/^[\p{L}\s:№]{1,20}(?=\d)/u, ''));

/** The text by which a part is looked for: a search looks for the names of firms too, which are no names of numbers. */
const soughtIn = (part: string): string => withoutMarks(part.replace(/^\s*(?:инн|огрн(?:ип)?|бик)[\s:№]*(?=\d)/iu, ''));

/** Digits of a cell, with the zero in front that a spreadsheet takes away. */
function inCell(cell: string, { of }: { of: CompanyNumber }): string {
  const digits = digitsIn(cell);
  const lacksZero = of !== 'ogrn' && /^\d{8,11}$/.test(digits) && RULES[of].lengths.includes(digits.length + 1);
  return lacksZero ? `0${digits}` : digits;
}

/** INN, OGRN or BIK, with their check digits; digits on the wire. */
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
    const { lengths, isRight, length, wrong } = RULES[of];
    return plainText(missing)
      .max(100, length)
      .overwrite(digitsIn)
      .min(1, { message: missing, abort: true })
      .refine((digits) => /^\d+$/.test(digits) && lengths.includes(digits.length), { message: length, abort: true })
      .refine(isRight, wrong);
  },
  initial: () => '',
  sought: soughtIn,
  csv: {
    // Digits alone a spreadsheet would make a number of, and show 13 of them as 1,03E+12.
    write: (wire, { of }, words) => [words?.say?.(`kinds.number.${of}`) ?? [], String(wire ?? '')].flat().join(' '),
    read: inCell,
  },
  column: 'text',
  scalar: () => z.string(),
});
