import {
  buildingIn,
  decodeCount,
  decodeEntries,
  decodeFlag,
  decodeId,
  decodeName,
  decodeNumber,
  decodeObject,
  decodeOneOf,
  decodeParts,
  decodeText,
  hasNext,
  isWireObject,
  nestedIn,
  recordsIn,
  textOrNull,
  unwrapBody,
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

function decodeFoundPerson(wire: WireObject): FoundPerson | null {
  const outer = nestedIn(wire, 'resident');
  const nested: WireObject = { ...decodeObject(outer.user), ...outer };
  const user = decodeId(outer.user) ?? decodeId(outer);
  if (user === null) return null;
  return {
    id: decodeId(nested) ?? user,
    user,
    first_name: decodeText(nested.first_name),
    last_name: decodeText(nested.last_name),
    phone_number: decodeText(nested.phone_number),
    status: decodeOneOf(['active', 'created', 'suspended'], nested.status),
    avatar: textOrNull(nested.avatar),
    is_all_units: decodeFlag(nested.is_all_units),
    chat: textOrNull(nested.chat),
  };
}

/** Its kind beside the thing itself, nested under `object` or `unit`, or flat. */
function decodePlace(wire: WireObject): FoundPlace | null {
  const object = [wire.object, wire.unit].find(isWireObject) ?? wire;
  const id = decodeId(object);
  if (id === null) return null;
  return {
    id,
    unit_type: decodeText(wire.unit_type) || decodeText(object.unit_type) || 'flat',
    label: decodeText(object.label) || String(id),
    porch: decodeNumber(named(object.porch, 'number')),
    floor: decodeNumber(named(object.floor, 'number')),
    pipe: textOrNull(named(object.pipe, 'name')),
    residents: decodeParts(wire.residents ?? object.residents, decodeFoundPerson),
  };
}

function decodeBuilding(wire: WireObject): FoundBuilding | null {
  const building = buildingIn(wire);
  if (!building) return null;
  const nested = nestedIn(wire, 'building');
  return {
    ...building,
    complex: textOrNull(decodeName(nested.complex ?? wire.complex)),
    units_count: decodeNumber(wire.units_count),
    units: decodeParts(wire.units ?? nested.units, decodePlace),
  };
}

/** `GET /api/crm/search/smart_search_by_tags/?…&page_size=100`. */
export function decodeFoundPage(body: unknown): FoundPage {
  const results = recordsIn(body, decodeBuilding);
  return {
    count: (isWireObject(body) ? decodeCount(body) : null) ?? results.length,
    more: hasNext(body),
    results,
  };
}

/** Suggestions during typing. */
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
  const building = decodeObject(object.building);
  return {
    unit_type: decodeText(value.unit_type) || 'flat',
    label: decodeText(object.label),
    building: { street: decodeText(building.street), number: decodeText(building.number) },
  };
}

/** `POST /api/crm/search/smart_search/`. @param query what was asked for, where the answer does not repeat it */
export function decodeOffered(body: unknown, query: string): Offered {
  const answer = nestedIn(decodeObject(unwrapBody(body)), 'results');
  return {
    buildings: decodeParts(answer.buildings, decodeBuilding),
    complexes: decodeParts(answer.complexes, (wire) => {
      const complex = nestedIn(wire, 'complex');
      const id = decodeId(complex);
      return id === null ? null : { id, name: decodeName(complex) };
    }),
    residents: decodeParts(answer.residents, (wire) => {
      const found = decodeFoundPerson(wire);
      return found && { ...found, unit: offeredUnit(wire.unit) };
    }),
    types: decodeEntries(answer.types).map((type) =>
      isWireObject(type) ? decodeText(type.object_type) : decodeText(type),
    ),
    search_str: decodeText(answer.search_str) || query,
    counts: decodeObject(answer.counts),
    parts: decodeParts(answer.parts, (wire) => {
      const object_type = TAG_OBJECTS.find((known) => known === wire.object_type);
      return object_type ? { object_type, id: decodeText(wire.id) } : null;
    }),
  };
}
