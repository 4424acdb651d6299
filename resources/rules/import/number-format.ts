/** How a workbook shows the numbers of a cell. */
export type NumberFormat = { kind: 'plain' } | { kind: 'zeros'; digits: number } | { kind: 'date' };

const PLAIN: NumberFormat = { kind: 'plain' };
/** Formats that a workbook does not spell out: days and times among them. */
const BUILT_IN_DATES: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Excel takes no longer code, characters. */
const LONGEST = 255;

/** What a format's code means for lists of residents: leading zeros, a day, or nothing. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (BUILT_IN_DATES.has(id)) return { kind: 'date' };
  if (!code || code.length > LONGEST) return PLAIN;
  // What is not closed goes on to the end.
  const bare = code.replace(/"[^"]*"?|\\.|\[[^\]]*\]?/g, '');
  if (/^0+$/.test(bare)) return { kind: 'zeros', digits: bare.length };
  return /[dy]/i.test(bare) ? { kind: 'date' } : PLAIN;
}

/** Days of Excel begin on the last day but one of 1899. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
const DAY = 86_400_000;

/** The text a person sees in a cell with a number: `013` where the format says `000`, all digits of a long one. */
export function shownNumber(raw: string, format: NumberFormat): string {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (format.kind === 'zeros') return String(Math.round(value)).padStart(format.digits, '0');
  if (format.kind === 'plain') return Math.abs(value) < 1e21 ? String(value) : raw;
  const day = new Date(FIRST_DAY + Math.floor(value) * DAY);
  if (Number.isNaN(day.getTime())) return raw;
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(day.getUTCDate())}.${two(day.getUTCMonth() + 1)}.${day.getUTCFullYear()}`;
}
