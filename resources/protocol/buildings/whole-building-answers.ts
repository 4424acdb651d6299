import { UNIT_TYPES } from '../enums.ts';
import {
  buildingIn,
  decodeEach,
  decodeFlag,
  decodeId,
  decodeNumber,
  decodeNumbered,
  decodeObject,
  decodeOneOf,
  decodeParts,
  decodeText,
  isWireObject,
  nestedIn,
  under,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';

/** The parts of one building or entrance as the console has them, read from every shape that the documents leave open (G-70). */

type Numbered = { id: number; number: number };

const decodePorch = (value: unknown): Numbered | null => decodeNumbered(value, 'porch');

/** The parts of a building or an entrance. */
type Parts = Pick<WholeBuilding, 'floors' | 'pipes' | 'units'>;

/** A building with what is in it; an entrance that is not told is null. */
export interface WholeBuilding {
  id: number;
  street: string;
  number: string;
  /** Whether every entrance is open to the person. */
  is_all_porches: boolean;
  porches: Numbered[];
  floors: { id: number; number: number; porch: Numbered | null }[];
  pipes: { id: number; name: string; porch: Numbered | null; flats: { id: number; label: string }[] }[];
  units: {
    unit_type: (typeof UNIT_TYPES)[number];
    object: {
      id: number;
      label: string;
      porch: Numbered | null;
      floor: Numbered | null;
      pipe: { id: number; name: string } | null;
    };
  }[];
}

/** An entrance with what is in it. */
export type WholePorch = Omit<WholeBuilding, 'street' | 'number' | 'porches' | 'is_all_porches'> & { number: number };

/** @param porches entrances by which an id alone is known by its number */
function partsIn(wire: WireObject, porches: readonly Numbered[]): Parts {
  const at = (value: unknown): Numbered | null => {
    const porch = decodePorch(value);
    return porch && (porches.find(({ id }) => id === porch.id) ?? porch);
  };
  const named = (value: unknown): { id: number; name: string } | null => {
    const id = decodeId(value, 'pipe');
    return id === null ? null : { id, name: decodeText(under(value, 'name')) || String(id) };
  };
  return {
    floors: decodeEach(wire.floors, (value) => {
      const floor = decodeNumbered(value, 'floor');
      return floor && { ...floor, porch: at(under(value, 'porch')) };
    }),
    pipes: decodeEach(wire.pipes, (value) => {
      const pipe = named(value);
      const flats = decodeParts(under(value, 'flats') ?? under(value, 'units'), (flat) => {
        const object = nestedIn(flat, 'object');
        const id = decodeId(object);
        return id === null ? null : { id, label: decodeText(object.label) || String(id) };
      });
      return pipe && { ...pipe, porch: at(under(value, 'porch')), flats };
    }),
    units: decodeParts(wire.units ?? wire.flats, (unit) => {
      const object = [unit.object, unit.unit].find(isWireObject) ?? unit;
      const id = decodeId(object);
      if (id === null) return null;
      return {
        unit_type: decodeOneOf(UNIT_TYPES, unit.unit_type ?? object.unit_type),
        object: {
          id,
          label: decodeText(object.label) || String(id),
          porch: at(object.porch),
          floor: decodeNumbered(object.floor, 'floor'),
          pipe: named(object.pipe),
        },
      };
    }),
  };
}

/** `GET /api/crm/buildings/{id}/` (NEWS-38); null for what is no building. */
export function decodeWholeBuilding(body: unknown): WholeBuilding | null {
  const answer = decodeObject(unwrapBody(body));
  const wire: WireObject = { ...nestedIn(answer, 'building'), ...answer };
  const building = buildingIn(answer);
  if (!building) return null;
  const porches = decodeEach(wire.porches ?? wire.available_porches, decodePorch);
  const is_all_porches = decodeFlag(wire.is_all_porches) ?? true;
  return { ...building, is_all_porches, porches, ...partsIn(wire, porches) };
}

/** `GET /api/crm/porches/{id}/` (NEWS-38); null for what is no entrance. */
export function decodeWholePorch(body: unknown): WholePorch | null {
  const answer = decodeObject(unwrapBody(body));
  const wire = nestedIn(answer, 'porch');
  const id = decodeId(wire);
  if (id === null) return null;
  const porch = { id, number: decodeNumber(wire.number) ?? id };
  return { ...porch, ...partsIn(wire, [porch]) };
}
