import { joinBlocks } from '../search/place.ts';
import { foldText } from '../search/text.ts';

/**
 * Finds the thing that a cell of a file names, for the import of residents and that of records: the exact label first, other spellings only
 * where they mean exactly one thing. A number is a label like any other, never an id.
 */

/** A thing that a file may name. */
export interface Named {
  id: number;
  label: string;
}

/** A unit of the building that a list is for. */
export interface ImportUnit extends Named {
  /** Flat, office, storage or parking. */
  unit_type: string;
}

/** The thing that a name means; `several` where it fits more than one, null where it fits none. */
export type Match<Thing> = Thing | 'several' | null;

/** One way to compare names: the key of a label, and the key of what was written, null where it may not be compared so. */
interface Spelling {
  ofLabel(label: string): string;
  ofWritten(written: string): string | null;
}

const alike = (key: (name: string) => string): Spelling => ({ ofLabel: key, ofWritten: key });

const EXACT = alike((name) => name.normalize('NFC').replace(/\s+/gu, ' ').trim());

/** Latin letters that look like Russian ones: «12A» typed in the other layout is «12А». */
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
const inRussian = (name: string): string => name.replace(/[abcehkmoptxy]/g, (letter) => LOOKALIKES[letter] ?? letter);

/** Words that people write before a number, without spaces and dots. */
const FLAT = /^(?:квартира|кварт|кв|flat|apt|помещение|пом)?(?:номер|№|n|#)?(?=\d)/;
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:офис|office)(?:№)?/, 'оф'],
  [/^(?:машиноместо|машино-место|маш-место|мм|м-м)(?:№)?/, 'м/м'],
  [/^(?:кладовая|кладовка|клад)(?:№)?/, 'кл'],
];

/**
 * The key that two writings of one unit share: `48`, «кв. 48» and «Кв №48» are one, `013` and `13` are not, and neither are
 * `1/2` and `1-2`, since a label is a name and no number.
 */
function unitKey(label: string): string {
  const bare = foldText(label).replace(/[\s.]/g, '');
  const flat = bare.replace(FLAT, '');
  if (flat !== bare) return inRussian(flat);
  for (const [written, word] of WORDS) if (written.test(bare)) return inRussian(bare.replace(written, word));
  return inRussian(bare);
}

/** Kinds of streets as people shorten them. */
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

/** An address in parts: kinds of its street, and all else in its order. */
function addressParts(address: string): { kinds: string[]; rest: string[] } {
  const words = joinBlocks(inRussian(foldText(address))).match(/[\p{L}\p{N}]+(?:[/-][\p{L}\p{N}]+)*/gu) ?? [];
  const named = words.filter((word) => !HOUSE.has(word));
  return {
    kinds: named.flatMap((word) => STREETS[word] ?? []),
    rest: named.filter((word) => STREETS[word] === undefined),
  };
}

const ADDRESS = alike((address) => {
  const { kinds, rest } = addressParts(address);
  return [...kinds, ...rest].join(' ');
});
/** «Лесная, 14» is «ул. Лесная, 14» where no other street is called so; «пер. Лесной» with its kind is compared whole. */
const STREETLESS: Spelling = {
  ofLabel: (address) => addressParts(address).rest.join(' '),
  ofWritten: (address) => {
    const { kinds, rest } = addressParts(address);
    return kinds.length ? null : rest.join(' ');
  },
};

/** Letters and digits alone, to find labels that a wrong name may have meant. */
const keepLetters = (name: string): string => inRussian(foldText(name)).replace(/[^\p{L}\p{N}]+/gu, '');
/** Most labels that are offered in place of an unknown name. */
export const TOLD = 3;

/** Whether things are all one. */
const isOne = (things: readonly Named[]): boolean => things.every(({ id }) => id === things[0]?.id);

/** Things by their names. */
export class NameIndex<Thing extends Named> {
  readonly #spellings: readonly Spelling[];
  readonly #preferred: ReadonlySet<Thing>;
  readonly #byKey: readonly Map<string, Thing[]>[];
  #byLetters: Map<string, Thing[]> | null = null;
  readonly #things: readonly Thing[];

  /**
   * @param spellings tried one after the other, the strictest first
   * @param prefers which of several things of one key is meant; none by default
   */
  constructor(
    candidates: readonly Thing[],
    spellings: readonly Spelling[],
    prefers: (thing: Thing) => boolean = () => false,
  ) {
    this.#things = candidates;
    this.#spellings = spellings;
    this.#preferred = new Set(candidates.filter(prefers));
    this.#byKey = spellings.map(({ ofLabel }) => grouped(candidates, ofLabel));
  }

  find(name: string): Match<Thing> {
    const found = this.fitting(name);
    if (found.length === 0) return null;
    const meant = isOne(found) ? found : found.filter((thing) => this.#preferred.has(thing));
    return meant.length > 0 && isOne(meant) ? (meant[0] ?? null) : 'several';
  }

  /** The things that the strictest spelling which knows the name finds. */
  fitting(name: string): Thing[] {
    for (const [at, { ofWritten }] of this.#spellings.entries()) {
      const key = ofWritten(name);
      const found = key === null || key === '' ? [] : (this.#byKey[at]?.get(key) ?? []);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Labels that differ from a name in marks and spaces alone, a few of them. */
  near(name: string): string[] {
    this.#byLetters ??= grouped(this.#things, keepLetters);
    return (this.#byLetters.get(keepLetters(name)) ?? []).slice(0, TOLD).map(({ label }) => label);
  }
}

function grouped<Thing extends Named>(things: readonly Thing[], key: (label: string) => string): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const candidate of things) {
    const name = key(candidate.label);
    const others = groups.get(name);
    if (others) others.push(candidate);
    else groups.set(name, [candidate]);
  }
  return groups;
}

/** The units of one building; of several with one label the flat is meant. */
export const indexUnits = <Unit extends ImportUnit>(units: readonly Unit[]): NameIndex<Unit> =>
  new NameIndex(units, [EXACT, alike(unitKey)], ({ unit_type }) => unit_type === 'flat');

/** Buildings by their addresses, «ул. Лесная, 12 к1». */
export const indexBuildings = <Building extends Named>(buildings: readonly Building[]): NameIndex<Building> =>
  new NameIndex(buildings, [EXACT, ADDRESS, STREETLESS]);

/** Records and things of lists by what they are called. */
export const indexTitles = <Titled extends Named>(things: readonly Titled[]): NameIndex<Titled> =>
  new NameIndex(things, [EXACT, alike(foldText)]);
