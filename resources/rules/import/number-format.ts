/** How a workbook shows the numbers of a cell. */
export type NumberFormat = { kind: 'plain' } | { kind: 'zeros'; digits: number } | { kind: 'date' } | { kind: 'clock' };

const PLAIN: NumberFormat = { kind: 'plain' };
/** Formats that a workbook does not spell out: days, and times without a day. */
const BUILT_IN_DATES: ReadonlySet<number> = new Set([14, 15, 16, 17, 22]);
const BUILT_IN_TIMES: ReadonlySet<number> = new Set([18, 19, 20, 21, 45, 46, 47]);

/** Excel takes no longer code, characters. */
const LONGEST = 255;

/** What a format's code means for lists of residents: leading zeros, a day, or nothing. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (BUILT_IN_DATES.has(id)) return { kind: 'date' };
  if (BUILT_IN_TIMES.has(id)) return { kind: 'clock' };
  if (!code || code.length > LONGEST) return PLAIN;
  // What is not closed goes on to the end.
  const bare = code.replace(/"[^"]*"?|\\.|\[(?![hH]+\])[^\]]*\]?/g, '');
  if (/^0+$/.test(bare)) return { kind: 'zeros', digits: bare.length };
  if (/[dy]/i.test(bare)) return { kind: 'date' };
  return /h/i.test(bare) ? { kind: 'clock' } : PLAIN;
}

/** Days of Excel begin on the last day but one of 1899. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
const DAY = 86_400_000;

const two = (part: number) => String(part).padStart(2, '0');

/** «09:30» of the part of a day that it is, «25:30» of more than one. */
function clock(days: number): string {
  const minutes = Math.round(days * 24 * 60);
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Digits that a workbook shows of a number: those behind them are what sums of fractions leave, 3.3000000000000003. */
const DIGITS = 15;

/** The text a person sees in a cell with a number: `013` where the format says `000`, all digits of a long one. */
export function shownNumber(raw: string, format: NumberFormat): string {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (format.kind === 'zeros') return String(Math.round(value)).padStart(format.digits, '0');
  if (format.kind === 'plain') {
    if (Math.abs(value) >= 1e21) return raw;
    return String(Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS)));
  }
  if (format.kind === 'clock') return clock(value);
  const day = new Date(FIRST_DAY + Math.floor(value) * DAY);
  if (Number.isNaN(day.getTime())) return raw;
  return `${two(day.getUTCDate())}.${two(day.getUTCMonth() + 1)}.${day.getUTCFullYear()}`;
}
