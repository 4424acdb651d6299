import * as z from 'zod';
import { TEXT } from '#resources/limits.ts';
import { RESIDENT_STATUSES, UNIT_TYPES } from '../enums.ts';

const id = z.number().int();

/** Subjects of a tag (RES-06). */
export const TAG_OBJECTS = ['complex', 'building', 'resident', 'porch', 'unit', 'pipe', 'floor', 'phone'] as const;
export type TagObject = (typeof TAG_OBJECTS)[number];

/** Those that are found as themselves; the others only by what they contain. */
const FOUND_OBJECTS = ['complex', 'building', 'resident'] as const satisfies readonly TagObject[];
export type FoundObject = (typeof FOUND_OBJECTS)[number];

/** The greatest length of what is searched for. */
export const SEARCH_MAX = TEXT.search.max;
/** Tags of one search. */
export const TAGS_MAX = 30;

/** A chosen tag on the wire: `id` is the id of an object, or the text that is contained. */
const wireTag = z
  .object({
    object_type: z.enum(TAG_OBJECTS, 'validation.choice'),
    search_type: z.enum(['object', 'contains'], 'validation.choice'),
    id: z.union(
      [z.int().positive().max(2_147_483_647), z.string().trim().min(1).max(SEARCH_MAX)],
      'validation.unknown',
    ),
  })
  .refine(({ search_type, id }) => search_type === 'contains' || typeof id === 'number', 'validation.unknown');
export type WireTag = z.output<typeof wireTag>;

/** `POST /api/crm/search/smart_search/` (RES-02): what is being typed, and the tags chosen already. */
export const smartSearchBody = z.object({
  search: z.string('validation.notText').max(SEARCH_MAX, 'validation.tooLong'),
  context: z.array(wireTag, 'validation.choice').max(TAGS_MAX, 'validation.tooMany').default([]),
});

/** How many a 'contains' tag would find: units, or people for `resident` and `phone`; `COUNTED_MOST` stands for more. */
export const COUNTED_MOST = 100;

/** Results while typing. The keys of the specification, and additions that draw them better. */
export const smartSearchAnswer = z.object({
  buildings: z.array(z.object({ id, street: z.string(), number: z.string(), complex: z.string().nullable() })),
  complexes: z.array(z.object({ id, name: z.string() })),
  residents: z.array(
    z.object({
      id,
      user: id,
      first_name: z.string(),
      last_name: z.string(),
      phone_number: z.string(),
      avatar: z.string().nullable(),
      /** The first of their units in reach. */
      unit: z.object({
        unit_type: z.enum(UNIT_TYPES),
        label: z.string(),
        building: z.object({ street: z.string(), number: z.string() }),
      }),
    }),
  ),
  /** Of what a 'contains' tag of `search_str` would find something (G decided: one tag each). */
  types: z.array(z.enum(TAG_OBJECTS)),
  /** The text as understood: one typed in the wrong keyboard layout is in the right one; of «кв12» it is «12». */
  search_str: z.string(),
  /** How many each of the types would find. */
  counts: z.partialRecord(z.enum(TAG_OBJECTS), z.number().int()),
  /** A short form that says several things at once: «д5 кв12». Empty when it does not, or finds nothing. */
  parts: z.array(z.object({ object_type: z.enum(TAG_OBJECTS), search_type: z.literal('contains'), id: z.string() })),
});
export type SmartSearchAnswer = z.output<typeof smartSearchAnswer>;

/** A resident of a unit that was found. */
const foundResident = z.object({
  id,
  user: id,
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
  status: z.enum(RESIDENT_STATUSES),
  avatar: z.string().nullable(),
  is_all_units: z.boolean(),
  /** Ours. The name `usr…` of the chat with them; null without an account in use, and for a reader without the chat. */
  chat: z.string().nullable(),
});
export type FoundResident = z.output<typeof foundResident>;

/** A unit that was found. */
const foundUnit = z.object({
  id,
  unit_type: z.enum(UNIT_TYPES),
  label: z.string(),
  porch: z.object({ id, number: z.number().int() }),
  floor: z.object({ id, number: z.number().int() }),
  pipe: z.object({ id, name: z.string() }).nullable(),
  residents: z.array(foundResident),
});
export type FoundUnit = z.output<typeof foundUnit>;

/** A building with those of its units that were found and stand on this page. */
const foundBuilding = z.object({
  id,
  street: z.string(),
  number: z.string(),
  complex: z.object({ id, name: z.string() }).nullable(),
  /** Of its units all that were found, on whatever page. */
  units_count: z.number().int(),
  units: z.array(foundUnit),
});
export type FoundBuilding = z.output<typeof foundBuilding>;

/** `GET /api/crm/search/smart_search_by_tags/?…&page_size=100`: paged by units (READ-08). */
export const searchPage = z.object({
  /** Units in all. */
  count: z.number().int(),
  previous: z.string().nullable(),
  next: z.string().nullable(),
  /** Number of this page, from 1. */
  number: z.number().int(),
  page_size: z.number().int(),
  results: z.array(foundBuilding),
});
export type SearchPage = z.output<typeof searchPage>;

/** Query keys of the tags: ids of objects, comma-separated; texts that are contained, a key each (RES-05). */
export const TAG_KEYS = {
  object: { complex: 'complexes_id', building: 'buildings_id', resident: 'residents_id' },
  contains: {
    complex: 'complex_entry',
    building: 'building_entry',
    resident: 'resident_entry',
    porch: 'porch_entry',
    unit: 'unit_entry',
    pipe: 'pipe_entry',
    floor: 'floor_entry',
    phone: 'phone_entry',
  },
} as const satisfies { object: Record<FoundObject, string>; contains: Record<TagObject, string> };
