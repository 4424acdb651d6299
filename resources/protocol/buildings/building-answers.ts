import {
  buildingIn,
  eachOf,
  flagOf,
  idOf,
  isWireObject,
  namedOf,
  nestedIn,
  numberedOf,
  recordsIn,
  type WireObject,
} from '../open-shapes.ts';

/** Buildings as the console has them, read from every shape that the documents leave open (G-70). */

type Numbered = { id: number; number: number };

/** A building the person may see (API-13). */
export interface Building {
  id: number;
  street: string;
  number: string;
  complex: { id: number; name: string } | null;
  /** Whether every entrance is open to the person. */
  is_all_porches: boolean;
  available_porches: readonly Numbered[];
}

const porchOf = (value: unknown): Numbered | null => numberedOf(value, 'porch');

function complexOf(value: unknown): Building['complex'] {
  const id = idOf(value, 'complex');
  return id === null ? null : { id, name: namedOf(isWireObject(value) ? nestedIn(value, 'complex') : value) };
}

function buildingOf(wire: WireObject): Building | null {
  const building = buildingIn(wire);
  if (!building) return null;
  const nested = nestedIn(wire, 'building');
  return {
    ...building,
    complex: complexOf(nested.complex ?? wire.complex),
    // What is not said is not forbidden.
    is_all_porches: flagOf(wire.is_all_porches ?? nested.is_all_porches) ?? true,
    available_porches: eachOf(wire.available_porches ?? nested.available_porches, porchOf),
  };
}

/** `GET /api/crm/buildings/`, in the server's order. */
export const buildingsOf = (body: unknown): Building[] => recordsIn(body, buildingOf);
