import {
  bareOf,
  buildingIn,
  countOf,
  entriesOf,
  flagOf,
  hasNext,
  idOf,
  isWireObject,
  namedOf,
  nestedIn,
  numberOf,
  objectOf,
  oneOf,
  partsOf,
  recordsIn,
  textOf,
  textOrNull,
  type WireObject,
} from '../open-shapes.ts';
import { TAG_OBJECTS, type TagObject } from './search.ts';

/**
 * The answers of the residents' search as the console has them, read from every shape that the documents leave open (G-68,
 * G-70).
 */

/** A resident of a unit that was found. */
export interface FoundPerson {
  id: number;
  user: number;
  first_name: string;
  last_name: string;
  phone_number: string;
  status: 'active' | 'created' | 'suspended';
  avatar: string | null;
  /** Null where the server does not say it. */
  is_all_units: boolean | null;
  /** Name of the chat with them; null where the server does not say it. */
  chat: string | null;
}

/** A unit that was found; parts of its place that the server does not tell are null. */
export interface FoundPlace {
  id: number;
  unit_type: string;
  label: string;
  porch: number | null;
  floor: number | null;
  pipe: string | null;
  residents: readonly FoundPerson[];
}

/** A building with units of it that were found. */
export interface FoundBuilding {
  id: number;
  street: string;
  number: string;
  complex: string | null;
  /** Of its units all that were found, on whatever page; null where the server does not say it. */
  units_count: number | null;
  units: readonly FoundPlace[];
}

/** A page of what was found. */
export interface FoundPage {
  /** As the server counts: units, or buildings. */
  count: number;
  /** Whether a page follows. */
  more: boolean;
  results: readonly FoundBuilding[];
}

/** «3», «ЖК»: a number or a name that stands bare or in an object under this key. */
const named = (value: unknown, key: string): unknown => (isWireObject(value) ? value[key] : value);

function residentOf(wire: WireObject): FoundPerson | null {
  const outer = nestedIn(wire, 'resident');
  const nested: WireObject = { ...objectOf(outer.user), ...outer };
  const user = idOf(outer.user) ?? idOf(outer);
  if (user === null) return null;
  return {
    id: idOf(nested) ?? user,
    user,
    first_name: textOf(nested.first_name),
    last_name: textOf(nested.last_name),
    phone_number: textOf(nested.phone_number),
    status: oneOf(['active', 'created', 'suspended'], nested.status),
    avatar: textOrNull(nested.avatar),
    is_all_units: flagOf(nested.is_all_units),
    chat: textOrNull(nested.chat),
  };
}

/** Its kind beside the thing itself, nested under `object` or `unit`, or flat. */
function placeOf(wire: WireObject): FoundPlace | null {
  const object = [wire.object, wire.unit].find(isWireObject) ?? wire;
  const id = idOf(object);
  if (id === null) return null;
  return {
    id,
    unit_type: textOf(wire.unit_type) || textOf(object.unit_type) || 'flat',
    label: textOf(object.label) || String(id),
    porch: numberOf(named(object.porch, 'number')),
    floor: numberOf(named(object.floor, 'number')),
    pipe: textOrNull(named(object.pipe, 'name')),
    residents: partsOf(wire.residents ?? object.residents, residentOf),
  };
}

function buildingOf(wire: WireObject): FoundBuilding | null {
  const building = buildingIn(wire);
  if (!building) return null;
  const nested = nestedIn(wire, 'building');
  return {
    ...building,
    complex: textOrNull(namedOf(nested.complex ?? wire.complex)),
    units_count: numberOf(wire.units_count),
    units: partsOf(wire.units ?? nested.units, placeOf),
  };
}

/** `GET /api/crm/search/smart_search_by_tags/?…&page_size=100`. */
export function foundPageOf(body: unknown): FoundPage {
  const results = recordsIn(body, buildingOf);
  return {
    count: (isWireObject(body) ? countOf(body) : null) ?? results.length,
    more: hasNext(body),
    results,
  };
}

/** What is offered during typing. */
export interface Offered {
  buildings: readonly { id: number; street: string; number: string; complex: string | null }[];
  complexes: readonly { id: number; name: string }[];
  residents: readonly (Pick<FoundPerson, 'id' | 'user' | 'first_name' | 'last_name' | 'avatar'> & {
    /** The first of their units; ours. */
    unit: { unit_type: string; label: string; building: { street: string; number: string } } | null;
  })[];
  types: readonly string[];
  search_str: string;
  /** Ours: how many each of the types would find. */
  counts: Readonly<Partial<Record<TagObject, number>>>;
  /** Ours: a short form that says several things at once. */
  parts: readonly { object_type: TagObject; id: string }[];
}

function offeredUnit(value: unknown): Offered['residents'][number]['unit'] {
  if (!isWireObject(value)) return null;
  const object = nestedIn(value, 'object');
  const building = objectOf(object.building);
  return {
    unit_type: textOf(value.unit_type) || 'flat',
    label: textOf(object.label),
    building: { street: textOf(building.street), number: textOf(building.number) },
  };
}

/** `POST /api/crm/search/smart_search/`. @param query what was asked for, where the answer does not repeat it */
export function offeredOf(body: unknown, query: string): Offered {
  const answer = nestedIn(objectOf(bareOf(body)), 'results');
  return {
    buildings: partsOf(answer.buildings, buildingOf),
    complexes: partsOf(answer.complexes, (wire) => {
      const complex = nestedIn(wire, 'complex');
      const id = idOf(complex);
      return id === null ? null : { id, name: namedOf(complex) };
    }),
    residents: partsOf(answer.residents, (wire) => {
      const found = residentOf(wire);
      return found && { ...found, unit: offeredUnit(wire.unit) };
    }),
    types: entriesOf(answer.types).map((type) => (isWireObject(type) ? textOf(type.object_type) : textOf(type))),
    search_str: textOf(answer.search_str) || query,
    counts: objectOf(answer.counts),
    parts: partsOf(answer.parts, (wire) => {
      const object_type = TAG_OBJECTS.find((known) => known === wire.object_type);
      return object_type ? { object_type, id: textOf(wire.id) } : null;
    }),
  };
}
