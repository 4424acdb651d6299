/** Months of readings: `MMYYYY` on the wire (READ-03), the number YYYYMM in calculations and storage. */

const WIRE = /^(0[1-9]|1[0-2])(20\d{2}|21\d{2})$/;

/** `032024` → 202403; null for an invalid month, or one outside 2000-2199. */
export function parseWireMonth(wire: string): number | null {
  const parts = WIRE.exec(wire);
  return parts ? Number(parts[2]) * 100 + Number(parts[1]) : null;
}

/** 202403 → `032024`. */
export function formatWireMonth(month: number): string {
  return `${String(month % 100).padStart(2, '0')}${Math.floor(month / 100)}`;
}

/** Adds months, or subtracts them for a negative number: 202401 − 1 = 202312. */
export function addMonths(month: number, count: number): number {
  const index = Math.floor(month / 100) * 12 + (month % 100) - 1 + count;
  return Math.floor(index / 12) * 100 + (index % 12) + 1;
}

/** Number of months from one YYYYMM to another: 202312 → 202402 is 2; at least 1, also if one is unknown. */
export function countMonthsBetween(from: number | null, to: number | null): number {
  if (from === null || to === null) return 1;
  const monthIndex = (month: number) => Math.floor(month / 100) * 12 + (month % 100);
  return Math.max(1, monthIndex(to) - monthIndex(from));
}
