import { can } from '#resources/language/access.ts';
import { sectionTitle } from '#resources/language/words.ts';
import {
  createFoundItem,
  EVERYTHING_LIMITS,
  type EverythingAnswer,
  type FoundItem,
} from '#resources/protocol/search/everything.ts';
import { isEmptyPlaceQuery, matchPlace, type PlaceQuery, parsePlaceQuery } from '#resources/rules/search/place.ts';
import { namePoints, POINTS, SELECTED_BUILDING_POINTS } from '#resources/rules/search/rank.ts';
import { foldText, getPhonePatterns, toRussianLayout } from '#resources/rules/search/text.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { readerView } from '#server/records/field-rights.ts';
import { searchCondition } from '#server/records/list-query.ts';
import { findRecords } from '#server/records/queries.ts';
import {
  type FoundBuildingRow,
  type FoundUnitRow,
  findCameras,
  findChats,
  findEmployees,
  findNews,
  findRequestByNumber,
  findRequests,
  findResidents,
  type RequestRow,
  selectFewBuildingIds,
  selectLikelyBuildings,
  selectUnitsByLabel,
} from './everything-queries.ts';

type Context = Pick<ServerContext, 'db' | 'catalogue' | 'settings'>;

/** A search, with the person who searches. */
interface EverythingQuery {
  text: string;
  /** Folded words of the text. */
  words: readonly string[];
  place: PlaceQuery;
  reader: Reader;
  /** Checked buildings; empty for all. */
  checked: readonly number[];
  /** Buildings in reach if there are few, else null. */
  few: readonly number[] | null;
}

/** Minimum number of digits of a phone; fewer are taken for another kind of number. */
const PHONE_DIGITS_MIN = 4;

const buildingPlace = ({ id, street, number, complex }: FoundBuildingRow): FoundItem['place'] => ({
  building: id,
  street,
  number,
  complex,
});
const unitPlace = ({ building, street, number, complex }: Omit<FoundUnitRow, 'label' | 'unit_type'>) =>
  buildingPlace({ id: building, street, number, complex });
const foundUnit = ({ id, unit_type, label }: FoundUnitRow): FoundItem['unit'] => ({ id, unit_type, label });

const canSee = ({ reader }: EverythingQuery, section: string) => can(reader.levels, section, 'see');

/** Matching buildings, and flats in them. */
async function findPlaces({ db }: Context, query: EverythingQuery): Promise<FoundItem[]> {
  const { place, reader, checked } = query;
  if (isEmptyPlaceQuery(place)) return [];
  const likely = await selectLikelyBuildings(db, reader, place);
  const hasWords = place.words.length > 0;
  const matchedBuildings = likely.flatMap((building) => {
    const match = matchPlace(place, building);
    return match && match.score > 0 ? [{ building, ...match }] : [];
  });
  const fullMatches = matchedBuildings.filter(({ rest }) => rest.length === 0);
  const isExact = (score: number) => score >= 90;
  const buildings = place.unit
    ? []
    : fullMatches.map(({ building, score }) =>
        createFoundItem({
          kind: 'building',
          id: building.id,
          place: buildingPlace(building),
          score: hasWords
            ? place.numbers.length || place.building
              ? isExact(score)
                ? POINTS.building
                : POINTS.beginning + 1
              : POINTS.word + score / 10
            : POINTS.bareBuilding + (isExact(score) ? 1 : -6),
        }),
      );
  if (!canSee(query, 'residents')) return buildings;
  const label = place.unit ?? matchedBuildings.find(({ rest }) => rest.length === 1)?.rest[0] ?? null;
  const partialMatches = matchedBuildings.filter(({ rest }) => rest.length === (place.unit ? 0 : 1));
  const findFlats = async (number: string, within: readonly number[] | null, score: number) => {
    const unitQuery = { buildings: within, porch: place.porch, isOffice: place.isOffice, checked };
    const rows = within?.length === 0 ? [] : await selectUnitsByLabel(db, reader, number, unitQuery);
    return rows.map((row) =>
      createFoundItem({ kind: 'flat', id: row.id, place: unitPlace(row), unit: foundUnit(row), score }),
    );
  };
  if (label !== null && (partialMatches.length || hasWords)) {
    const exactMatches = partialMatches.filter(({ score }) => isExact(score));
    const looseMatches = partialMatches.filter(({ score }) => !isExact(score));
    const buildingIds = (matchList: typeof partialMatches) => matchList.map(({ building }) => building.id);
    return [
      ...buildings,
      ...(await findFlats(label, buildingIds(exactMatches), POINTS.flatOfBuilding)),
      ...(await findFlats(label, buildingIds(looseMatches), POINTS.flatOfStreet)),
    ];
  }
  if (place.unit !== null) return findFlats(place.unit, null, POINTS.flatOfStreet);
  const [singleNumber] = place.numbers;
  if (singleNumber === undefined || place.numbers.length > 1) return buildings;
  if (!hasWords) return [...buildings, ...(await findFlats(singleNumber, null, POINTS.bareFlat))];
  const streetBuildings = likely.filter((building) => matchPlace(place, building, false)).map(({ id }) => id);
  const hasExactBuilding = fullMatches.some(({ score }) => isExact(score));
  return [
    ...buildings,
    ...(await findFlats(singleNumber, streetBuildings, hasExactBuilding ? POINTS.bareFlat : POINTS.flatOfStreet)),
  ];
}

/** Score of a phone: higher if the typed digits are its end than if they are inside. */
const scorePhone = (phone: string | null, parts: readonly string[]): number =>
  parts.some((part) => phone?.endsWith(part)) ? POINTS.telephone : POINTS.text;

/** Residents and staff by name or phone. */
async function findPeople({ db }: Context, query: EverythingQuery): Promise<FoundItem[]> {
  const { text, reader, place, few } = query;
  const parts = getPhonePatterns(text, PHONE_DIGITS_MIN);
  const phone = parts.length ? text : null;
  const letters = query.words.filter((word) => /^[а-яa-z-]+$/u.test(word));
  const number = place.numbers[0] ?? place.unit;
  const name = letters.join(' ');
  const residentQuery = phone ? { phone } : name.length > 1 ? { name, number: number ?? null } : null;
  const [residents, employees] = await Promise.all([
    residentQuery && canSee(query, 'residents') ? findResidents(db, reader, residentQuery, few) : [],
    !canSee(query, 'employees') || !(phone || query.words.length)
      ? []
      : findEmployees(db, phone ? { phone } : { words: query.words }),
  ]);
  return [
    ...residents.map(({ home, id, first_name, last_name, phone_number }) =>
      createFoundItem({
        kind: 'resident',
        id,
        title: `${last_name} ${first_name}`,
        place: unitPlace(home),
        unit: foundUnit(home),
        phone_number,
        score: phone ? scorePhone(phone_number, parts) : namePoints(name, `${last_name} ${first_name}`),
      }),
    ),
    ...employees.map(({ id, first_name, last_name, position, phone_number }) =>
      createFoundItem({
        kind: 'employee',
        id,
        title: `${last_name} ${first_name}`,
        detail: position ?? '',
        phone_number,
        score: phone
          ? scorePhone(phone_number, parts)
          : Math.max(
              namePoints(text, `${last_name} ${first_name}`) + 1,
              namePoints(text, position ?? '') - 4,
              POINTS.within,
            ),
      }),
    ),
  ];
}

/** Parses the number of a request: «№ 48», «48», «заявка 48». */
function parseRequestNumber(text: string): { number: number; signed: boolean } | null {
  const parsed = /^(?:(заявк[аиу]|№|#) ?(?:№ ?)?)?(\d{1,9})$/u.exec(foldText(text));
  return parsed ? { number: Number(parsed[2]), signed: parsed[1] !== undefined } : null;
}

/** Requests by number, by words, or by words and an address. */
async function searchRequests(context: Context, query: EverythingQuery): Promise<FoundItem[]> {
  if (!canSee(query, 'tasks')) return [];
  const { db, settings } = context;
  const { reader, text, words, few } = query;
  const { user, role, levels } = reader;
  const viewer = { user, role, levels, services: settings.featureServices };
  const serialize = (rows: readonly RequestRow[], score: number) =>
    rows.map((row) =>
      createFoundItem({
        kind: 'request',
        id: row.id,
        title: row.description,
        detail: row.service,
        place: unitPlace(row),
        stage: row.stage,
        resolution: row.resolution,
        score,
      }),
    );
  const byNumber = parseRequestNumber(text);
  if (byNumber) {
    const rows = await findRequestByNumber(db, viewer, byNumber.number);
    return serialize(rows, byNumber.signed ? POINTS.signedNumber : POINTS.bareNumber);
  }
  if (!words.some((word) => /[а-яa-z]{2}/u.test(word))) return [];
  const foundRequests = await findRequests(db, viewer, words, few);
  if (foundRequests.length || words.length < 2) return serialize(foundRequests, POINTS.text);
  return serialize(await requestsAtAddress(db, viewer, reader, words), POINTS.word);
}

/** «лесная 12 лифт», «лифт лесная»: an address with words after or before it; the longest address that matches is taken. */
async function requestsAtAddress(
  db: Context['db'],
  viewer: Parameters<typeof findRequests>[1],
  reader: Reader,
  words: readonly string[],
): Promise<RequestRow[]> {
  const letterWords = words.filter((word) => /^[а-яa-z-]{3,}$/u.test(word));
  const likely = await selectLikelyBuildings(db, reader, { words: letterWords, building: null, numbers: [] });
  if (!likely.length) return [];
  for (let length = words.length - 1; length > 0; length -= 1) {
    for (const [address, rest] of [
      [words.slice(0, length), words.slice(length)],
      [words.slice(words.length - length), words.slice(0, words.length - length)],
    ] as const) {
      const query = parsePlaceQuery(address.join(' '));
      if (!query.words.length || !rest.some((word) => /[а-яa-z]{3}/u.test(word))) continue;
      const buildings = likely.filter((building) => matchPlace(query, building)?.rest.length === 0).map(({ id }) => id);
      if (buildings.length) return findRequests(db, viewer, rest, buildings);
    }
  }
  return [];
}

/** Announcements, cameras, chats and records of added sections, by words. */
async function searchNamedRecords({ db, catalogue }: Context, query: EverythingQuery): Promise<FoundItem[]> {
  const { reader, words, text } = query;
  if (!words.some((word) => /[а-яa-z]{2}/u.test(word))) return [];
  const sections = catalogue.extra.flatMap((resource) => {
    const view = readerView(reader, resource);
    return view.generic && view.list.search?.length && canSee(query, view.section) ? [view] : [];
  });
  const scoreTitle = (title: string) => Math.max(namePoints(text, title), POINTS.text);
  const [news, cameras, chats, ...records] = await Promise.all([
    canSee(query, 'news') ? findNews(db, reader, words) : [],
    canSee(query, 'cameras') ? findCameras(db, reader, words) : [],
    canSee(query, 'chats') ? findChats(db, reader, words) : [],
    ...sections.map((resource) =>
      findRecords(db, reader, resource, searchCondition(resource, text), EVERYTHING_LIMITS.kind),
    ),
  ]);
  return [
    ...news.map(({ id, title }) => createFoundItem({ kind: 'news', id, title, score: scoreTitle(title) - 2 })),
    ...cameras.map(({ id, title }) => createFoundItem({ kind: 'camera', id, title, score: scoreTitle(title) - 1 })),
    ...chats.map(({ id, title, chat, detail }) =>
      // Ranked just below the person with the same name.
      createFoundItem({ kind: 'chat', id, title, chat, detail, score: scoreTitle(title) - 3 }),
    ),
    ...records.flatMap((rows, index) => {
      const resource = sections[index];
      if (!resource) return [];
      return rows.map(({ id, title }) =>
        createFoundItem({
          kind: 'record',
          id,
          resource: resource.name,
          title,
          detail: sectionTitle(resource.words),
          score: scoreTitle(title) - 2,
        }),
      );
    }),
  ];
}

/** The best results of each kind, highest score first; equal scores keep the order in which they were found. */
function rankResults(found: readonly FoundItem[], checked: readonly number[]): FoundItem[] {
  const checkedBuildings = new Set(checked);
  const scored = found
    .filter(({ score }) => score > 0)
    .map((result) =>
      result.place && checkedBuildings.has(result.place.building)
        ? { ...result, score: result.score + SELECTED_BUILDING_POINTS }
        : result,
    )
    .sort((a, b) => b.score - a.score);
  const counts = new Map<string, number>();
  return scored
    .filter(({ kind }) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= EVERYTHING_LIMITS.kind;
    })
    .slice(0, EVERYTHING_LIMITS.all);
}

/** Everything that a text finds for a reader; a text in Latin letters is first tried as typed in the wrong keyboard layout. */
export async function searchEverything(
  context: Context,
  reader: Reader,
  input: string,
  checked: readonly number[],
): Promise<EverythingAnswer> {
  const few = await selectFewBuildingIds(context.db, reader);
  const normalized = input.replace(/\s+/gu, ' ').trim();
  // Text typed in Latin letters is nearly always meant for the other layout.
  for (const text of [toRussianLayout(normalized), normalized]) {
    if (!text || !/[\p{L}\p{N}]/u.test(text)) continue;
    const words = foldText(text)
      .split(/[\s,;.«»"()№#]+/u)
      .filter(Boolean);
    const query: EverythingQuery = { text, words, place: parsePlaceQuery(text), reader, checked, few };
    const matches = await Promise.all([
      findPlaces(context, query),
      findPeople(context, query),
      searchRequests(context, query),
      searchNamedRecords(context, query),
    ]);
    const results = rankResults(matches.flat(), checked);
    if (results.length) return { search_str: text, results };
  }
  return { search_str: input, results: [] };
}
