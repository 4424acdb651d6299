import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Building, useBuildings, useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { request } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { useLevels } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { can, type Levels } from '#resources/language/access.ts';
import { decodeCamera } from '#resources/protocol/buildings/camera-answers.ts';
import { decodeList } from '#resources/protocol/open-shapes.ts';
import { CAMERAS_PATH } from '#resources/protocol/paths/buildings.ts';
import { SMART_SEARCH_PATH } from '#resources/protocol/paths/search.ts';
import { decodeTaskDetails } from '#resources/protocol/requests/task-answers.ts';
import { TASKS_PATH } from '#resources/protocol/requests/tasks.ts';
import {
  createFoundItem,
  decodeEverything,
  EVERYTHING_LIMITS,
  EVERYTHING_MAX,
  EVERYTHING_PATH,
  type EverythingAnswer,
  type FoundItem,
} from '#resources/protocol/search/everything.ts';
import { decodeSuggestions } from '#resources/protocol/search/search-answers.ts';
import { findPlaces } from '#resources/rules/search/place.ts';
import { namePoints, POINTS } from '#resources/rules/search/rank.ts';
import { foldText } from '#resources/rules/search/text.ts';

/** Debounce of the search, ms. */
const DEBOUNCE_MS = 120;

/**
 * The results of a call; none if the server refuses it or does not have it.
 * @throws when there is no answer, or on a server error
 */
async function ignoreRefusal(call: Promise<FoundItem[]>): Promise<FoundItem[]> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RequestError && error.status >= 400 && error.status < 500) return [];
    throw error;
  }
}

async function searchResidents(text: string, signal: AbortSignal): Promise<FoundItem[]> {
  const body = { search: text, context: [] };
  const answer = await request(SMART_SEARCH_PATH, { method: 'POST', body, signal, report: false });
  return decodeSuggestions(answer, text).residents.map(({ user, first_name, last_name, unit }) =>
    createFoundItem({
      kind: 'resident',
      id: user,
      title: `${last_name} ${first_name}`.trim(),
      detail: unit ? `${unit.building.street}, ${unit.building.number}, ${unit.label}` : '',
      score: Math.max(namePoints(text, `${last_name} ${first_name}`), POINTS.text),
    }),
  );
}

async function findRequestByNumber(number: string, signal: AbortSignal): Promise<FoundItem[]> {
  const task = decodeTaskDetails(await request(`${TASKS_PATH}${number}/`, { signal, report: false }));
  if (!task) return [];
  const { id, information, service, stage, resolution, target } = task;
  const place = { building: target.building, street: target.street, number: target.number, complex: null };
  const fields = { title: information.description, detail: service.name, stage, resolution, place };
  return [createFoundItem({ ...fields, kind: 'request', id, score: POINTS.bareNumber })];
}

async function searchCameras(text: string, signal: AbortSignal): Promise<FoundItem[]> {
  const answer = await request(CAMERAS_PATH, { signal, report: false });
  return decodeList(answer, decodeCamera)
    .map(({ id, name }) => createFoundItem({ kind: 'camera', id, title: name, score: namePoints(text, name) }))
    .filter(({ score }) => score > 0)
    .slice(0, EVERYTHING_LIMITS.kind);
}

/** Search by several calls of the specification, for a server without a global search. */
async function searchByParts(
  text: string,
  buildings: readonly Building[],
  levels: Levels,
  signal: AbortSignal,
): Promise<EverythingAnswer> {
  const number = /^(?:№|#|заявка)? ?(?:№ ?)?(\d{1,9})$/u.exec(foldText(text))?.[1];
  const answers = await Promise.all([
    can(levels, 'residents', 'see') ? ignoreRefusal(searchResidents(text, signal)) : [],
    number && can(levels, 'tasks', 'see') ? ignoreRefusal(findRequestByNumber(number, signal)) : [],
    can(levels, 'cameras', 'see') ? ignoreRefusal(searchCameras(text, signal)) : [],
  ]);
  const places = findPlaces(text, buildings, ({ complex, ...place }) => ({ ...place, complex: complex?.name ?? null }));
  const results = places.slice(0, EVERYTHING_LIMITS.kind).map(({ id, street, number: houseNumber, complex }) =>
    createFoundItem({
      kind: 'building',
      id,
      place: { building: id, street, number: houseNumber, complex: complex?.name ?? null },
      score: POINTS.word,
    }),
  );
  return { search_str: text, results: [...results, ...answers.flat()].sort((a, b) => b.score - a.score) };
}

/** Debounced search results of the server. */
export function useGlobalSearch(typed: string) {
  const text = typed.trim().slice(0, EVERYTHING_MAX);
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const hasGlobalSearch = useServerFeature('everything');
  const levels = useLevels();
  const { buildings } = useBuildings();
  const [checked] = useCheckedBuildings();
  // If all buildings are checked, none of them ranks higher.
  const nearIds = checked.length < buildings.length ? checked : [];
  const { data, error, isFetching } = useQuery({
    queryKey: ['everything', debouncedText, nearIds],
    queryFn: async ({ signal }) => {
      if (!hasGlobalSearch) return searchByParts(debouncedText, buildings, levels, signal);
      const path = withQuery(EVERYTHING_PATH, { q: debouncedText, buildings_id: nearIds });
      return decodeEverything(await request(path, { signal, report: false }), debouncedText);
    },
    enabled: debouncedText !== '',
    retry: false,
    staleTime: 10_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const answer = text !== '' && debouncedText !== '' && data && !error ? data : null;
  return { results: answer?.results ?? [], failed: error !== null, busy: text !== debouncedText || isFetching };
}
