import type { WholeBuilding, WholePorch } from '#resources/protocol/buildings/whole-building-answers.ts';

/** Kinds of parts of a building or entrance that can be selected. */
export type PartScope = 'flats' | 'porches' | 'floors' | 'pipes';

/** An entrance, floor, riser or flat that can be selected. */
interface Part {
  id: number;
  /** Number or name, without the noun. */
  label: string;
}

/** The parts of one entrance; `porch` is null where they are not grouped by entrance. */
export interface PartGroup {
  porch: number | null;
  parts: readonly Part[];
}

/** A building or entrance as sent by the server. */
type WholePlace = Pick<WholeBuilding, 'floors' | 'pipes' | 'units'> & { porches?: WholeBuilding['porches'] };

const groupByPorch = <Item>(
  items: readonly Item[],
  readPorch: (item: Item) => number | null,
  toPart: (item: Item) => Part,
): PartGroup[] => {
  const groups = new Map<number | null, Part[]>();
  for (const item of items) {
    const porch = readPorch(item);
    groups.set(porch, [...(groups.get(porch) ?? []), toPart(item)]);
  }
  return [...groups].map(([porch, parts]) => ({ porch, parts }));
};

const PARTS_BY_SCOPE = {
  flats: ({ units }) =>
    groupByPorch(
      units.filter(({ unit_type }) => unit_type === 'flat'),
      ({ object }) => object.porch?.number ?? null,
      ({ object }) => ({ id: object.id, label: object.label }),
    ),
  porches: ({ porches = [] }) => [
    { porch: null, parts: porches.map(({ id, number }) => ({ id, label: String(number) })) },
  ],
  floors: ({ floors }) =>
    groupByPorch(
      floors,
      ({ porch }) => porch?.number ?? null,
      ({ id, number }) => ({ id, label: String(number) }),
    ),
  pipes: ({ pipes }) =>
    groupByPorch(
      pipes,
      ({ porch }) => porch?.number ?? null,
      ({ id, name }) => ({ id, label: name }),
    ),
} as const satisfies Record<PartScope, (whole: WholePlace) => PartGroup[]>;

/** The selectable parts for a scope, by entrance (NEWS-38). */
export function scopeParts(whole: WholeBuilding | WholePorch, scope: PartScope): PartGroup[] {
  return PARTS_BY_SCOPE[scope](whole).filter(({ parts }) => parts.length > 0);
}
