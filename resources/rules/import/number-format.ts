import { format as formatNumber } from 'numfmt';
import { NOT_SHOWN } from './broken-cell.ts';

/** How a workbook shows the numbers of a cell. */
export type NumberFormat =
  /** As many digits as the number has. */
  | { shows: 'general' }
  /** By a code: `#,##0.00`, `000`, `0%`. */
  | { shows: 'code'; code: string }
  /** A day, a time of day, or both; `isElapsed`: hours go on beyond 24. */
  | { shows: 'moment'; hasDay: boolean; hasTime: boolean; hasSeconds: boolean; isElapsed: boolean };

const GENERAL: NumberFormat = { shows: 'general' };

/** Formats that a workbook does not spell out, by their number, as a Russian Excel shows them. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0\\ "₽"',
  6: '#,##0\\ "₽"',
  7: '#,##0.00\\ "₽"',
  8: '#,##0.00\\ "₽"',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'dd.mm.yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd.mm.yyyy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '#,##0\\ "₽"',
  43: '#,##0.00',
  44: '#,##0.00\\ "₽"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
};

/** Excel takes no longer code, characters. */
const LONGEST = 255;

/** Signs and words of a code that say nothing of digits and days; what is not closed goes on to the end. */
const LITERALS = /"[^"]*"?|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]?/gi;
/** The language of a code, which decides the names of months; the currency before it stays. */
const LANGUAGE = /\[\$([^\]-]*)-[^\]]*\]/g;

/**
 * Reads the code of a format.
 * @param id its number in the workbook
 * @param given its code; undefined for a format that the workbook does not spell out
 */
export function numberFormat(id: number, given: string | undefined): NumberFormat {
  const code = given || BUILT_IN[id];
  if (!code || code.length > LONGEST) return GENERAL;
  const bare =
    code
      .replace(LITERALS, '')
      .replace(/am\/pm|a\/p/gi, '')
      .split(';')[0] ?? '';
  if (/general/i.test(bare)) return code === bare ? GENERAL : { shows: 'code', code };
  const has = (letters: RegExp) => letters.test(bare);
  const hasTime = has(/h|s|\[m+\]/i);
  const hasDay = has(/[dy]/i) || (has(/m/i) && !hasTime);
  if (hasDay || hasTime)
    return { shows: 'moment', hasDay, hasTime, hasSeconds: has(/s/i), isElapsed: !hasDay && (has(/\[/) || !has(/h/i)) };
  // Without a place for digits it is a name that Excel would not take.
  if (/^[\w@]*$/.test(code) && !/[0#?]/.test(code)) return GENERAL;
  const currency = code.replace(LANGUAGE, (_all, sign: string) => (sign ? `[$${sign}]` : ''));
  return { shows: 'code', code: currency };
}

const DAY = 86_400_000;
/** Seconds of a day. */
const SECONDS = 86_400;
/** The last day of Excel, 31.12.9999. */
const LAST_DAY = 2_958_465;
/** Days between the beginnings of both date systems: books of old Macs count from 1904. */
const DAYS_1904 = 1_462;

const two = (part: number) => String(part).padStart(2, '0');

/** «12.03.2024» of a day of Excel, for which 1900 had a 29 February. */
function dayText(day: number, is1904: boolean): string {
  if (!is1904 && day === 0) return '00.01.1900';
  if (!is1904 && day === 60) return '29.02.1900';
  const counted = is1904 ? day + DAYS_1904 : day + Number(day < 60);
  const date = new Date(Date.UTC(1899, 11, 30) + counted * DAY);
  return `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`;
}

function momentText(value: number, format: NumberFormat & { shows: 'moment' }, is1904: boolean): string {
  if (value < 0 || value > LAST_DAY) return NOT_SHOWN;
  const all = Math.round(value * SECONDS);
  const day = Math.floor(all / SECONDS);
  const seconds = format.isElapsed ? all : all - day * SECONDS;
  const time = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    ...(format.hasSeconds ? [seconds % 60] : []),
  ];
  return [format.hasDay ? dayText(day, is1904) : [], format.hasTime ? time.map(two).join(':') : []].flat().join(' ');
}

/** Digits of a number that a workbook keeps: those behind them are what sums of fractions leave, 3.3000000000000003. */
const DIGITS = 15;

/** Rounded in tens as Excel does it: 1.005 is a little less in binary, and is shown as 1,01 all the same. */
function inTens(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS)) * (1 + 2 ** -51);
}

const inRussian = (value: number, code: string) =>
  formatNumber(code, value, { locale: 'ru', throws: false })
    .replace(/[\u00a0\u202f]/g, ' ')
    .trim();

/** A number without a format: how many of its digits are seen is up to the width of the column, so all are given. */
function allDigits(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  return /e/.test(text) ? inRussian(value, 'General') : text.replace('.', ',');
}

/** A whole number from here on is a telephone or a number of a firm. */
const LONG = 1_000_000_000;

/** Signs of numbers; what has another, a currency or a word, is no number alone. */
const NUMBER_ONLY = /^[\d\s().,+E-]*$/;

/**
 * The text a person sees in a cell with a number, as a Russian Excel shows it: «013» where the format says `000`, «15%», «1234,56»,
 * «21.11.2026 18:00». Days have their year and times two digits of an hour whatever the format; a long whole number is
 * given by its digits alone, of which a format may hide some.
 */
export function shownNumber(raw: string, format: NumberFormat, is1904 = false): string {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (format.shows === 'moment') return momentText(value, format, is1904);
  const isWhole = Number.isInteger(value) && Math.abs(value) < 1e21;
  if (format.shows === 'general') return isWhole ? String(value) : allDigits(value);
  const shown = inRussian(inTens(value), format.code);
  if (/^0+$/.test(format.code) || !isWhole || Math.abs(value) < LONG) return shown;
  return NUMBER_ONLY.test(shown) ? String(value) : shown;
}
