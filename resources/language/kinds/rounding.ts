/** Digits that arithmetic with fractions keeps right. */
const SOUND_DIGITS = 15;
/** Above this a number has no more digits than that before its point. */
const SOUND_MAX = 1e13;

/** A number with so many places, halves away from zero: 57.49999999999999, which stands for 57.5, becomes 58. */
export function roundTo(value: number, places: number): number {
  const scaled = Math.abs(value) * 10 ** places;
  const sound = scaled < SOUND_MAX ? Number(scaled.toPrecision(SOUND_DIGITS)) : scaled;
  const rounded = Math.round(sound) / 10 ** places;
  return value < 0 ? 0 - rounded : rounded;
}
