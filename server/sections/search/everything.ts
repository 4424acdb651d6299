import { can } from '#resources/language/access.ts';
import { sectionTitle } from '#resources/language/words.ts';
import {
  EVERYTHING_LIMITS,
  type EverythingAnswer,
  type FoundThing,
  foundThingWith,
} from '#resources/protocol/search/everything.ts';
import { isNoPlace, matchPlace, type PlaceQuery, readPlace } from '#resources/rules/search/place.ts';
import { CHECKED, namePoints, POINTS } from '#resources/rules/search/rank.ts';
import { foldText, inOtherLayout, phoneParts } from '#resources/rules/search/text.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { readerView } from '#server/records/field-rights.ts';
import { searched } from '#server/records/list-query.ts';
import { findRecords } from '#server/records/queries.ts';
import {
  type BuildingRow,
  fewBuildings,
  findCameras,
  findChats,
  findEmployees,
  findNews,
  findRequests,
  findResidents,
  likelyBuildings,
  type RequestRow,
  requestByNumber,
  type UnitRow,
  unitsByLabel,
} from './everything-queries.ts';

type Context = Pick<ServerContext, 'db' | 'catalogue' | 'settings'>;

/** A search, with its reader. */
interface EverythingQuery {
  text: string;
  /** Folded words of it. */
  words: readonly string[];
  place: PlaceQuery;
  reader: Reader;
  /** Checked buildings; empty for all. */
  checked: readonly number[];
  /** Buildings in reach where these are few. */
  few: readonly number[] | null;
}

/** Fewer digits of a telephone are taken for another number. */
const PHONE_MIN = 4;

const buildingPlace = ({ id, street, number, complex }: BuildingRow): FoundThing['place'] => ({
  building: id,
  street,
  number,
  complex,
});
const unitPlace = ({ building, street, number, complex }: Omit<UnitRow, 'label' | 'unit_type'>) =>
  buildingPlace({ id: building, street, number, complex });
const foundUnit = ({ id, unit_type, label }: UnitRow): FoundThing['unit'] => ({ id, unit_type, label });

const sees = ({ reader }: EverythingQuery, section: string) => can(reader.levels, section, 'see');

/** Buildings that fit, and flats of them. */
async function places({ db }: Context, query: EverythingQuery): Promise<FoundThing[]> {
  const { place, reader, checked } = query;
  if (isNoPlace(place)) return [];
  const likely = await likelyBuildings(db, reader, place);
  const named = place.words.length > 0;
  const numbered = likely.flatMap((building) => {
    const match = matchPlace(place, building);
    return match && match.score > 0 ? [{ building, ...match }] : [];
  });
  const fullMatches = numbered.filter(({ rest }) => rest.length === 0);
  const exact = (score: number) => score >= 90;
  const buildings = place.unit
    ? []
    : fullMatches.map(({ building, score }) =>
        foundThingWith({
          kind: 'building',
          id: building.id,
          place: buildingPlace(building),
          score: named
            ? place.numbers.length || place.building
              ? exact(score)
                ? POINTS.building
                : POINTS.beginning + 1
              : POINTS.word + score / 10
            : POINTS.bareBuilding + (exact(score) ? 1 : -6),
        }),
      );
  if (!sees(query, 'residents')) return buildings;
  const label = place.unit ?? numbered.find(({ rest }) => rest.length === 1)?.rest[0] ?? null;
  const inside = numbered.filter(({ rest }) => rest.length === (place.unit ? 0 : 1));
  const flats = async (number: string, within: readonly number[] | null, score: number) => {
    const asked = { buildings: within, porch: place.porch, isOffice: place.isOffice, checked };
    const rows = within?.length === 0 ? [] : await unitsByLabel(db, reader, number, asked);
    return rows.map((row) =>
      foundThingWith({ kind: 'flat', id: row.id, place: unitPlace(row), unit: foundUnit(row), score }),
    );
  };
  if (label !== null && (inside.length || named)) {
    const exactMatches = inside.filter(({ score }) => exact(score));
    const looseMatches = inside.filter(({ score }) => !exact(score));
    const buildingIds = (some: typeof inside) => some.map(({ building }) => building.id);
    return [
      ...buildings,
      ...(await flats(label, buildingIds(exactMatches), POINTS.flatOfBuilding)),
      ...(await flats(label, buildingIds(looseMatches), POINTS.flatOfStreet)),
    ];
  }
  if (place.unit !== null) return flats(place.unit, null, POINTS.flatOfStreet);
  const [only] = place.numbers;
  if (only === undefined || place.numbers.length > 1) return buildings;
  if (!named) return [...buildings, ...(await flats(only, null, POINTS.bareFlat))];
  const ofStreet = likely.filter((building) => matchPlace(place, building, false)).map(({ id }) => id);
  const isBuilding = fullMatches.some(({ score }) => exact(score));
  return [...buildings, ...(await flats(only, ofStreet, isBuilding ? POINTS.bareFlat : POINTS.flatOfStreet))];
}

/** How well a telephone fits: what was typed ends it, or stands within. */
const phonePoints = (phone: string | null, parts: readonly string[]): number =>
  parts.some((part) => phone?.endsWith(part)) ? POINTS.telephone : POINTS.text;

/** Residents and members of staff by name or telephone. */
async function people({ db }: Context, query: EverythingQuery): Promise<FoundThing[]> {
  const { text, reader, place, few } = query;
  const parts = phoneParts(text, PHONE_MIN);
  const phone = parts.length ? text : null;
  const letters = query.words.filter((word) => /^[а-яa-z-]+$/u.test(word));
  const number = place.numbers[0] ?? place.unit;
  const named = letters.join(' ');
  const asked = phone ? { phone } : named.length > 1 ? { name: named, number: number ?? null } : null;
  const [residents, employees] = await Promise.all([
    asked && sees(query, 'residents') ? findResidents(db, reader, asked, few) : [],
    !sees(query, 'employees') || !(phone || query.words.length)
      ? []
      : findEmployees(db, phone ? { phone } : { words: query.words }),
  ]);
  return [
    ...residents.map(({ home, id, first_name, last_name, phone_number }) =>
      foundThingWith({
        kind: 'resident',
        id,
        title: `${last_name} ${first_name}`,
        place: unitPlace(home),
        unit: foundUnit(home),
        phone_number,
        score: phone ? phonePoints(phone_number, parts) : namePoints(named, `${last_name} ${first_name}`),
      }),
    ),
    ...employees.map(({ id, first_name, last_name, position, phone_number }) =>
      foundThingWith({
        kind: 'employee',
        id,
        title: `${last_name} ${first_name}`,
        detail: position ?? '',
        phone_number,
        score: phone
          ? phonePoints(phone_number, parts)
          : Math.max(
              namePoints(text, `${last_name} ${first_name}`) + 1,
              namePoints(text, position ?? '') - 4,
              POINTS.within,
            ),
      }),
    ),
  ];
}

/** The number of a request in a text: «№ 48», «48», «заявка 48». */
function requestNumber(text: string): { number: number; signed: boolean } | null {
  const found = /^(?:(заявк[аиу]|№|#) ?(?:№ ?)?)?(\d{1,9})$/u.exec(foldText(text));
  return found ? { number: Number(found[2]), signed: found[1] !== undefined } : null;
}

/** Requests by number, by words, by words and an address. */
async function requests(context: Context, query: EverythingQuery): Promise<FoundThing[]> {
  if (!sees(query, 'tasks')) return [];
  const { db, settings } = context;
  const { reader, text, words, few } = query;
  const { user, role, levels } = reader;
  const viewer = { user, role, levels, services: settings.featureServices };
  const serialize = (rows: readonly RequestRow[], score: number) =>
    rows.map((row) =>
      foundThingWith({
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
  const byNumber = requestNumber(text);
  if (byNumber) {
    const rows = await requestByNumber(db, viewer, byNumber.number);
    return serialize(rows, byNumber.signed ? POINTS.signedNumber : POINTS.bareNumber);
  }
  if (!words.some((word) => /[а-яa-z]{2}/u.test(word))) return [];
  const found = await findRequests(db, viewer, words, few);
  if (found.length || words.length < 2) return serialize(found, POINTS.text);
  return serialize(await requestsAtAddress(db, viewer, reader, words), POINTS.word);
}

/** «лесная 12 лифт», «лифт лесная»: an address, and words behind or before it. The longest address that fits decides. */
async function requestsAtAddress(
  db: Context['db'],
  viewer: Parameters<typeof findRequests>[1],
  reader: Reader,
  words: readonly string[],
): Promise<RequestRow[]> {
  const spoken = words.filter((word) => /^[а-яa-z-]{3,}$/u.test(word));
  const likely = await likelyBuildings(db, reader, { words: spoken, building: null, numbers: [] });
  if (!likely.length) return [];
  for (let at = words.length - 1; at > 0; at -= 1) {
    for (const [address, rest] of [
      [words.slice(0, at), words.slice(at)],
      [words.slice(words.length - at), words.slice(0, words.length - at)],
    ] as const) {
      const query = readPlace(address.join(' '));
      if (!query.words.length || !rest.some((word) => /[а-яa-z]{3}/u.test(word))) continue;
      const buildings = likely.filter((building) => matchPlace(query, building)?.rest.length === 0).map(({ id }) => id);
      if (buildings.length) return findRequests(db, viewer, rest, buildings);
    }
  }
  return [];
}

/** Announcements, cameras, chats and records of added sections by words. */
async function named({ db, catalogue }: Context, query: EverythingQuery): Promise<FoundThing[]> {
  const { reader, words, text } = query;
  if (!words.some((word) => /[а-яa-z]{2}/u.test(word))) return [];
  const sections = catalogue.extra.flatMap((resource) => {
    const view = readerView(reader, resource);
    return view.generic && view.list.search?.length && sees(query, view.section) ? [view] : [];
  });
  const titled = (title: string) => Math.max(namePoints(text, title), POINTS.text);
  const [news, cameras, chats, ...records] = await Promise.all([
    sees(query, 'news') ? findNews(db, reader, words) : [],
    sees(query, 'cameras') ? findCameras(db, reader, words) : [],
    sees(query, 'chats') ? findChats(db, reader, words) : [],
    ...sections.map((resource) => findRecords(db, reader, resource, searched(resource, text), EVERYTHING_LIMITS.kind)),
  ]);
  return [
    ...news.map(({ id, title }) => foundThingWith({ kind: 'news', id, title, score: titled(title) - 2 })),
    ...cameras.map(({ id, title }) => foundThingWith({ kind: 'camera', id, title, score: titled(title) - 1 })),
    ...chats.map(({ id, title, chat, detail }) =>
      // Beside the person with that name, not before.
      foundThingWith({ kind: 'chat', id, title, chat, detail, score: titled(title) - 3 }),
    ),
    ...records.flatMap((rows, at) => {
      const resource = sections[at];
      if (!resource) return [];
      return rows.map(({ id, title }) =>
        foundThingWith({
          kind: 'record',
          id,
          resource: resource.name,
          title,
          detail: sectionTitle(resource.words),
          score: titled(title) - 2,
        }),
      );
    }),
  ];
}

/** The best of each kind, the best of all first; what is alike stays in the order it was found in. */
function ranked(found: readonly FoundThing[], checked: readonly number[]): FoundThing[] {
  const near = new Set(checked);
  const pointed = found
    .filter(({ score }) => score > 0)
    .map((one) => (one.place && near.has(one.place.building) ? { ...one, score: one.score + CHECKED } : one))
    .sort((a, b) => b.score - a.score);
  const counts = new Map<string, number>();
  return pointed
    .filter(({ kind }) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= EVERYTHING_LIMITS.kind;
    })
    .slice(0, EVERYTHING_LIMITS.all);
}

/** Everything that a text finds for a reader; one in Latin letters is first read as typed in the wrong keyboard layout. */
export async function searchEverything(
  context: Context,
  reader: Reader,
  input: string,
  checked: readonly number[],
): Promise<EverythingAnswer> {
  const few = await fewBuildings(context.db, reader);
  const plain = input.replace(/\s+/gu, ' ').trim();
  // Text typed in Latin letters is nearly always meant for the other layout.
  for (const text of [inOtherLayout(plain), plain]) {
    if (!text || !/[\p{L}\p{N}]/u.test(text)) continue;
    const words = foldText(text)
      .split(/[\s,;.«»"()№#]+/u)
      .filter(Boolean);
    const query: EverythingQuery = { text, words, place: readPlace(text), reader, checked, few };
    const matches = await Promise.all([
      places(context, query),
      people(context, query),
      requests(context, query),
      named(context, query),
    ]);
    const results = ranked(matches.flat(), checked);
    if (results.length) return { search_str: text, results };
  }
  return { search_str: input, results: [] };
}
