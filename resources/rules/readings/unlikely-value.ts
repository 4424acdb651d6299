/** Why a value deserves a second look: it is below the last one, or far above what is usual. */
export type UnlikelyValue = 'lower' | 'higher';

/** Times the usual use from which it is far above it. */
const FAR = 3;
/** Meters of small use differ from month to month by as much without anything being wrong. */
const SLACK = 30;

/**
 * Looks a value over before it is sent. It is a question, never a refusal: READ-29 accepts any value.
 * @param last the last value before this month; null when there is none
 * @param usual what a month usually adds; null when it is not known
 * @param months how many have passed since the last value
 */
export function meterDoubt(value: number, last: number | null, usual: number | null, months = 1): UnlikelyValue | null {
  if (last === null) return null;
  if (value < last) return 'lower';
  if (usual === null) return null;
  const expected = usual * months;
  return value - last > Math.max(expected * FAR, expected + SLACK) ? 'higher' : null;
}

/** Facts about a meter when a value is given for it. */
export interface MeterKnown {
  /** The last reading before this month, six digits; null for none. */
  last: string | null;
  /** The reading of this month, six digits; null or empty for none. */
  own: string | null;
  /** The usual monthly use; null where it is not known. */
  usual: number | null;
  /** Months between the last value and this one. */
  months: number;
}

/**
 * The doubt about a value and the value it goes by: the last one, or what this month has already, which `given` says.
 * A meter does not run backwards within a month either.
 */
export function unlikelyValue(
  value: string,
  { last, own: ownValue, usual, months }: MeterKnown,
): { why: UnlikelyValue | 'given'; against: string } | null {
  const why = last === null ? null : meterDoubt(Number(value), Number(last), usual, months);
  if (why === 'lower' && last !== null) return { why, against: last };
  if (ownValue && Number(value) < Number(ownValue)) return { why: 'given', against: ownValue };
  return why && last !== null ? { why, against: last } : null;
}

/** The middle of what months added, rounded; null when there are none to tell by. */
export function usualUse(added: readonly number[]): number | null {
  const known = added.filter((each) => each >= 0).sort((a, b) => a - b);
  const middle = known[Math.floor(known.length / 2)];
  return middle === undefined ? null : Math.round(middle);
}
