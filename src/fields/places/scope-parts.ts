import type { WholeBuilding, WholePorch } from '#resources/protocol/buildings/whole-building-answers.ts';

/** Parts of a building, or of an entrance, that can be chosen. */
export type PartScope = 'flats' | 'porches' | 'floors' | 'pipes';

/** One entrance, floor, riser or flat that can be chosen. */
interface Part {
  id: number;
  /** Number or name, without the word for what it is. */
  label: string;
}

/** The parts of one entrance; `porch` is null where they are not told apart by entrance. */
export interface PartGroup {
  porch: number | null;
  parts: readonly Part[];
}

/** Parts of a building or an entrance, as the server gave them. */
type Whole = Pick<WholeBuilding, 'floors' | 'pipes' | 'units'> & { porches?: WholeBuilding['porches'] };

const byPorch = <Item>(
  items: readonly Item[],
  readPorch: (item: Item) => number | null,
  part: (item: Item) => Part,
): PartGroup[] => {
  const groups = new Map<number | null, Part[]>();
  for (const item of items) {
    const porch = readPorch(item);
    groups.set(porch, [...(groups.get(porch) ?? []), part(item)]);
  }
  return [...groups].map(([porch, parts]) => ({ porch, parts }));
};

const PARTS = {
  flats: ({ units }) =>
    byPorch(
      units.filter(({ unit_type }) => unit_type === 'flat'),
      ({ object }) => object.porch?.number ?? null,
      ({ object }) => ({ id: object.id, label: object.label }),
    ),
  porches: ({ porches = [] }) => [
    { porch: null, parts: porches.map(({ id, number }) => ({ id, label: String(number) })) },
  ],
  floors: ({ floors }) =>
    byPorch(
      floors,
      ({ porch }) => porch?.number ?? null,
      ({ id, number }) => ({ id, label: String(number) }),
    ),
  pipes: ({ pipes }) =>
    byPorch(
      pipes,
      ({ porch }) => porch?.number ?? null,
      ({ id, name }) => ({ id, label: name }),
    ),
} as const satisfies Record<PartScope, (whole: Whole) => PartGroup[]>;

/** Choices of a narrowing, by entrance (NEWS-38). */
export function scopeParts(whole: WholeBuilding | WholePorch, scope: PartScope): PartGroup[] {
  return PARTS[scope](whole).filter(({ parts }) => parts.length > 0);
}
