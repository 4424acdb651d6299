import { BUILDING_TYPES } from '../enums.ts';
import { eachOf, flagOf, idOf, nestedIn, numberOf, objectOf, oneOf, textOf, textOrNull } from '../open-shapes.ts';
import { TIES, type Tie } from './ties.ts';

/** What a building is called and where it belongs, as the console has it. */
export interface Passport {
  id: number;
  street: string;
  number: string;
  complex: string | null;
  building_type: (typeof BUILDING_TYPES)[number];
  version: string | null;
}

/** `GET …/{id}/passport/`; null for what is no building. */
export function passportOf(body: unknown): Passport | null {
  const wire = nestedIn(objectOf(body), 'params');
  const id = idOf(wire);
  if (id === null) return null;
  return {
    id,
    street: textOf(wire.street),
    number: textOf(wire.number),
    complex: textOrNull(wire.complex),
    building_type: oneOf(BUILDING_TYPES, wire.building_type),
    version: textOrNull(wire.version),
  };
}

/** What hangs on a building or a unit as the console has it. */
export interface TiesTold {
  ties: { tie: Tie; count: number }[];
  is_free: boolean;
}

/** `GET …/{id}/ties/`. What is not said to be free is not. */
export function tiesOf(body: unknown): TiesTold {
  const wire = objectOf(body);
  return {
    ties: eachOf(wire.ties, (value) => {
      const { tie, count } = objectOf(value);
      const named = TIES.find((name) => name === tie);
      const counted = numberOf(count);
      return named && counted ? { tie: named, count: counted } : null;
    }),
    is_free: flagOf(wire.is_free) ?? false,
  };
}

/** A building that was closed. */
export interface ClosedBuilding {
  id: number;
  street: string;
  number: string;
  closed_at: string;
}

/** `GET …/closed/`. */
export const closedOf = (body: unknown): ClosedBuilding[] =>
  eachOf(objectOf(body).results, (value) => {
    const wire = objectOf(value);
    const id = idOf(wire);
    if (id === null) return null;
    return { id, street: textOf(wire.street), number: textOf(wire.number), closed_at: textOf(wire.closed_at) };
  });
