import { RESIDENT_STATUSES, UNIT_TYPES } from '../enums.ts';
import {
  bareOf,
  buildingIn,
  flagOf,
  idOf,
  isWireObject,
  nestedIn,
  numberOf,
  objectOf,
  oneOf,
  partsOf,
  textOf,
  textOrNull,
  under,
  type WireObject,
} from '../open-shapes.ts';

/** A unit of a resident (G-70); parts of its place that the server does not tell are null. */
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

/** A resident as the console has them. */
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
  /** False: a unit is out of the reader's reach (ours). */
  is_all_units?: boolean;
}

const numbered = (value: unknown): { number: number } | null => {
  const number = numberOf(isWireObject(value) ? value.number : value);
  return number === null ? null : { number };
};

function unitOf(wire: WireObject): ResidentUnit | null {
  const object = [wire.object, wire.unit].find(isWireObject) ?? wire;
  const id = idOf(object);
  if (id === null) return null;
  const pipe = textOf(isWireObject(object.pipe) ? object.pipe.name : object.pipe);
  const building = idOf(object.building);
  return {
    unit_type: oneOf(UNIT_TYPES, wire.unit_type ?? object.unit_type),
    object: {
      id,
      label: textOf(object.label) || String(id),
      building: isWireObject(object.building)
        ? buildingIn(object.building)
        : building === null
          ? null
          : { id: building, street: '', number: '' },
      porch: numbered(object.porch),
      floor: numbered(object.floor),
      pipe: pipe ? { name: pipe } : null,
    },
  };
}

/** `GET /api/crm/residents/{id}/` (residents.md); null without a person. */
export function residentOf(wire: WireObject): Resident | null {
  const outer = nestedIn(wire, 'resident');
  const person: WireObject = { ...objectOf(outer.user), ...outer };
  const user = idOf(outer.user) ?? idOf(outer);
  if (user === null) return null;
  const gender = textOf(person.gender);
  const all = flagOf(person.is_all_units);
  return {
    id: idOf(person) ?? user,
    user,
    first_name: textOf(person.first_name),
    last_name: textOf(person.last_name),
    phone_number: textOf(person.phone_number),
    gender: gender === 'male' || gender === 'female' ? gender : null,
    email: textOrNull(person.email),
    status: oneOf(RESIDENT_STATUSES, person.status),
    avatar: textOrNull(person.avatar),
    units: partsOf(person.units ?? under(objectOf(wire), 'units'), unitOf),
    ...(all === null ? {} : { is_all_units: all }),
  };
}

/** Reads the answer of `GET /api/crm/residents/invitation/`; an empty text when the server sends none. */
export const residentInvitationOf = (body: unknown): string => textOf(objectOf(bareOf(body)).text);
