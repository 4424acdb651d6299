import { joinBlocks } from '../search/place.ts';
import { foldText } from '../search/text.ts';

/**
 * Finds the item that a cell of a file names, for the imports of residents and of records: by exact label first, by other
 * spellings only if they match exactly one item. A number is a label like any other, never an id.
 */

/** An item that a file can refer to by its label. */
export interface Named {
  id: number;
  label: string;
}

/** A unit of the building that a list is imported to. */
export interface ImportUnit extends Named {
  /** Flat, office, storage or parking. */
  unit_type: string;
}

/** The item that a name refers to; `several` if it matches more than one, null if none. */
export type Match<Thing> = Thing | 'several' | null;

/** One way of comparing names: the key of a label, and the key of a typed name, null if it cannot be compared this way. */
interface Spelling {
  ofLabel(label: string): string;
  ofWritten(written: string): string | null;
}

const sameKey = (key: (name: string) => string): Spelling => ({ ofLabel: key, ofWritten: key });

const EXACT = sameKey((name) => name.normalize('NFC').replace(/\s+/gu, ' ').trim());

/** Latin letters that look like Russian ones, since «12A» may be typed with either. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
};
const toRussianLetters = (name: string): string =>
  name.replace(/[abcehkmoptxy]/g, (letter) => LOOKALIKES[letter] ?? letter);

/** Words before a number, without spaces and dots. */
const FLAT = /^(?:квартира|кварт|кв|flat|apt|помещение|пом)?(?:номер|№|n|#)?(?=\d)/;
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:офис|office)(?:№)?/, 'оф'],
  [/^(?:машиноместо|машино-место|маш-место|мм|м-м)(?:№)?/, 'м/м'],
  [/^(?:кладовая|кладовка|клад)(?:№)?/, 'кл'],
];

/**
 * The common key of different spellings of a unit: `48`, «кв. 48» and «Кв №48» are the same, but `013` and `13`, or `1/2` and
 * `1-2`, are not, since a label is not a number.
 */
function toUnitKey(label: string): string {
  const bare = foldText(label).replace(/[\s.]/g, '');
  const flat = bare.replace(FLAT, '');
  if (flat !== bare) return toRussianLetters(flat);
  for (const [written, word] of WORDS) if (written.test(bare)) return toRussianLetters(bare.replace(written, word));
  return toRussianLetters(bare);
}

/** Spellings of street types. */
const STREETS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'ул улица',
    'просп проспект пр пр-т пр-кт',
    'пер переулок',
    'бул б-р бульвар бульв',
    'пл площадь',
    'ш шоссе',
    'наб набережная',
    'проезд пр-д',
    'туп тупик',
    'ал аллея',
    'мкр микрорайон мкрн',
  ].flatMap((writings) => {
    const [kind = '', ...others] = writings.split(' ');
    return [kind, ...others].map((one) => [one, kind] as const);
  }),
);
const HOUSE = new Set(['д', 'дом']);

/** Splits an address into street types and all other words, in their order. */
function addressParts(address: string): { kinds: string[]; rest: string[] } {
  const words = joinBlocks(toRussianLetters(foldText(address))).match(/[\p{L}\p{N}]+(?:[/-][\p{L}\p{N}]+)*/gu) ?? [];
  const named = words.filter((word) => !HOUSE.has(word));
  return {
    kinds: named.flatMap((word) => STREETS[word] ?? []),
    rest: named.filter((word) => STREETS[word] === undefined),
  };
}

const ADDRESS = sameKey((address) => {
  const { kinds, rest } = addressParts(address);
  return [...kinds, ...rest].join(' ');
});
/**
 * Compares addresses without the street type: «Лесная, 14» matches «ул. Лесная, 14» if no other street has this name. A name
 * with a street type, «пер. Лесной», is not compared this way.
 */
const STREETLESS: Spelling = {
  ofLabel: (address) => addressParts(address).rest.join(' '),
  ofWritten: (address) => {
    const { kinds, rest } = addressParts(address);
    return kinds.length ? null : rest.join(' ');
  },
};

/** Keeps only letters and digits, to find labels that a wrong name may have meant. */
const keepLetters = (name: string): string => toRussianLetters(foldText(name)).replace(/[^\p{L}\p{N}]+/gu, '');
/** Maximum number of labels suggested for an unknown name. */
export const SUGGESTED_LABELS_MAX = 3;

/** Whether all items have the same id. */
const isSameItem = (items: readonly Named[]): boolean => items.every(({ id }) => id === items[0]?.id);

/** Items by their names. */
export class NameIndex<Thing extends Named> {
  readonly #spellings: readonly Spelling[];
  readonly #preferred: ReadonlySet<Thing>;
  readonly #byKey: readonly Map<string, Thing[]>[];
  #byLetters: Map<string, Thing[]> | null = null;
  readonly #things: readonly Thing[];

  /**
   * @param spellings tried in order, the strictest first
   * @param prefers decides which of several items with the same key is meant; none by default
   */
  constructor(
    candidates: readonly Thing[],
    spellings: readonly Spelling[],
    prefers: (thing: Thing) => boolean = () => false,
  ) {
    this.#things = candidates;
    this.#spellings = spellings;
    this.#preferred = new Set(candidates.filter(prefers));
    this.#byKey = spellings.map(({ ofLabel }) => groupByKey(candidates, ofLabel));
  }

  find(name: string): Match<Thing> {
    const found = this.fitting(name);
    if (found.length === 0) return null;
    const meant = isSameItem(found) ? found : found.filter((thing) => this.#preferred.has(thing));
    return meant.length > 0 && isSameItem(meant) ? (meant[0] ?? null) : 'several';
  }

  /** The items found by the strictest spelling that matches. */
  fitting(name: string): Thing[] {
    for (const [at, { ofWritten }] of this.#spellings.entries()) {
      const key = ofWritten(name);
      const found = key === null || key === '' ? [] : (this.#byKey[at]?.get(key) ?? []);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Some labels that differ from a name only in punctuation and spaces. */
  near(name: string): string[] {
    this.#byLetters ??= groupByKey(this.#things, keepLetters);
    return (this.#byLetters.get(keepLetters(name)) ?? []).slice(0, SUGGESTED_LABELS_MAX).map(({ label }) => label);
  }
}

function groupByKey<Thing extends Named>(
  items: readonly Thing[],
  key: (label: string) => string,
): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const candidate of items) {
    const name = key(candidate.label);
    const others = groups.get(name);
    if (others) others.push(candidate);
    else groups.set(name, [candidate]);
  }
  return groups;
}

/** Index of the units of a building; if several have the same label, the flat is meant. */
export const indexUnits = <Unit extends ImportUnit>(units: readonly Unit[]): NameIndex<Unit> =>
  new NameIndex(units, [EXACT, sameKey(toUnitKey)], ({ unit_type }) => unit_type === 'flat');

/** Index of buildings by address, «ул. Лесная, 12 к1». */
export const indexBuildings = <Building extends Named>(buildings: readonly Building[]): NameIndex<Building> =>
  new NameIndex(buildings, [EXACT, ADDRESS, STREETLESS]);

/** Index of records and list items by title. */
export const indexTitles = <Titled extends Named>(items: readonly Titled[]): NameIndex<Titled> =>
  new NameIndex(items, [EXACT, sameKey(foldText)]);
