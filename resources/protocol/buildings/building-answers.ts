import {
  decodeBuildingRef,
  decodeEach,
  decodeFlag,
  decodeId,
  decodeList,
  decodeName,
  decodeNumbered,
  isWireObject,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';

/** Decoders of buildings; they accept every shape the specification allows (G-70). */

type Numbered = { id: number; number: number };

/** A building that the person may see (API-13). */
export interface Building {
  id: number;
  street: string;
  number: string;
  complex: { id: number; name: string } | null;
  /** Whether every entrance is open to the person. */
  is_all_porches: boolean;
  available_porches: readonly Numbered[];
}

const decodePorch = (value: unknown): Numbered | null => decodeNumbered(value, 'porch');

function decodeComplex(value: unknown): Building['complex'] {
  const id = decodeId(value, 'complex');
  return id === null ? null : { id, name: decodeName(isWireObject(value) ? unwrapNested(value, 'complex') : value) };
}

function decodeBuilding(wire: WireObject): Building | null {
  const building = decodeBuildingRef(wire);
  if (!building) return null;
  const nested = unwrapNested(wire, 'building');
  return {
    ...building,
    complex: decodeComplex(nested.complex ?? wire.complex),
    // If `is_all_porches` is missing, the whole building counts as open.
    is_all_porches: decodeFlag(wire.is_all_porches ?? nested.is_all_porches) ?? true,
    available_porches: decodeEach(wire.available_porches ?? nested.available_porches, decodePorch),
  };
}

/** `GET /api/crm/buildings/`, in the server's order. */
export const decodeBuildings = (body: unknown): Building[] => decodeList(body, decodeBuilding);
