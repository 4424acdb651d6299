/** Significant digits that are still right after floating-point arithmetic. */
const EXACT_DIGITS = 15;
/** From here on a double has too few digits for noise after the decimal point to matter. */
const DENOISED_MAX = 1e13;

/** Rounds to so many decimals, halves away from zero; 57.49999999999999, which is 57.5 with floating-point noise, becomes 58. */
export function roundTo(value: number, places: number): number {
  const scaled = Math.abs(value) * 10 ** places;
  const denoised = scaled < DENOISED_MAX ? Number(scaled.toPrecision(EXACT_DIGITS)) : scaled;
  const rounded = Math.round(denoised) / 10 ** places;
  return value < 0 ? 0 - rounded : rounded;
}
