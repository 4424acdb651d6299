import * as z from 'zod';
import { TEXT } from '#resources/limits.ts';
import { RESIDENT_STATUSES, UNIT_TYPES } from '../enums.ts';

const id = z.number().int();

/** Types of search tags (RES-06). */
export const TAG_OBJECTS = ['complex', 'building', 'resident', 'porch', 'unit', 'pipe', 'floor', 'phone'] as const;
export type TagObject = (typeof TAG_OBJECTS)[number];

/** Types that can be found themselves; for the others only units that match them are found. */
const FOUND_OBJECTS = ['complex', 'building', 'resident'] as const satisfies readonly TagObject[];
export type FoundObject = (typeof FOUND_OBJECTS)[number];

/** Maximum length of the search text, characters. */
export const SEARCH_MAX = TEXT.search.max;
/** Maximum number of filter tags in one search. */
export const TAGS_MAX = 30;

/** A chosen tag on the wire; `id` is the id of an object, or the text to match. */
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

/** `POST /api/crm/search/smart_search/` (RES-02): the text being typed, and the tags chosen so far. */
export const smartSearchBody = z.object({
  search: z.string('validation.notText').max(SEARCH_MAX, 'validation.tooLong'),
  context: z.array(wireTag, 'validation.choice').max(TAGS_MAX, 'validation.tooMany').default([]),
});

/** Highest count of results of a 'contains' tag (units, or people for `resident` and `phone`); stands for this many or more. */
export const TAG_COUNT_MAX = 100;

/** Suggestions while typing: the keys of the specification, and our additions. */
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
      /** Their first unit in reach. */
      unit: z.object({
        unit_type: z.enum(UNIT_TYPES),
        label: z.string(),
        building: z.object({ street: z.string(), number: z.string() }),
      }),
    }),
  ),
  /** Types for which a 'contains' tag with `search_str` would find something (one tag each). */
  types: z.array(z.enum(TAG_OBJECTS)),
  /** The search text as interpreted: a wrong keyboard layout is corrected, and «кв12» becomes «12». */
  search_str: z.string(),
  /** Number of results for each type. */
  counts: z.partialRecord(z.enum(TAG_OBJECTS), z.number().int()),
  /** The parts of a short form with several criteria: «д5 кв12»; empty if it is none or finds nothing. */
  parts: z.array(z.object({ object_type: z.enum(TAG_OBJECTS), search_type: z.literal('contains'), id: z.string() })),
});
export type SmartSearchAnswer = z.output<typeof smartSearchAnswer>;

/** A resident of a found unit. */
const foundResident = z.object({
  id,
  user: id,
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
  status: z.enum(RESIDENT_STATUSES),
  avatar: z.string().nullable(),
  is_all_units: z.boolean(),
  /** Ours: chat id `usr…`; null without an active account, and for a reader without the chat right. */
  chat: z.string().nullable(),
});
export type FoundResident = z.output<typeof foundResident>;

/** A found unit. */
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

/** A building with those of its found units that are on this page. */
const foundBuilding = z.object({
  id,
  street: z.string(),
  number: z.string(),
  complex: z.object({ id, name: z.string() }).nullable(),
  /** Number of its found units on all pages. */
  units_count: z.number().int(),
  units: z.array(foundUnit),
});
export type FoundBuilding = z.output<typeof foundBuilding>;

/** `GET /api/crm/search/smart_search_by_tags/?…&page_size=100`: paged by units (READ-08). */
export const searchPage = z.object({
  /** Number of found units. */
  count: z.number().int(),
  previous: z.string().nullable(),
  next: z.string().nullable(),
  /** Number of this page, from 1. */
  number: z.number().int(),
  page_size: z.number().int(),
  results: z.array(foundBuilding),
});
export type SearchPage = z.output<typeof searchPage>;

/** Query parameters of tags: comma-separated ids of objects, and one parameter for each text to match (RES-05). */
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
