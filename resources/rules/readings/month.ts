/** Months of readings: `MMYYYY` on the wire (READ-03), YYYYMM as a number where they are counted and stored. */

const WIRE = /^(0[1-9]|1[0-2])(20\d{2}|21\d{2})$/;

/** `032024` → 202403; null for what is no month of this or the next century. */
export function monthNumber(wire: string): number | null {
  const parts = WIRE.exec(wire);
  return parts ? Number(parts[2]) * 100 + Number(parts[1]) : null;
}

/** 202403 → `032024`. */
export function wireMonth(month: number): string {
  return `${String(month % 100).padStart(2, '0')}${Math.floor(month / 100)}`;
}

/** The month that many months later, or earlier for a negative number: 202401 − 1 = 202312. */
export function monthLater(month: number, by: number): number {
  const index = Math.floor(month / 100) * 12 + (month % 100) - 1 + by;
  return Math.floor(index / 12) * 100 + (index % 12) + 1;
}

/** How many months lie between two, both YYYYMM: 202312 and 202402 are two apart; 1 where one is not known, or for none. */
export function monthsBetween(from: number | null, to: number | null): number {
  if (from === null || to === null) return 1;
  const monthIndex = (month: number) => Math.floor(month / 100) * 12 + (month % 100);
  return Math.max(1, monthIndex(to) - monthIndex(from));
}
