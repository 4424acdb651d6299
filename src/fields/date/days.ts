import { companyToday } from '#console/data/company-clock.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** A wire day `YYYY-MM-DD` as a date of this clock; null for anything else. */
export function toDate(wire: unknown): Date | null {
  const parts = typeof wire === 'string' ? /^(\d{4})-(\d{2})-(\d{2})/.exec(wire) : null;
  return parts ? new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) : null;
}

/** The wire day of a date. */
export function fromDate(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A wire month `MMYYYY` as its first day. */
export function monthToDate(wire: unknown): Date | null {
  const parts = typeof wire === 'string' ? /^(\d{2})(\d{4})$/.exec(wire) : null;
  return parts ? new Date(Number(parts[2]), Number(parts[1]) - 1, 1) : null;
}

/** The wire month of a date. */
export function monthFromDate(date: Date): string {
  return `${two(date.getMonth() + 1)}${date.getFullYear()}`;
}

/** A bound of a definition: a day, or `today` at the company. */
export function boundDate(bound: string | undefined): Date | undefined {
  return toDate(bound === 'today' ? companyToday().date : bound) ?? undefined;
}
