import { companyToday } from '#console/data/company-clock.ts';

const padTwo = (number: number) => String(number).padStart(2, '0');

/** Parses a wire day `YYYY-MM-DD` to local midnight; null for anything else. */
export function toDate(wire: unknown): Date | null {
  const parts = typeof wire === 'string' ? /^(\d{4})-(\d{2})-(\d{2})/.exec(wire) : null;
  return parts ? new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) : null;
}

/** Formats a date as a wire day. */
export function fromDate(date: Date): string {
  return `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`;
}

/** Parses a wire month `MMYYYY` to its first day. */
export function monthToDate(wire: unknown): Date | null {
  const parts = typeof wire === 'string' ? /^(\d{2})(\d{4})$/.exec(wire) : null;
  return parts ? new Date(Number(parts[2]), Number(parts[1]) - 1, 1) : null;
}

/** Formats a date as a wire month. */
export function monthFromDate(date: Date): string {
  return `${padTwo(date.getMonth() + 1)}${date.getFullYear()}`;
}

/** A bound from a definition: a day, or `today` in the company's time zone. */
export function boundDate(bound: string | undefined): Date | undefined {
  return toDate(bound === 'today' ? companyToday().date : bound) ?? undefined;
}
