import * as z from 'zod';
import { PAGE } from '#resources/limits.ts';
import {
  SEARCH_MAX,
  TAG_KEYS,
  TAG_OBJECTS,
  TAGS_MAX,
  type TagObject,
  type WireTag,
} from '#resources/protocol/search/search.ts';
import { queryIds } from '#server/http/queries.ts';

/** Chosen tags. Tags of one kind are alternatives; different kinds must all match. */
export interface Tags {
  /** Ids of the chosen objects; null if none is chosen. */
  complexes: readonly number[] | null;
  buildings: readonly number[] | null;
  residents: readonly number[] | null;
  /** Texts of 'contains' tags, by kind. */
  entries: Readonly<Partial<Record<TagObject, readonly string[]>>>;
}

/** Whether there are no tags; then nothing is searched (RES-07). */
export function hasNoTags({ complexes, buildings, residents, entries }: Tags): boolean {
  return !complexes && !buildings && !residents && !Object.values(entries).some((texts) => texts.length);
}

const entry = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) =>
    [value ?? []]
      .flat()
      .map((text) => text.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().max(SEARCH_MAX, 'validation.tooLong')).max(TAGS_MAX, 'validation.tooMany'));

const pageParam = (max: number, initial: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'validation.number')
    .transform(Number)
    .pipe(z.number().max(max, 'validation.numberHigh'))
    .default(initial);

const { contains, object } = TAG_KEYS;

/** `GET /api/crm/search/smart_search_by_tags/?…&page_size=100` (residents.md); `page` is the number of the page, from 1. */
export const searchTagsQuery = z.object({
  [object.complex]: queryIds,
  [object.building]: queryIds,
  [object.resident]: queryIds,
  [contains.complex]: entry,
  [contains.building]: entry,
  [contains.resident]: entry,
  [contains.porch]: entry,
  [contains.unit]: entry,
  [contains.pipe]: entry,
  [contains.floor]: entry,
  [contains.phone]: entry,
  page: pageParam(100_000, 1),
  page_size: pageParam(PAGE.max, PAGE.smartSearch),
});
export type TagsQuery = z.output<typeof searchTagsQuery>;

/** Reads the tags of a query. */
export function readQueryTags(query: TagsQuery): Tags {
  return {
    complexes: query.complexes_id,
    buildings: query.buildings_id,
    residents: query.residents_id,
    entries: Object.fromEntries(TAG_OBJECTS.map((kind) => [kind, query[contains[kind]]])),
  };
}

const tagIds = (tags: readonly WireTag[], kind: TagObject): number[] | null => {
  const ids = tags.flatMap(({ object_type, search_type, id }) =>
    object_type === kind && search_type === 'object' ? [Number(id)] : [],
  );
  return ids.length ? ids : null;
};

/** Reads the tags of a context. An id that names nothing is no error: it finds nothing. */
export function readContextTags(tags: readonly WireTag[]): Tags {
  const selectTexts = (kind: TagObject) =>
    tags.flatMap(({ object_type, search_type, id }) =>
      object_type === kind && search_type === 'contains' ? [String(id)] : [],
    );
  return {
    complexes: tagIds(tags, 'complex'),
    buildings: tagIds(tags, 'building'),
    residents: tagIds(tags, 'resident'),
    entries: Object.fromEntries(TAG_OBJECTS.map((kind) => [kind, selectTexts(kind)])),
  };
}

/** A copy of the tags with an entry of this kind. */
export function withEntry(tags: Tags, kind: TagObject, text: string): Tags {
  // Replaces earlier entries of the kind, because a suggestion counts only the results of the typed text.
  return { ...tags, entries: { ...tags.entries, [kind]: [text] } };
}

/** URL of another page of the same search; null if there is no such page. */
export function searchPageLink(url: string, query: TagsQuery, number: number | null): string | null {
  if (number === null) return null;
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (key === 'page' || key === 'page_size' || value === null) continue;
    if (key.endsWith('_id')) params.append(key, [value].flat().join(','));
    else for (const text of [value].flat()) params.append(key, String(text));
  }
  params.append('page', String(number));
  params.append('page_size', String(query.page_size));
  return `${url}?${params}`;
}
