/** Readings are taken until the 28th at the latest (CONST-03): on the last days of a month the clock of a test stands back. */
const DAYS_BACK = 3;

/** The present moment, or, at the end of a month, one three days before on which readings are taken. */
export function inTheWindow(): Date {
  const now = new Date();
  return now.getDate() > 27 ? new Date(now.getTime() - DAYS_BACK * 86_400_000) : now;
}
