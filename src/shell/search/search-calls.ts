import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Building, useBuildings, useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { request } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { useLevels } from '#console/data/session/access.ts';
import { useAddition } from '#console/data/session/features.ts';
import { can, type Levels } from '#resources/language/access.ts';
import { decodeCamera } from '#resources/protocol/buildings/camera-answers.ts';
import { recordsIn } from '#resources/protocol/open-shapes.ts';
import { CAMERAS_PATH } from '#resources/protocol/paths/buildings.ts';
import { SMART_SEARCH_PATH } from '#resources/protocol/paths/search.ts';
import { decodeTaskDetails } from '#resources/protocol/requests/task-answers.ts';
import { TASKS_PATH } from '#resources/protocol/requests/tasks.ts';
import {
  decodeEverything,
  EVERYTHING_LIMITS,
  EVERYTHING_MAX,
  EVERYTHING_PATH,
  type EverythingAnswer,
  type FoundThing,
  foundThingWith,
} from '#resources/protocol/search/everything.ts';
import { decodeOffered } from '#resources/protocol/search/search-answers.ts';
import { findPlaces } from '#resources/rules/search/place.ts';
import { namePoints, POINTS } from '#resources/rules/search/rank.ts';
import { foldText } from '#resources/rules/search/text.ts';

/** Time without a key after which what is typed is asked for, ms. */
const PAUSE = 120;

/**
 * The results of a call; none from a server that refuses it, or has no such call.
 * @throws when there is no answer, or the server has failed
 */
async function unlessRefused(call: Promise<FoundThing[]>): Promise<FoundThing[]> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RequestError && error.status >= 400 && error.status < 500) return [];
    throw error;
  }
}

async function people(text: string, signal: AbortSignal): Promise<FoundThing[]> {
  const body = { search: text, context: [] };
  const answer = await request(SMART_SEARCH_PATH, { method: 'POST', body, signal, report: false });
  return decodeOffered(answer, text).residents.map(({ user, first_name, last_name, unit }) =>
    foundThingWith({
      kind: 'resident',
      id: user,
      title: `${last_name} ${first_name}`.trim(),
      detail: unit ? `${unit.building.street}, ${unit.building.number}, ${unit.label}` : '',
      score: Math.max(namePoints(text, `${last_name} ${first_name}`), POINTS.text),
    }),
  );
}

async function requestNumbered(number: string, signal: AbortSignal): Promise<FoundThing[]> {
  const task = decodeTaskDetails(await request(`${TASKS_PATH}${number}/`, { signal, report: false }));
  if (!task) return [];
  const { id, information, service, stage, resolution, target } = task;
  const place = { building: target.building, street: target.street, number: target.number, complex: null };
  const shown = { title: information.description, detail: service.name, stage, resolution, place };
  return [foundThingWith({ ...shown, kind: 'request', id, score: POINTS.bareNumber })];
}

async function cameras(text: string, signal: AbortSignal): Promise<FoundThing[]> {
  const answer = await request(CAMERAS_PATH, { signal, report: false });
  return recordsIn(answer, decodeCamera)
    .map(({ id, name }) => foundThingWith({ kind: 'camera', id, title: name, score: namePoints(text, name) }))
    .filter(({ score }) => score > 0)
    .slice(0, EVERYTHING_LIMITS.kind);
}

/** The search by the calls of the documents, for a server that has none over everything. */
async function searchByParts(
  text: string,
  buildings: readonly Building[],
  levels: Levels,
  signal: AbortSignal,
): Promise<EverythingAnswer> {
  const number = /^(?:№|#|заявка)? ?(?:№ ?)?(\d{1,9})$/u.exec(foldText(text))?.[1];
  const answers = await Promise.all([
    can(levels, 'residents', 'see') ? unlessRefused(people(text, signal)) : [],
    number && can(levels, 'tasks', 'see') ? unlessRefused(requestNumbered(number, signal)) : [],
    can(levels, 'cameras', 'see') ? unlessRefused(cameras(text, signal)) : [],
  ]);
  const places = findPlaces(text, buildings, ({ complex, ...place }) => ({ ...place, complex: complex?.name ?? null }));
  const results = places.slice(0, EVERYTHING_LIMITS.kind).map(({ id, street, number: houseNumber, complex }) =>
    foundThingWith({
      kind: 'building',
      id,
      place: { building: id, street, number: houseNumber, complex: complex?.name ?? null },
      score: POINTS.word,
    }),
  );
  return { search_str: text, results: [...results, ...answers.flat()].sort((a, b) => b.score - a.score) };
}

/** Results of the server for a text, a moment after the last key. */
export function useEverything(typed: string) {
  const text = typed.trim().slice(0, EVERYTHING_MAX);
  const [settledText, setSettledText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const atOnce = useAddition('everything');
  const levels = useLevels();
  const { buildings } = useBuildings();
  const [checked] = useCheckedBuildings();
  // All of them say nothing about which are nearer.
  const nearIds = checked.length < buildings.length ? checked : [];
  const { data, error, isFetching } = useQuery({
    queryKey: ['everything', settledText, nearIds],
    queryFn: async ({ signal }) => {
      if (!atOnce) return searchByParts(settledText, buildings, levels, signal);
      const path = withQuery(EVERYTHING_PATH, { q: settledText, buildings_id: nearIds });
      return decodeEverything(await request(path, { signal, report: false }), settledText);
    },
    enabled: settledText !== '',
    retry: false,
    staleTime: 10_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const found = text !== '' && settledText !== '' && data && !error ? data : null;
  return { results: found?.results ?? [], failed: error !== null, busy: text !== settledText || isFetching };
}
