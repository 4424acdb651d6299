import { buildingWritings, foldText, inOtherLayout } from './text.ts';

/**
 * Places as people type them, «лесная 12», «12к1 кв 5», «48», «ktcyfz 12»: the one matcher of every picker of buildings and
 * entrances, of the contacts, and of the search over everything. Pure.
 */

/** A building as it is looked for. */
export interface NamedPlace {
  street: string;
  number: string;
  complex?: string | null;
}

/** A typed text, read once and held against many places. */
export interface PlaceQuery {
  /** Words, kinds of streets left out: «ул. Лесная» is «лесная». */
  words: readonly string[];
  /** Whether nothing but a kind of street was typed, which then counts as a word. */
  numbers: readonly string[];
  /** The parts named with their kind: «д 5», «под 2», «кв 48». */
  building: string | null;
  porch: number | null;
  unit: string | null;
  /** The unit was called an office, a room, a parking place: one with that number comes before a flat with it. */
  isOffice: boolean;
}

/** A place that fits. */
export interface PlaceMatch {
  /** The greater, the better: 0 to 100. */
  score: number;
  /** Numbers behind that of the building: a flat, or an entrance. */
  rest: readonly string[];
}

const STREET_KINDS = new Set(
  'ул улица пр пр-т пр-кт просп проспект пер переулок б-р бульвар бул пл площадь ш шоссе наб набережная проезд тупик туп аллея мкр микрорайон г город д дом'.split(
    ' ',
  ),
);

const BLOCK = /(?<!\d)(\d{1,6}[а-яa-z]?)[\s,]{0,3}(к|корп|корпус|с|стр|строение)[.\s]{0,3}(\d{1,6})/gu;
const LETTER = /(\d) ?([абвгд])(?![а-яa-z0-9])/gu;
const marked = (names: string) =>
  new RegExp(`(?<![а-яa-z0-9])(?:${names})[.№\\s]*(\\d+[а-я]?(?:[кс/]\\d+)?)(?![а-я0-9])`, 'u');
const BUILDING = marked('дом|д');
const PORCH = marked('подъезд|под|п|вход|вх');
const PORCH_TURNED = /(?<![а-яa-z0-9])(\d+)(?:-?й)? (?:подъезд|вход)[а-я]*/u;
const FLAT = marked('квартира|кв');
const OFFICE = marked('офис|оф|помещение|пом|машиноместо|мм');

/** Writes blocks and letters of buildings in one way: «12 корп. 1» is «12к1», «12 а» is «12а». @param folded by `foldText` */
export const joinBlocks = (folded: string): string =>
  folded
    .replace(BLOCK, (_all, number: string, word: string, block: string) => `${number}${word[0]}${block}`)
    .replace(LETTER, '$1$2');

/** Reads a text as a place. */
export function readPlace(text: string): PlaceQuery {
  const spread = foldText(text)
    .replace(/(\d)\s*[-–]\s*(?=\d)/gu, '$1 ')
    .replace(/(\d)(?=кв|под|оф|пом)/gu, '$1 ');
  let remainder = joinBlocks(spread);
  const take = (pattern: RegExp): string | null => {
    const match = pattern.exec(remainder);
    if (!match) return null;
    remainder = remainder.replace(match[0], ' ');
    return match[1] ?? null;
  };
  const porch = take(PORCH) ?? take(PORCH_TURNED);
  const flat = take(FLAT);
  const unit = flat ?? take(OFFICE);
  const building = take(BUILDING);
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

/** Whether a text names nothing that a place could have. */
export const isNoPlace = ({ words, numbers, building, porch, unit }: PlaceQuery): boolean =>
  !words.length && !numbers.length && building === null && porch === null && unit === null;

/** A number of a building without spaces and dots: «12 корп. 1» is «12к1». */
const compact = (number: string): string =>
  foldText(number)
    .replace(BLOCK, (_all, first: string, word: string, block: string) => `${first}${word[0]}${block}`)
    .replace(/[\s.,]+/g, '');

/** How well a word fits one of these: whole, from its beginning, anywhere; 0 for not at all. */
function wordScore(word: string, names: readonly string[]): number {
  if (names.includes(word)) return 3;
  if (names.some((one) => one.startsWith(word))) return 2;
  return word.length > 2 && names.some((one) => one.includes(word)) ? 1 : 0;
}

/** How well a typed number fits that of a building: the same, its beginning, digits it begins with; 0 for not at all. */
function numberScore(input: string, number: string): number {
  if (input === number || buildingWritings(input).includes(number)) return 3;
  if (!number.startsWith(input)) return 0;
  return /^\d/.test(number.slice(input.length)) && /\d$/.test(input) ? 1 : 2;
}

const split = (text: string): string[] => foldText(text).match(/[0-9а-яa-z]+(?:-[а-яa-z0-9]+)*/gu) ?? [];

/**
 * Holds a place against what was typed.
 * @param numbered whether the first number is the building's; without it all numbers are left over: «калинина 48» is a flat
 * @returns null when it does not fit
 */
export function matchPlace(query: PlaceQuery, place: NamedPlace, numbered = true): PlaceMatch | null {
  const names = [...split(place.street), ...split(place.complex ?? '')];
  // «9 мая 12», «северный 2»: a number may be part of a name.
  const named = query.words.length ? query.numbers.filter((token) => names.includes(token)) : [];
  const asAddress = matchNumbers(query, place, names, query.words, query.numbers, numbered);
  if (!named.length) return asAddress;
  const others = query.numbers.filter((token) => !named.includes(token));
  const inName = matchNumbers(query, place, names, [...query.words, ...named], others, numbered);
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
  const number = compact(place.number);
  const score = (found: number) => Math.round(((share + found) / 4) * 100);
  if (building !== null) {
    const found = numberScore(building, number);
    return found < 2 ? null : { score: score(found), rest: numbers };
  }
  const [first, ...rest] = numbers;
  if (!numbered || first === undefined) return { score: score(0), rest: numbers };
  const found = numberScore(first, number);
  // Of a number that is still being typed the beginning is enough; one that something follows is meant as it stands.
  return found === 0 || (found === 1 && rest.length > 0) ? null : { score: score(found), rest };
}

/**
 * The best of these for a text first, as typed or in the other keyboard layout; all of them when nothing was typed.
 * @param score how well one fits, null when it does not
 */
function pickBest<Item>(
  text: string,
  items: readonly Item[],
  score: (query: PlaceQuery, item: Item) => number | null,
): Item[] {
  for (const input of [text, inOtherLayout(text)]) {
    if (input === null) continue;
    const query = readPlace(input);
    if (isNoPlace(query)) {
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

/** The best places for a text first; all of them when nothing was typed. */
export const findPlaces = <Item>(text: string, items: readonly Item[], placeOf: (item: Item) => NamedPlace): Item[] =>
  pickBest(text, items, (query, item) => {
    const match = matchPlace(query, placeOf(item));
    // Nothing of what was typed may be left over.
    return match && match.rest.length === 0 && query.unit === null ? match.score : null;
  });

/**
 * The same for places that stand in groups, such as complexes: groups without a place that fits are left out, the one with the
 * best place comes first.
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

/** Of some entrances those that a text means: «лесная 12 под 2», «лесная 12 2», «подъезд 2». */
export const findPorches = <Item>(
  text: string,
  items: readonly Item[],
  placeOf: (item: Item) => NamedPlace & { porch: number },
): Item[] =>
  pickBest(text, items, (query, item) => {
    const place = placeOf(item);
    const match = matchPlace(query, place);
    if (!match || match.rest.length > 1 || query.unit !== null) return null;
    const wanted = query.porch ?? (match.rest.length ? Number(match.rest[0]) : null);
    return wanted === null || wanted === place.porch ? match.score : null;
  });
