import {
  decodeBuildingRef,
  decodeCount,
  decodeEntries,
  decodeFlag,
  decodeId,
  decodeList,
  decodeName,
  decodeNumber,
  decodeObject,
  decodeOneOf,
  decodeParts,
  decodeText,
  hasNext,
  isWireObject,
  textOrNull,
  unwrapBody,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';
import { TAG_OBJECTS, type TagObject } from './search.ts';

/** Decoders of the residents' search; they accept every shape the specification allows (G-68, G-70). */

/** A resident of a found unit. */
export interface FoundPerson {
  id: number;
  user: number;
  first_name: string;
  last_name: string;
  phone_number: string;
  status: 'active' | 'created' | 'suspended';
  avatar: string | null;
  /** Null if the server does not send it. */
  is_all_units: boolean | null;
  /** Chat id; null if the server does not send it. */
  chat: string | null;
}

/** A found unit; missing parts of its location are null. */
export interface FoundPlace {
  id: number;
  unit_type: string;
  label: string;
  porch: number | null;
  floor: number | null;
  pipe: string | null;
  residents: readonly FoundPerson[];
}

/** A building with found units. */
export interface FoundBuilding {
  id: number;
  street: string;
  number: string;
  complex: string | null;
  /** Number of its found units on all pages; null if the server does not send it. */
  units_count: number | null;
  units: readonly FoundPlace[];
}

/** A page of results. */
export interface FoundPage {
  /** Number of results as the server counts them: units or buildings. */
  count: number;
  /** Whether there is a next page. */
  more: boolean;
  results: readonly FoundBuilding[];
}

/** A number or a name, either plain or under this key of an object: «3», «ЖК». */
const plainOrKey = (value: unknown, key: string): unknown => (isWireObject(value) ? value[key] : value);

function decodeFoundPerson(wire: WireObject): FoundPerson | null {
  const outer = unwrapNested(wire, 'resident');
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

/** The type may be beside the unit itself, which is nested under `object` or `unit`, or flat. */
function decodePlace(wire: WireObject): FoundPlace | null {
  const object = [wire.object, wire.unit].find(isWireObject) ?? wire;
  const id = decodeId(object);
  if (id === null) return null;
  return {
    id,
    unit_type: decodeText(wire.unit_type) || decodeText(object.unit_type) || 'flat',
    label: decodeText(object.label) || String(id),
    porch: decodeNumber(plainOrKey(object.porch, 'number')),
    floor: decodeNumber(plainOrKey(object.floor, 'number')),
    pipe: textOrNull(plainOrKey(object.pipe, 'name')),
    residents: decodeParts(wire.residents ?? object.residents, decodeFoundPerson),
  };
}

function decodeBuilding(wire: WireObject): FoundBuilding | null {
  const building = decodeBuildingRef(wire);
  if (!building) return null;
  const nested = unwrapNested(wire, 'building');
  return {
    ...building,
    complex: textOrNull(decodeName(nested.complex ?? wire.complex)),
    units_count: decodeNumber(wire.units_count),
    units: decodeParts(wire.units ?? nested.units, decodePlace),
  };
}

/** `GET /api/crm/search/smart_search_by_tags/?…&page_size=100`. */
export function decodeFoundPage(body: unknown): FoundPage {
  const results = decodeList(body, decodeBuilding);
  return {
    count: (isWireObject(body) ? decodeCount(body) : null) ?? results.length,
    more: hasNext(body),
    results,
  };
}

/** Suggestions while typing. */
export interface SearchSuggestions {
  buildings: readonly { id: number; street: string; number: string; complex: string | null }[];
  complexes: readonly { id: number; name: string }[];
  residents: readonly (Pick<FoundPerson, 'id' | 'user' | 'first_name' | 'last_name' | 'avatar'> & {
    /** Their first unit; ours. */
    unit: { unit_type: string; label: string; building: { street: string; number: string } } | null;
  })[];
  types: readonly string[];
  search_str: string;
  /** Ours: number of results for each type. */
  counts: Readonly<Partial<Record<TagObject, number>>>;
  /** Ours: the parts of a short form with several criteria. */
  parts: readonly { object_type: TagObject; id: string }[];
}

function decodeSuggestedUnit(value: unknown): SearchSuggestions['residents'][number]['unit'] {
  if (!isWireObject(value)) return null;
  const object = unwrapNested(value, 'object');
  const building = decodeObject(object.building);
  return {
    unit_type: decodeText(value.unit_type) || 'flat',
    label: decodeText(object.label),
    building: { street: decodeText(building.street), number: decodeText(building.number) },
  };
}

/**
 * `POST /api/crm/search/smart_search/`.
 * @param query the query, used if the response does not repeat it
 */
export function decodeSuggestions(body: unknown, query: string): SearchSuggestions {
  const answer = unwrapNested(decodeObject(unwrapBody(body)), 'results');
  return {
    buildings: decodeParts(answer.buildings, decodeBuilding),
    complexes: decodeParts(answer.complexes, (wire) => {
      const complex = unwrapNested(wire, 'complex');
      const id = decodeId(complex);
      return id === null ? null : { id, name: decodeName(complex) };
    }),
    residents: decodeParts(answer.residents, (wire) => {
      const found = decodeFoundPerson(wire);
      return found && { ...found, unit: decodeSuggestedUnit(wire.unit) };
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
