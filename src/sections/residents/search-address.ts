import '#i18n/resident-search-texts.ts';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { COLUMNS_KEY } from '#console/engine/list/column-choice/column-choice.ts';
import { unset } from '#i18n/typeset.ts';
import { PAGE } from '#resources/limits.ts';
import { SEARCH_MAX, TAG_KEYS, TAG_OBJECTS, type TagObject } from '#resources/protocol/search/search.ts';
import { currentSearch, type SearchState, showSearch, useSearch } from './search-state.ts';
import { type Tag, tagsQuery } from './tags.ts';

/**
 * The search of residents is kept in the URL, so that reload, back button and links restore it. Typed names and phone numbers
 * must not be in URLs, which servers log, so they are kept in the state of the history entry.
 */

/** State kept in the history entry of the page. */
interface EntryState {
  /** Typed names and telephones. */
  typed?: readonly Tag[];
  /** Names of residents by id, passed by links such as those of the global search. */
  names?: Readonly<Record<string, string>>;
}

const PRIVATE: ReadonlySet<TagObject> = new Set<TagObject>(['resident', 'phone']);
const isPrivate = ({ searchType, objectType }: Tag) => searchType === 'contains' && PRIVATE.has(objectType);

/** Returns the name of an object whose id is in the URL. */
type FindName = (objectType: keyof typeof TAG_KEYS.object, id: number) => string;

const readNumber = (params: URLSearchParams, name: string): number | null => {
  const value = Number(params.get(name));
  return Number.isInteger(value) && value > 0 ? value : null;
};

function readUrlTags(params: URLSearchParams, findName: FindName): Tag[] {
  const objects = (Object.entries(TAG_KEYS.object) as [keyof typeof TAG_KEYS.object, string][]).flatMap(([kind, key]) =>
    (params.get(key) ?? '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isInteger(id) && id > 0)
      .map((id): Tag => ({ objectType: kind, searchType: 'object', id, label: findName(kind, id) })),
  );
  const texts = TAG_OBJECTS.filter((kind) => !PRIVATE.has(kind)).flatMap((kind) =>
    params
      .getAll(TAG_KEYS.contains[kind])
      .map((text) => text.trim().slice(0, SEARCH_MAX))
      .filter(Boolean)
      .map((text): Tag => ({ objectType: kind, searchType: 'contains', id: text, label: text })),
  );
  return [...objects, ...texts];
}

/** Reads a search from a URL and its history entry; null if they contain none. */
function readAddress(address: string, entryState: EntryState | null, findName: FindName): SearchState | null {
  const params = new URLSearchParams(address);
  const tags = [...readUrlTags(params, findName), ...(entryState?.typed ?? [])];
  if (!tags.length) return null;
  const size = readNumber(params, 'size');
  return {
    tags,
    page: readNumber(params, 'page') ?? 1,
    size: PAGE.residentsSizes.find((option) => option === size) ?? PAGE.residents,
    unit: readNumber(params, 'unit'),
  };
}

/** The URL query of a search, and the tags for its history entry. */
function searchAddress({ tags, page, size, unit }: SearchState): { search: string; typed: readonly Tag[] } {
  const privateTags = tags.filter(isPrivate);
  const publicTags = tags.filter((tag) => !isPrivate(tag));
  const position = [
    ...(page > 1 ? [`page=${page}`] : []),
    ...(size === PAGE.residents ? [] : [`size=${size}`]),
    ...(unit === null ? [] : [`unit=${unit}`]),
  ];
  const query = [tagsQuery(publicTags), ...(tags.length ? position : [])].filter(Boolean).join('&');
  return { search: query && `?${query}`, typed: privateTags };
}

/**
 * Converts a search to a saved view.
 * @returns the URL query, and whether typed names or phone numbers were left out of it
 */
export function searchView({ tags, size }: SearchState, columns: string): { query: string; isPart: boolean } {
  const { search, typed: privateTags } = searchAddress({ tags, size, page: 1, unit: null });
  const params = new URLSearchParams(search);
  params.set(COLUMNS_KEY, columns);
  return { query: params.toString(), isPart: privateTags.length > 0 };
}

/** Synchronises the search with the URL; a URL without a query restores the previous search. */
export function useSearchAddress(): void {
  const translate = useTranslate();
  const location = useLocation();
  const navigate = useNavigate();
  const search = useSearch();
  const { byId, complexes, isPending } = useBuildings();
  const lastQuery = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a URL is read once, when it changes
  useEffect(() => {
    if (isPending || lastQuery.current === location.search) return;
    lastQuery.current = location.search;
    const entryState = location.state as EntryState | null;
    const addressSearch = readAddress(location.search, entryState, (kind, id) => {
      if (kind === 'resident') return entryState?.names?.[id] ?? translate('residents.search.someone');
      if (kind === 'complex') return complexes.find((complex) => complex.id === id)?.name ?? String(id);
      const building = byId.get(id);
      return building ? unset(buildingLabel(building)) : String(id);
    });
    if (addressSearch) showSearch(addressSearch);
  }, [location, isPending]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other state of the history entry is only copied
  useEffect(() => {
    if (isPending || lastQuery.current === null) return;
    // Read from the store, because `search` of this render may be older.
    const { search: next, typed: privateTags } = searchAddress(currentSearch());
    const entryState = location.state as EntryState | null;
    if (next === location.search && JSON.stringify(privateTags) === JSON.stringify(entryState?.typed ?? [])) return;
    lastQuery.current = next;
    void navigate({ search: next }, { replace: true, state: { ...entryState, typed: privateTags } });
  }, [search, isPending, location.search]);
}
