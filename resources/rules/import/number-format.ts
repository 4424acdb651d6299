import { format as formatNumber } from 'numfmt';
import { NOT_SHOWN } from './broken-cell.ts';

/** Number format of a workbook cell. */
export type NumberFormat =
  /** Shows as many digits as the number has. */
  | { shows: 'general' }
  /** A format code: `#,##0.00`, `000`, `0%`. */
  | { shows: 'code'; code: string }
  /** A day, a time, or both; `isElapsed`: hours may exceed 24. */
  | { shows: 'moment'; hasDay: boolean; hasTime: boolean; hasSeconds: boolean; isElapsed: boolean };

const GENERAL: NumberFormat = { shows: 'general' };

/** Built-in formats that a workbook does not spell out, by number, as in a Russian Excel. */
const BUILT_IN_CODES: Readonly<Record<number, string>> = {
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

/** Maximum length of a format code in Excel, characters. */
const CODE_LENGTH_MAX = 255;

/** Literal parts of a code, which format neither digits nor days; an unclosed one extends to the end. */
const LITERALS = /"[^"]*"?|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]?/gi;
/** Language tag of a code, which decides the names of months; the currency before it is kept. */
const LANGUAGE = /\[\$([^\]-]*)-[^\]]*\]/g;

/**
 * Parses a number format.
 * @param id number of the format in the workbook
 * @param explicitCode its code; undefined for a built-in format
 */
export function parseNumberFormat(id: number, explicitCode: string | undefined): NumberFormat {
  const code = explicitCode || BUILT_IN_CODES[id];
  if (!code || code.length > CODE_LENGTH_MAX) return GENERAL;
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
  // Without digit placeholders it is only a name, which Excel would not accept.
  if (/^[\w@]*$/.test(code) && !/[0#?]/.test(code)) return GENERAL;
  const currency = code.replace(LANGUAGE, (_all, sign: string) => (sign ? `[$${sign}]` : ''));
  return { shows: 'code', code: currency };
}

const DAY_MS = 86_400_000;
/** Seconds per day. */
const SECONDS_PER_DAY = 86_400;
/** Excel's last day, 31.12.9999. */
const LAST_DAY = 2_958_465;
/** Days between the two date systems; workbooks of old Macs count from 1904. */
const DAYS_1904 = 1_462;

const padTwo = (part: number) => String(part).padStart(2, '0');

/** Formats an Excel day as «12.03.2024»; Excel assumes that 1900 had a 29 February. */
function formatDay(day: number, is1904: boolean): string {
  if (!is1904 && day === 0) return '00.01.1900';
  if (!is1904 && day === 60) return '29.02.1900';
  const serial = is1904 ? day + DAYS_1904 : day + Number(day < 60);
  const date = new Date(Date.UTC(1899, 11, 30) + serial * DAY_MS);
  return `${padTwo(date.getUTCDate())}.${padTwo(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`;
}

function formatMoment(value: number, format: NumberFormat & { shows: 'moment' }, is1904: boolean): string {
  if (value < 0 || value > LAST_DAY) return NOT_SHOWN;
  const totalSeconds = Math.round(value * SECONDS_PER_DAY);
  const day = Math.floor(totalSeconds / SECONDS_PER_DAY);
  const seconds = format.isElapsed ? totalSeconds : totalSeconds - day * SECONDS_PER_DAY;
  const time = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    ...(format.hasSeconds ? [seconds % 60] : []),
  ];
  return [format.hasDay ? formatDay(day, is1904) : [], format.hasTime ? time.map(padTwo).join(':') : []]
    .flat()
    .join(' ');
}

/** Significant digits of numbers in a workbook; further ones are floating-point noise, 3.3000000000000003. */
const SIGNIFICANT_DIGITS = 15;

/** Compensates binary rounding like Excel: 1.005 is slightly less in binary, but is shown as 1,01. */
function compensateBinary(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(SIGNIFICANT_DIGITS)) * (1 + 2 ** -51);
}

const formatRussian = (value: number, code: string) =>
  formatNumber(code, value, { locale: 'ru', throws: false })
    .replace(/[\u00a0\u202f]/g, ' ')
    .trim();

/**
 * Formats a number with the general format. All digits are shown, because Excel's number of digits depends on the column width.
 */
function formatGeneral(value: number): string {
  const text = String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
  return /e/.test(text) ? formatRussian(value, 'General') : text.replace('.', ',');
}

/** From here on whole numbers are likely phones or company numbers. */
const LONG_NUMBER_MIN = 1_000_000_000;

/** Characters of plain numbers; a text with others, e.g. a currency, is not only a number. */
const NUMBER_ONLY = /^[\d\s().,+E-]*$/;

/**
 * Formats a number like a Russian Excel: «013» for the format `000`, «15%», «1234,56», «21.11.2026 18:00». Days always have a
 * year and times a two-digit hour; a long whole number is shown in plain digits, since a format may hide some.
 */
export function formatCellNumber(raw: string, format: NumberFormat, is1904 = false): string {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (format.shows === 'moment') return formatMoment(value, format, is1904);
  const isWhole = Number.isInteger(value) && Math.abs(value) < 1e21;
  if (format.shows === 'general') return isWhole ? String(value) : formatGeneral(value);
  const shown = formatRussian(compensateBinary(value), format.code);
  if (/^0+$/.test(format.code) || !isWhole || Math.abs(value) < LONG_NUMBER_MIN) return shown;
  return NUMBER_ONLY.test(shown) ? String(value) : shown;
}
