/** Entrances of a record: those of its whole buildings and the single ones. */
export function porchesOf(buildings: unknown, single: unknown): unknown[] {
  const whole = Array.isArray(buildings)
    ? buildings.flatMap((building) => (building as { porches?: unknown[] })?.porches ?? [])
    : [];
  return [...whole, ...(Array.isArray(single) ? single : [])];
}
