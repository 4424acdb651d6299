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
 * The search of residents stands in the address, so that a reload, the way back and a link restore it. Typed names and telephones
 * do not belong into an address, which servers write down: they stand in the state of the history entry beside it.
 */

/** State kept in the history entry of the page. */
interface EntryState {
  /** Typed names and telephones. */
  typed?: readonly Tag[];
  /** Names of residents by id, for links that know them. */
  names?: Readonly<Record<string, string>>;
}

const PRIVATE: ReadonlySet<TagObject> = new Set<TagObject>(['resident', 'phone']);
const isPrivate = ({ searchType, objectType }: Tag) => searchType === 'contains' && PRIVATE.has(objectType);

/** How objects are called that the address names by their ids. */
type NameOf = (objectType: keyof typeof TAG_KEYS.object, id: number) => string;

const numberIn = (params: URLSearchParams, name: string): number | null => {
  const value = Number(params.get(name));
  return Number.isInteger(value) && value > 0 ? value : null;
};

function tagsIn(params: URLSearchParams, findName: NameOf): Tag[] {
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

/** The search of an address and its history entry; null if they have none. */
function readAddress(address: string, kept: EntryState | null, findName: NameOf): SearchState | null {
  const params = new URLSearchParams(address);
  const tags = [...tagsIn(params, findName), ...(kept?.typed ?? [])];
  if (!tags.length) return null;
  const size = numberIn(params, 'size');
  return {
    tags,
    page: numberIn(params, 'page') ?? 1,
    size: PAGE.residentsSizes.find((one) => one === size) ?? PAGE.residents,
    unit: numberIn(params, 'unit'),
  };
}

/** The address of a search, and what its history entry keeps. */
function searchAddress({ tags, page, size, unit }: SearchState): { search: string; typed: readonly Tag[] } {
  const privateTags = tags.filter(isPrivate);
  const open = tags.filter((tag) => !isPrivate(tag));
  const place = [
    ...(page > 1 ? [`page=${page}`] : []),
    ...(size === PAGE.residents ? [] : [`size=${size}`]),
    ...(unit === null ? [] : [`unit=${unit}`]),
  ];
  const query = [tagsQuery(open), ...(tags.length ? place : [])].filter(Boolean).join('&');
  return { search: query && `?${query}`, typed: privateTags };
}

/**
 * A search as a saved view of it has it.
 * @returns the query of its address, and whether it leaves something out: typed names and telephones
 */
export function searchView({ tags, size }: SearchState, columns: string): { query: string; isPart: boolean } {
  const { search, typed: privateTags } = searchAddress({ tags, size, page: 1, unit: null });
  const params = new URLSearchParams(search);
  params.set(COLUMNS_KEY, columns);
  return { query: params.toString(), isPart: privateTags.length > 0 };
}

/** Keeps search and address alike. A bare address takes the search that was left, as before. */
export function useSearchAddress(): void {
  const translate = useTranslate();
  const location = useLocation();
  const navigate = useNavigate();
  const search = useSearch();
  const { byId, complexes, isPending } = useBuildings();
  const lastQuery = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an address is read once, when it has become another one
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the entry keeps besides is carried on, and is no reason by itself
  useEffect(() => {
    if (isPending || lastQuery.current === null) return;
    // The value read last, not the one drawn before it.
    const { search: next, typed: privateTags } = searchAddress(currentSearch());
    const entryState = location.state as EntryState | null;
    if (next === location.search && JSON.stringify(privateTags) === JSON.stringify(entryState?.typed ?? [])) return;
    lastQuery.current = next;
    void navigate({ search: next }, { replace: true, state: { ...entryState, typed: privateTags } });
  }, [search, isPending, location.search]);
}
