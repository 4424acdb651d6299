import { UNIT_TYPES } from '../enums.ts';
import {
  decodeBuildingRef,
  decodeEach,
  decodeFlag,
  decodeId,
  decodeNumber,
  decodeNumbered,
  decodeObject,
  decodeOneOf,
  decodeParts,
  decodeText,
  getKey,
  isWireObject,
  unwrapBody,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';

/** Decoders of a building or entrance with its parts; they accept every shape the specification allows (G-70). */

type Numbered = { id: number; number: number };

const decodePorch = (value: unknown): Numbered | null => decodeNumbered(value, 'porch');

/** The parts of a building or an entrance. */
type Parts = Pick<WholeBuilding, 'floors' | 'pipes' | 'units'>;

/** A building with its parts; an unknown entrance is null. */
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

/** An entrance with its parts. */
export type WholePorch = Omit<WholeBuilding, 'street' | 'number' | 'porches' | 'is_all_porches'> & { number: number };

/** @param porches known entrances, which supply the number when only the id is given */
function decodeBuildingParts(wire: WireObject, porches: readonly Numbered[]): Parts {
  const findPorch = (value: unknown): Numbered | null => {
    const porch = decodePorch(value);
    return porch && (porches.find(({ id }) => id === porch.id) ?? porch);
  };
  const decodePipe = (value: unknown): { id: number; name: string } | null => {
    const id = decodeId(value, 'pipe');
    return id === null ? null : { id, name: decodeText(getKey(value, 'name')) || String(id) };
  };
  return {
    floors: decodeEach(wire.floors, (value) => {
      const floor = decodeNumbered(value, 'floor');
      return floor && { ...floor, porch: findPorch(getKey(value, 'porch')) };
    }),
    pipes: decodeEach(wire.pipes, (value) => {
      const pipe = decodePipe(value);
      const flats = decodeParts(getKey(value, 'flats') ?? getKey(value, 'units'), (flat) => {
        const object = unwrapNested(flat, 'object');
        const id = decodeId(object);
        return id === null ? null : { id, label: decodeText(object.label) || String(id) };
      });
      return pipe && { ...pipe, porch: findPorch(getKey(value, 'porch')), flats };
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
          porch: findPorch(object.porch),
          floor: decodeNumbered(object.floor, 'floor'),
          pipe: decodePipe(object.pipe),
        },
      };
    }),
  };
}

/** `GET /api/crm/buildings/{id}/` (NEWS-38); null without an id. */
export function decodeWholeBuilding(body: unknown): WholeBuilding | null {
  const answer = decodeObject(unwrapBody(body));
  const wire: WireObject = { ...unwrapNested(answer, 'building'), ...answer };
  const building = decodeBuildingRef(answer);
  if (!building) return null;
  const porches = decodeEach(wire.porches ?? wire.available_porches, decodePorch);
  const is_all_porches = decodeFlag(wire.is_all_porches) ?? true;
  return { ...building, is_all_porches, porches, ...decodeBuildingParts(wire, porches) };
}

/** `GET /api/crm/porches/{id}/` (NEWS-38); null without an id. */
export function decodeWholePorch(body: unknown): WholePorch | null {
  const answer = decodeObject(unwrapBody(body));
  const wire = unwrapNested(answer, 'porch');
  const id = decodeId(wire);
  if (id === null) return null;
  const porch = { id, number: decodeNumber(wire.number) ?? id };
  return { ...porch, ...decodeBuildingParts(wire, [porch]) };
}
