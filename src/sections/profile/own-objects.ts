import type { CurrentProfile } from '#resources/protocol/profile.ts';

/** A building of the person's own list (PROF-05). */
export interface OwnObject {
  id: number;
  street: string;
  number: string;
  complex: { id: number; name: string } | null;
  /** Whether every entrance is open to the person. */
  whole: boolean;
  /** Numbers of the open entrances. */
  porches: readonly number[];
}

const numbersOf = (porches: readonly { number: number }[] = []): number[] =>
  porches.map(({ number }) => number).sort((a, b) => a - b);

/** The buildings of a profile in the order they come in, each once; single entrances gathered under theirs. */
export function ownObjects({ buildings, porches }: Pick<CurrentProfile, 'buildings' | 'porches'>): OwnObject[] {
  const objects = new Map<number, OwnObject>();
  for (const { id, street, number, complex, porches: open } of buildings) {
    objects.set(id, { id, street, number, complex, whole: true, porches: numbersOf(open) });
  }
  for (const { building } of porches) {
    if (objects.has(building.id)) continue;
    const { id, street, number, complex } = building;
    const open = numbersOf(porches.filter((porch) => porch.building.id === id));
    objects.set(id, { id, street, number, complex, whole: false, porches: open });
  }
  return [...objects.values()];
}
