/** Why a value deserves a second look: it is below the last one, or far above what is usual. */
export type MeterDoubt = 'lower' | 'higher';

/** Times the usual use from which a month is far above it. */
const FAR = 3;
/** Meters of small use differ from month to month by as much without anything being wrong. */
const SLACK = 30;

/**
 * Looks a value over before it is sent (issue 7). It is a question, never a refusal: READ-29 accepts any value.
 * @param last the last value before this month; null when there is none
 * @param usual what a month usually adds; null when it is not known
 */
export function meterDoubt(value: number, last: number | null, usual: number | null): MeterDoubt | null {
  if (last === null) return null;
  if (value < last) return 'lower';
  if (usual === null) return null;
  return value - last > Math.max(usual * FAR, usual + SLACK) ? 'higher' : null;
}

/** The middle of what single months added; null when there are none to tell by. */
export function usualUse(added: readonly number[]): number | null {
  const known = added.filter((each) => each >= 0).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? null;
}
