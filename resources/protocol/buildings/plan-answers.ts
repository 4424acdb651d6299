import { BUILDING_TYPES } from '../enums.ts';
import {
  decodeEach,
  decodeFlag,
  decodeId,
  decodeNumber,
  decodeObject,
  decodeOneOf,
  decodeText,
  textOrNull,
  unwrapNested,
} from '../open-shapes.ts';
import { DEPENDENT_KINDS, type DependentKind } from './ties.ts';

/** Decoded address, complex and type of a building. */
export interface Passport {
  id: number;
  street: string;
  number: string;
  complex: string | null;
  building_type: (typeof BUILDING_TYPES)[number];
  version: string | null;
}

/** `GET …/{id}/passport/`; null without an id. */
export function decodePassport(body: unknown): Passport | null {
  const wire = unwrapNested(decodeObject(body), 'params');
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

/** Decoded ties of a building or a unit. */
export interface DecodedTies {
  ties: { tie: DependentKind; count: number }[];
  is_free: boolean;
}

/** `GET …/{id}/ties/`; not free unless the response says so. */
export function decodeTies(body: unknown): DecodedTies {
  const wire = decodeObject(body);
  return {
    ties: decodeEach(wire.ties, (value) => {
      const { tie, count } = decodeObject(value);
      const knownTie = DEPENDENT_KINDS.find((name) => name === tie);
      const tieCount = decodeNumber(count);
      return knownTie && tieCount ? { tie: knownTie, count: tieCount } : null;
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
