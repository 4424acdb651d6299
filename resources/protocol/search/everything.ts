import * as z from 'zod';
import { UNIT_TYPES } from '../enums.ts';
import {
  decodeId,
  decodeList,
  decodeNumber,
  decodeObject,
  decodeText,
  isWireObject,
  textOrNull,
} from '../open-shapes.ts';
import { SEARCH_MAX } from './search.ts';

/** `GET /api/crm/search/everything/?q=…&buildings_id=…`: our one search over everything (addition `everything`). */
export const EVERYTHING_PATH = '/api/crm/search/everything/';

/** Kinds of results; a `record` belongs to an added section. */
const FOUND_KINDS = [
  'building',
  'flat',
  'resident',
  'request',
  'news',
  'employee',
  'chat',
  'camera',
  'record',
] as const;

/** Maximum length of the search text, characters. */
export const EVERYTHING_MAX = SEARCH_MAX;
/** Maximum number of results in total and of one kind. */
export const EVERYTHING_LIMITS = { all: 24, kind: 6 } as const;

const id = z.number().int();

const foundItem = z.object({
  kind: z.enum(FOUND_KINDS),
  id,
  /** Name of the section's definition; only for a record. */
  resource: z.string().nullable(),
  /** Name or title; text of a request; empty for buildings and flats, which are shown by address. */
  title: z.string(),
  /** Secondary text: service, position, section. */
  detail: z.string(),
  place: z.object({ building: id, street: z.string(), number: z.string(), complex: z.string().nullable() }).nullable(),
  unit: z.object({ id, unit_type: z.enum(UNIT_TYPES), label: z.string() }).nullable(),
  phone_number: z.string().nullable(),
  /** Chat id (`usr…`, `grp…`); only for a chat. */
  chat: z.string().nullable(),
  /** Stage and resolution; only for a request. */
  stage: z.string().nullable(),
  resolution: z.string().nullable(),
  /** Relevance, see `resources/rules/search/rank.ts`. */
  score: z.number(),
});

export const everythingAnswer = z.object({
  /** The search text as interpreted, with a wrong keyboard layout corrected. */
  search_str: z.string(),
  /** Best first. */
  results: z.array(foundItem),
});
export type EverythingAnswer = z.output<typeof everythingAnswer>;
export type FoundItem = EverythingAnswer['results'][number];

/** Creates a result; everything that is not given is empty. */
export const createFoundItem = (values: Pick<FoundItem, 'kind' | 'id' | 'score'> & Partial<FoundItem>): FoundItem => ({
  resource: null,
  title: '',
  detail: '',
  place: null,
  unit: null,
  phone_number: null,
  chat: null,
  stage: null,
  resolution: null,
  ...values,
});

function decodeItem(wire: Readonly<Record<string, unknown>>): FoundItem | null {
  const id = decodeId(wire);
  const kind = FOUND_KINDS.find((one) => one === wire.kind);
  if (id === null || !kind) return null;
  const place = decodeObject(wire.place);
  const unit = decodeObject(wire.unit);
  return {
    kind,
    id,
    resource: textOrNull(wire.resource),
    title: decodeText(wire.title),
    detail: decodeText(wire.detail),
    place: isWireObject(wire.place)
      ? {
          building: decodeNumber(place.building) ?? 0,
          street: decodeText(place.street),
          number: decodeText(place.number),
          complex: textOrNull(place.complex),
        }
      : null,
    unit: isWireObject(wire.unit)
      ? {
          id: decodeNumber(unit.id) ?? 0,
          unit_type: UNIT_TYPES.find((type) => type === unit.unit_type) ?? 'flat',
          label: decodeText(unit.label),
        }
      : null,
    phone_number: textOrNull(wire.phone_number),
    chat: textOrNull(wire.chat),
    stage: textOrNull(wire.stage),
    resolution: textOrNull(wire.resolution),
    score: decodeNumber(wire.score) ?? 0,
  };
}

/** Decodes a search over everything; invalid results are left out. */
export function decodeEverything(body: unknown, query: string): EverythingAnswer {
  const answer = decodeObject(body);
  return {
    search_str: decodeText(answer.search_str) || query,
    results: decodeList(answer.results, decodeItem),
  };
}
