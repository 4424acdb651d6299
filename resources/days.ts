/** Days as `YYYY-MM-DD`, without a clock, and the day that it is in a time zone. */

/** A day of 24 hours, ms. */
const DAY = 86_400_000;

/** The day that many days later, or earlier for a negative number. */
export const dayLater = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10);

/** A day by the clock of a time zone. */
export interface CompanyDay {
  /** `YYYY-MM-DD` */
  date: string;
  /** YYYYMM */
  month: number;
  /** 1…31 */
  day: number;
}

/** Which day it is in a time zone: the company's decides days, months and windows. */
export function companyDay(now: Date, timeZone: string): CompanyDay {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const part = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '' } = part;
  return { date: `${year}-${month}-${day}`, month: Number(year) * 100 + Number(month), day: Number(day) };
}
