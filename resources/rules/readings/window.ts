/** Days of the month on which readings are taken, both ends included (READ-14, READ-15); null: not set. */
export interface ReadingWindow {
  submit_start_day: number | null;
  submit_end_day: number | null;
}

/** Whether a day of the month lies in a window; one that is not set is never open (READ-17). */
export function isOpen({ submit_start_day: from, submit_end_day: to }: ReadingWindow, day: number): boolean {
  return from !== null && to !== null && day >= from && day <= to;
}

const NONE: ReadingWindow = { submit_start_day: null, submit_end_day: null };

/**
 * The days that are the same for several buildings, not set when they differ (READ-16, G-44). Buildings that collect
 * nothing have no say.
 */
export function commonWindow(
  buildings: readonly (ReadingWindow & { reading_types: readonly string[] })[],
): ReadingWindow {
  const [first, ...others] = buildings.filter(({ reading_types }) => reading_types.length > 0);
  if (!first) return NONE;
  const { submit_start_day, submit_end_day } = first;
  const same = others.every(
    (other) => other.submit_start_day === submit_start_day && other.submit_end_day === submit_end_day,
  );
  return same ? { submit_start_day, submit_end_day } : NONE;
}
