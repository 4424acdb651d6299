import * as z from 'zod';
import { UNIT_TYPES } from '../enums.ts';
import {
  decodeId,
  decodeNumber,
  decodeObject,
  decodeText,
  isWireObject,
  recordsIn,
  textOrNull,
} from '../open-shapes.ts';
import { SEARCH_MAX } from './search.ts';

/** `GET /api/crm/search/everything/?q=…&buildings_id=…`: our one search over everything (addition `everything`). */
export const EVERYTHING_PATH = '/api/crm/search/everything/';

/** Kinds of results. A `record` is one of a section that the installation added. */
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

/** The greatest length of what is looked for. */
export const EVERYTHING_MAX = SEARCH_MAX;
/** How many are answered in all, and of one kind. */
export const EVERYTHING_LIMITS = { all: 24, kind: 6 } as const;

const id = z.number().int();

const foundThing = z.object({
  kind: z.enum(FOUND_KINDS),
  id,
  /** Name of the section's definition, of a record. */
  resource: z.string().nullable(),
  /** Name or title; the text of a request. Empty for buildings and flats, which their address names. */
  title: z.string(),
  /** The text below: service, position, section. */
  detail: z.string(),
  place: z.object({ building: id, street: z.string(), number: z.string(), complex: z.string().nullable() }).nullable(),
  unit: z.object({ id, unit_type: z.enum(UNIT_TYPES), label: z.string() }).nullable(),
  phone_number: z.string().nullable(),
  /** Name of the chat (`usr…`, `grp…`) of a chat. */
  chat: z.string().nullable(),
  /** Of a request: stage and resolution. */
  stage: z.string().nullable(),
  resolution: z.string().nullable(),
  /** Points, see `resources/rules/search/rank.ts`. */
  score: z.number(),
});

export const everythingAnswer = z.object({
  /** The text as understood: one typed in the wrong keyboard layout is in the right one. */
  search_str: z.string(),
  /** The best first. */
  results: z.array(foundThing),
});
export type EverythingAnswer = z.output<typeof everythingAnswer>;
export type FoundThing = EverythingAnswer['results'][number];

/** Something that was found, of which nothing is known but what is given. */
export const foundThingWith = (
  values: Pick<FoundThing, 'kind' | 'id' | 'score'> & Partial<FoundThing>,
): FoundThing => ({
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

function decodeThing(wire: Readonly<Record<string, unknown>>): FoundThing | null {
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

/** The answer of a search over everything; unreadable results are left out. */
export function decodeEverything(body: unknown, query: string): EverythingAnswer {
  const answer = decodeObject(body);
  return {
    search_str: decodeText(answer.search_str) || query,
    results: recordsIn(answer.results, decodeThing),
  };
}
