import { RESIDENT_STATUSES, UNIT_TYPES } from '../enums.ts';
import {
  decodeBuildingRef,
  decodeFlag,
  decodeId,
  decodeNumber,
  decodeObject,
  decodeOneOf,
  decodeParts,
  decodeText,
  getKey,
  isWireObject,
  textOrNull,
  unwrapBody,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';

/** A unit of a resident (G-70); missing parts of its location are null. */
interface ResidentUnit {
  unit_type: (typeof UNIT_TYPES)[number];
  object: {
    id: number;
    label: string;
    building: { id: number; street: string; number: string } | null;
    porch: { number: number } | null;
    floor: { number: number } | null;
    pipe: { name: string } | null;
  };
}

/** A decoded resident. */
export interface Resident {
  id: number;
  user: number;
  first_name: string;
  last_name: string;
  phone_number: string;
  gender: 'male' | 'female' | null;
  email: string | null;
  status: (typeof RESIDENT_STATUSES)[number];
  avatar: string | null;
  units: ResidentUnit[];
  /** False if a unit is out of the reader's reach (ours). */
  is_all_units?: boolean;
}

const decodeNumberOnly = (value: unknown): { number: number } | null => {
  const number = decodeNumber(isWireObject(value) ? value.number : value);
  return number === null ? null : { number };
};

function decodeUnit(wire: WireObject): ResidentUnit | null {
  const object = [wire.object, wire.unit].find(isWireObject) ?? wire;
  const id = decodeId(object);
  if (id === null) return null;
  const pipe = decodeText(isWireObject(object.pipe) ? object.pipe.name : object.pipe);
  const building = decodeId(object.building);
  return {
    unit_type: decodeOneOf(UNIT_TYPES, wire.unit_type ?? object.unit_type),
    object: {
      id,
      label: decodeText(object.label) || String(id),
      building: isWireObject(object.building)
        ? decodeBuildingRef(object.building)
        : building === null
          ? null
          : { id: building, street: '', number: '' },
      porch: decodeNumberOnly(object.porch),
      floor: decodeNumberOnly(object.floor),
      pipe: pipe ? { name: pipe } : null,
    },
  };
}

/** `GET /api/crm/residents/{id}/` (residents.md); null without a user id. */
export function decodeResident(wire: WireObject): Resident | null {
  const outer = unwrapNested(wire, 'resident');
  const person: WireObject = { ...decodeObject(outer.user), ...outer };
  const user = decodeId(outer.user) ?? decodeId(outer);
  if (user === null) return null;
  const gender = decodeText(person.gender);
  const isAllUnits = decodeFlag(person.is_all_units);
  return {
    id: decodeId(person) ?? user,
    user,
    first_name: decodeText(person.first_name),
    last_name: decodeText(person.last_name),
    phone_number: decodeText(person.phone_number),
    gender: gender === 'male' || gender === 'female' ? gender : null,
    email: textOrNull(person.email),
    status: decodeOneOf(RESIDENT_STATUSES, person.status),
    avatar: textOrNull(person.avatar),
    units: decodeParts(person.units ?? getKey(decodeObject(wire), 'units'), decodeUnit),
    ...(isAllUnits === null ? {} : { is_all_units: isAllUnits }),
  };
}

/** `GET /api/crm/residents/invitation/`; empty if the server sends no text. */
export const decodeResidentInvitation = (body: unknown): string => decodeText(decodeObject(unwrapBody(body)).text);
