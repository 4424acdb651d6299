import type { UnitPair } from '#resources/language/kinds/units.ts';

/** What of a pair is wrong, as a text key; null when nothing is. */
export function pairProblem({ building, unit }: UnitPair): 'validation.object' | 'validation.flat' | null {
  if (building === null) return 'validation.object';
  return unit === null ? 'validation.flat' : null;
}

/** The pairs with another building in one of them, whose flat is then none (RES-31). */
export function withBuilding(pairs: readonly UnitPair[], at: number, building: number | null): UnitPair[] {
  return pairs.map((pair, index) => (index === at && pair.building !== building ? { building, unit: null } : pair));
}

/** The pairs with another flat in one of them. */
export function withUnit(pairs: readonly UnitPair[], at: number, unit: number | null): UnitPair[] {
  return pairs.map((pair, index) => (index === at ? { ...pair, unit } : pair));
}

/** Flats that the other pairs have already: nobody is offered one twice (RES-40). */
export function takenElsewhere(pairs: readonly UnitPair[], at: number): ReadonlySet<number> {
  return new Set(pairs.flatMap(({ unit }, index) => (index === at ? [] : (unit ?? []))));
}
