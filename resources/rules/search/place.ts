import { foldText, listBuildingSpellings, toRussianLayout } from './text.ts';

/**
 * Matches places as people type them, «лесная 12», «12к1 кв 5», «48», «ktcyfz 12»; used by all pickers of buildings and
 * entrances, by contacts, and by the search over everything.
 */

/** The searchable parts of a building. */
export interface NamedPlace {
  street: string;
  number: string;
  complex?: string | null;
}

/** A parsed query, which is matched against many places. */
export interface PlaceQuery {
  /** Words without street types: «ул. Лесная» → «лесная»; a street type alone counts as a word. */
  words: readonly string[];
  /** Numbers without a label. */
  numbers: readonly string[];
  /** Parts with a label: «д 5», «под 2», «кв 48». */
  building: string | null;
  porch: number | null;
  unit: string | null;
  /** The unit was called an office, a room or a parking place, so such a unit ranks before a flat with the same number. */
  isOffice: boolean;
}

/** A matching place. */
export interface PlaceMatch {
  /** Relevance, 0 to 100. */
  score: number;
  /** Numbers after the building's: a flat or an entrance. */
  rest: readonly string[];
}

const STREET_KINDS = new Set(
  'ул улица пр пр-т пр-кт просп проспект пер переулок б-р бульвар бул пл площадь ш шоссе наб набережная проезд тупик туп аллея мкр микрорайон г город д дом'.split(
    ' ',
  ),
);

const BLOCK = /(?<!\d)(\d{1,6}[а-яa-z]?)[\s,]{0,3}(к|корп|корпус|с|стр|строение)[.\s]{0,3}(\d{1,6})/gu;
const LETTER = /(\d) ?([абвгд])(?![а-яa-z0-9])/gu;
const labelPattern = (names: string) =>
  new RegExp(`(?<![а-яa-z0-9])(?:${names})[.№\\s]*(\\d+[а-я]?(?:[кс/]\\d+)?)(?![а-я0-9])`, 'u');
const BUILDING = labelPattern('дом|д');
const PORCH = labelPattern('подъезд|под|п|вход|вх');
const PORCH_REVERSED = /(?<![а-яa-z0-9])(\d+)(?:-?й)? (?:подъезд|вход)[а-я]*/u;
const FLAT = labelPattern('квартира|кв');
const OFFICE = labelPattern('офис|оф|помещение|пом|машиноместо|мм');

/**
 * Normalises blocks and letters of buildings: «12 корп. 1» → «12к1», «12 а» → «12а».
 * @param folded result of `foldText`
 */
export const joinBlocks = (folded: string): string =>
  folded
    .replace(BLOCK, (_all, number: string, word: string, block: string) => `${number}${word[0]}${block}`)
    .replace(LETTER, '$1$2');

/** Parses a text as a place. */
export function parsePlaceQuery(text: string): PlaceQuery {
  const spread = foldText(text)
    .replace(/(\d)\s*[-–]\s*(?=\d)/gu, '$1 ')
    .replace(/(\d)(?=кв|под|оф|пом)/gu, '$1 ');
  let remainder = joinBlocks(spread);
  const extract = (pattern: RegExp): string | null => {
    const match = pattern.exec(remainder);
    if (!match) return null;
    remainder = remainder.replace(match[0], ' ');
    return match[1] ?? null;
  };
  const porch = extract(PORCH) ?? extract(PORCH_REVERSED);
  const flat = extract(FLAT);
  const unit = flat ?? extract(OFFICE);
  const building = extract(BUILDING);
  const tokens =
    remainder.match(
      /(?<!\d)\d{1,12}-[яей]{1,3}(?![а-яa-z])|(?<!\d)\d{1,12}[а-яa-z]?(?:[/кс]\d{1,6}[а-я]?)?(?![0-9а-яa-z])|\d{0,12}[а-яa-z]{1,60}(?:-[а-яa-z0-9]{1,60}){0,5}/gu,
    ) ?? [];
  const wordTokens = tokens.filter((token) => !isNumber(token));
  const words = wordTokens.filter((token) => !STREET_KINDS.has(token));
  const numbers = tokens.filter(isNumber);
  const isBare = !words.length && !numbers.length && building === null && porch === null && unit === null;
  return {
    words: isBare ? wordTokens : words,
    numbers,
    building,
    porch: porch === null ? null : Number(porch),
    unit,
    isOffice: unit !== null && flat === null,
  };
}

const isNumber = (token: string): boolean => /^\d/.test(token) && !/-|^\d+[а-яa-z]{2,}/u.test(token);

/** Whether a query contains nothing that a place could match. */
export const isEmptyPlaceQuery = ({ words, numbers, building, porch, unit }: PlaceQuery): boolean =>
  !words.length && !numbers.length && building === null && porch === null && unit === null;

/** Normalises a building number without spaces and dots: «12 корп. 1» → «12к1». */
const normalizeNumber = (number: string): string =>
  foldText(number)
    .replace(BLOCK, (_all, first: string, word: string, block: string) => `${first}${word[0]}${block}`)
    .replace(/[\s.,]+/g, '');

/** Score of a word: equal 3, beginning 2, inside 1, none 0. */
function wordScore(word: string, names: readonly string[]): number {
  if (names.includes(word)) return 3;
  if (names.some((one) => one.startsWith(word))) return 2;
  return word.length > 2 && names.some((one) => one.includes(word)) ? 1 : 0;
}

/** Score of a typed number for a building's: equal 3, beginning 2, only the first digits 1, none 0. */
function numberScore(input: string, number: string): number {
  if (input === number || listBuildingSpellings(input).includes(number)) return 3;
  if (!number.startsWith(input)) return 0;
  return /^\d/.test(number.slice(input.length)) && /\d$/.test(input) ? 1 : 2;
}

const splitWords = (text: string): string[] => foldText(text).match(/[0-9а-яa-z]+(?:-[а-яa-z0-9]+)*/gu) ?? [];

/**
 * Matches a place with a query.
 * @param numbered whether the first number is the building's; otherwise all numbers are left over: «калинина 48» is a flat
 * @returns null if it does not match
 */
export function matchPlace(query: PlaceQuery, place: NamedPlace, numbered = true): PlaceMatch | null {
  const names = [...splitWords(place.street), ...splitWords(place.complex ?? '')];
  // A number may be part of a name: «9 мая 12», «северный 2».
  const namedNumbers = query.words.length ? query.numbers.filter((token) => names.includes(token)) : [];
  const asAddress = matchNumbers(query, place, names, query.words, query.numbers, numbered);
  if (!namedNumbers.length) return asAddress;
  const others = query.numbers.filter((token) => !namedNumbers.includes(token));
  const inName = matchNumbers(query, place, names, [...query.words, ...namedNumbers], others, numbered);
  if (!asAddress || !inName) return asAddress ?? inName;
  return asAddress.rest.length > inName.rest.length ||
    (asAddress.rest.length === inName.rest.length && inName.score > asAddress.score)
    ? inName
    : asAddress;
}

function matchNumbers(
  { building }: PlaceQuery,
  place: NamedPlace,
  names: readonly string[],
  words: readonly string[],
  numbers: readonly string[],
  numbered: boolean,
): PlaceMatch | null {
  const points = words.map((word) => wordScore(word, names));
  if (points.includes(0)) return null;
  const share = words.length ? points.reduce((sum, one) => sum + one, 0) / (words.length * 3) : 0;
  const number = normalizeNumber(place.number);
  const score = (found: number) => Math.round(((share + found) / 4) * 100);
  if (building !== null) {
    const found = numberScore(building, number);
    return found < 2 ? null : { score: score(found), rest: numbers };
  }
  const [first, ...rest] = numbers;
  if (!numbered || first === undefined) return { score: score(0), rest: numbers };
  const found = numberScore(first, number);
  // The beginning of a number is enough while it is being typed; if something follows it, it must match exactly.
  return found === 0 || (found === 1 && rest.length > 0) ? null : { score: score(found), rest };
}

/**
 * Matching items, best first, as typed or in the other keyboard layout; all items for an empty text.
 * @param score score of an item, null if it does not match
 */
function pickBest<Item>(
  text: string,
  items: readonly Item[],
  score: (query: PlaceQuery, item: Item) => number | null,
): Item[] {
  for (const input of [text, toRussianLayout(text)]) {
    if (input === null) continue;
    const query = parsePlaceQuery(input);
    if (isEmptyPlaceQuery(query)) {
      if (input.trim() === '') return [...items];
      continue;
    }
    const matches = items.flatMap((item) => {
      const points = score(query, item);
      return points === null ? [] : [{ item, points }];
    });
    if (matches.length) return matches.sort((a, b) => b.points - a.points).map(({ item }) => item);
  }
  return [];
}

/** Matching places, best first; all of them for an empty text. */
export const findPlaces = <Item>(text: string, items: readonly Item[], placeOf: (item: Item) => NamedPlace): Item[] =>
  pickBest(text, items, (query, item) => {
    const match = matchPlace(query, placeOf(item));
    // The whole query must match.
    return match && match.rest.length === 0 && query.unit === null ? match.score : null;
  });

/**
 * Like `findPlaces`, for places in groups such as complexes: groups without a match are left out, and the group with the best
 * match comes first.
 */
export function findInGroups<Group, Item>(
  text: string,
  groups: readonly Group[],
  itemsOf: (group: Group) => readonly Item[],
  placeOf: (item: Item, group: Group) => NamedPlace,
): { group: Group; items: Item[] }[] {
  const all = groups.flatMap((group) => itemsOf(group).map((item) => ({ group, item })));
  const itemsByGroup = new Map<Group, Item[]>();
  for (const { group, item } of findPlaces(text, all, (one) => placeOf(one.item, one.group))) {
    itemsByGroup.set(group, [...(itemsByGroup.get(group) ?? []), item]);
  }
  return [...itemsByGroup].map(([group, items]) => ({ group, items }));
}

/** Entrances that match a text: «лесная 12 под 2», «лесная 12 2», «подъезд 2». */
export const findPorches = <Item>(
  text: string,
  items: readonly Item[],
  placeOf: (item: Item) => NamedPlace & { porch: number },
): Item[] =>
  pickBest(text, items, (query, item) => {
    const place = placeOf(item);
    const match = matchPlace(query, place);
    if (!match || match.rest.length > 1 || query.unit !== null) return null;
    const porchNumber = query.porch ?? (match.rest.length ? Number(match.rest[0]) : null);
    return porchNumber === null || porchNumber === place.porch ? match.score : null;
  });
