/** Why a value is unlikely: below the last one, or far above the usual. */
export type UnlikelyReason = 'lower' | 'higher';

/** A value is too high above this multiple of the expected use. */
const HIGH_FACTOR = 3;
/** Extra use above the expected that is always accepted, in meter units, because small meters fluctuate. */
const TOLERANCE = 30;

/**
 * Checks a value before it is sent; only a warning, since READ-29 accepts any value.
 * @param last the last value before this month; null if there is none
 * @param usual usual monthly use; null if unknown
 * @param months number of months since the last value
 */
export function findUnlikelyReason(
  value: number,
  last: number | null,
  usual: number | null,
  months = 1,
): UnlikelyReason | null {
  if (last === null) return null;
  if (value < last) return 'lower';
  if (usual === null) return null;
  const expected = usual * months;
  return value - last > Math.max(expected * HIGH_FACTOR, expected + TOLERANCE) ? 'higher' : null;
}

/** What is known about a meter when a value is entered. */
export interface MeterHistory {
  /** The last reading before this month, six digits; null for none. */
  last: string | null;
  /** The reading of this month, six digits; null or empty for none. */
  thisMonth: string | null;
  /** Usual monthly use; null if unknown. */
  usual: number | null;
  /** Months between the last value and this one. */
  months: number;
}

/** Why a value is unlikely and the reading it was compared with; `given` means below this month's own earlier reading. */
export function unlikelyValue(
  value: string,
  { last, thisMonth, usual, months }: MeterHistory,
): { why: UnlikelyReason | 'given'; comparedWith: string } | null {
  const why = last === null ? null : findUnlikelyReason(Number(value), Number(last), usual, months);
  if (why === 'lower' && last !== null) return { why, comparedWith: last };
  if (thisMonth && Number(value) < Number(thisMonth)) return { why: 'given', comparedWith: thisMonth };
  return why && last !== null ? { why, comparedWith: last } : null;
}

/** Median monthly use, rounded, ignoring negative months; null without data. */
export function getUsualUse(monthlyUses: readonly number[]): number | null {
  const sorted = monthlyUses.filter((each) => each >= 0).sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined ? null : Math.round(middle);
}
