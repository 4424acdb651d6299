/** Calculations with days as `YYYY-MM-DD`; the current time is always passed in. */

/** Length of a day, ms. */
const DAY_MS = 86_400_000;

/** Adds days to a day; subtracts for a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** A calendar day in the company's time zone. */
export interface CompanyDay {
  /** `YYYY-MM-DD` */
  date: string;
  /** YYYYMM */
  month: number;
  /** 1…31 */
  day: number;
}

/** The current day in a time zone; the company's time zone decides days, months and submission windows. */
export function companyDay(now: Date, timeZone: string): CompanyDay {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const part = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '' } = part;
  return { date: `${year}-${month}-${day}`, month: Number(year) * 100 + Number(month), day: Number(day) };
}
