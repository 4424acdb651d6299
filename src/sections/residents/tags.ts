import { type FoundObject, TAG_KEYS, type TagObject, type WireTag } from '#resources/protocol/search/search.ts';

/** A chosen condition of the search (RES-06). */
export type Tag =
  | { objectType: FoundObject; searchType: 'object'; id: number; label: string }
  | { objectType: TagObject; searchType: 'contains'; id: string; label: string };

/** Unique key of a tag. */
export const tagKey = ({ objectType, searchType, id }: Tag): string => `${objectType} ${searchType} ${id}`;

/** Adds tags; a tag that is already there is not added again. */
export function withTags(tags: readonly Tag[], added: readonly Tag[]): Tag[] {
  const existingKeys = new Set(tags.map(tagKey));
  return [...tags, ...added.filter((tag) => !existingKeys.has(tagKey(tag)))];
}

/** A tag as context of a request for suggestions (RES-02). */
export const toContext = ({ objectType, searchType, id }: Tag): WireTag => ({
  object_type: objectType,
  search_type: searchType,
  id,
});

/** URL query of the tags: comma-separated ids for each kind, one parameter for each text (RES-05). */
export function tagsQuery(tags: readonly Tag[]): string {
  const ids = new Map<string, number[]>();
  const texts: [string, string][] = [];
  for (const tag of tags) {
    if (tag.searchType === 'contains') texts.push([TAG_KEYS.contains[tag.objectType], tag.id]);
    else {
      const key = TAG_KEYS.object[tag.objectType];
      ids.set(key, [...(ids.get(key) ?? []), tag.id]);
    }
  }
  const objects = [...ids].map(([key, list]) => `${key}=${list.join(',')}`);
  return [...objects, ...texts.map(([key, text]) => `${key}=${encodeURIComponent(text)}`)].join('&');
}
