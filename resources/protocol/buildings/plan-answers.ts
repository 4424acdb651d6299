import { BUILDING_TYPES } from '../enums.ts';
import {
  decodeEach,
  decodeFlag,
  decodeId,
  decodeNumber,
  decodeObject,
  decodeOneOf,
  decodeText,
  nestedIn,
  textOrNull,
} from '../open-shapes.ts';
import { TIES, type Tie } from './ties.ts';

/** The address of a building and where it belongs, as the console has it. */
export interface Passport {
  id: number;
  street: string;
  number: string;
  complex: string | null;
  building_type: (typeof BUILDING_TYPES)[number];
  version: string | null;
}

/** `GET …/{id}/passport/`; null for what is no building. */
export function decodePassport(body: unknown): Passport | null {
  const wire = nestedIn(decodeObject(body), 'params');
  const id = decodeId(wire);
  if (id === null) return null;
  return {
    id,
    street: decodeText(wire.street),
    number: decodeText(wire.number),
    complex: textOrNull(wire.complex),
    building_type: decodeOneOf(BUILDING_TYPES, wire.building_type),
    version: textOrNull(wire.version),
  };
}

/** Ties of a building or a unit as the console has them. */
export interface TiesTold {
  ties: { tie: Tie; count: number }[];
  is_free: boolean;
}

/** `GET …/{id}/ties/`. What is not said to be free is not. */
export function decodeTies(body: unknown): TiesTold {
  const wire = decodeObject(body);
  return {
    ties: decodeEach(wire.ties, (value) => {
      const { tie, count } = decodeObject(value);
      const named = TIES.find((name) => name === tie);
      const counted = decodeNumber(count);
      return named && counted ? { tie: named, count: counted } : null;
    }),
    is_free: decodeFlag(wire.is_free) ?? false,
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
export const decodeClosedBuildings = (body: unknown): ClosedBuilding[] =>
  decodeEach(decodeObject(body).results, (value) => {
    const wire = decodeObject(value);
    const id = decodeId(wire);
    if (id === null) return null;
    return {
      id,
      street: decodeText(wire.street),
      number: decodeText(wire.number),
      closed_at: decodeText(wire.closed_at),
    };
  });
