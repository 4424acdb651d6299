/** Entrances of a record: those of its whole houses and the single ones. */
export function porchesOf(houses: unknown, single: unknown): unknown[] {
  const whole = Array.isArray(houses)
    ? houses.flatMap((house) => (house as { porches?: unknown[] })?.porches ?? [])
    : [];
  return [...whole, ...(Array.isArray(single) ? single : [])];
}
