/**
 * Reads the text that a person types into a search: case and ё, words, the wrong keyboard layout, telephones in any writing,
 * short forms like «д5 кв12». Pure; the server searches by it, the console marks what was found.
 */

/** Letters composed, case and ё folded, as the database's `fold` does it; white space as single spaces. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/gu, ' ').trim();
}

/** Runs of digits and of letters, as the database's `words_of` does it: «12А/1» → 12, а, 1. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(/[0-9]+|[a-zа-я]+/g) ?? [];
}

const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
const BY_KEY = new Map([...LATIN].map((key, at) => [key, RUSSIAN[at] ?? key]));
BY_KEY.set('{', 'х').set('}', 'ъ').set(':', 'ж').set('"', 'э').set('<', 'б').set('>', 'ю').set('~', 'ё');

/** The text of the same keys with the Russian layout on: «bdfyjd» → «иванов»; null for a text that has none of its own. */
export function inOtherLayout(text: string): string | null {
  if (!/[a-z]/i.test(text) || /[а-яё]/i.test(text)) return null;
  return [...text.toLowerCase()].map((key) => BY_KEY.get(key) ?? key).join('');
}

/** Short and long dashes, hyphens and the minus. */
const DASHES = '\u2010-\u2015\u2212-';
const TELEPHONE = new RegExp(`^[\\d\\s()+.\\u00a0${DASHES}]+$`, 'u');
/** Pattern of a number written from the country's or the trunk's digit on. */
const NATIONAL = new RegExp(`^\\s*(\\+\\s*7|[78][\\s().\\u00a0${DASHES}]+\\d)`, 'u');

/**
 * The part that a stored `+7XXXXXXXXXX` must contain to fit a part of a telephone in any writing: «8 916 204» is `+7916204`, and
 * «8916204» that or digits from within a number. Empty for what is no telephone or has fewer digits than `least`.
 */
export function phoneParts(text: string, least = 3): string[] {
  if (!TELEPHONE.test(text)) return [];
  const digits = text.replace(/\D/g, '');
  if (!digits || digits.length < least) return [];
  if (digits.length === 10 && digits.startsWith('9')) return [`+7${digits}`];
  if (!/^[78]/.test(digits)) return [digits];
  const national = `+7${digits.slice(1)}`;
  if (NATIONAL.test(text) || digits.length === 11) return [national];
  return digits.length > 1 ? [digits, national] : [digits];
}

/** Things a short form can name. */
type ShortObject = 'building' | 'porch' | 'floor' | 'pipe' | 'unit';

/** A part of a short form: «кв12» is a unit with the entry «кв 12». */
export interface ShortPart {
  object: ShortObject;
  entry: string;
}

const NAMES: Readonly<Record<ShortObject, readonly string[]>> = {
  building: ['дом', 'д'],
  porch: ['подъезд', 'под', 'п', 'вход', 'вх'],
  floor: ['этаж', 'эт', 'э'],
  pipe: ['стояк', 'ст'],
  unit: ['квартира', 'кв', 'офис', 'оф', 'помещение', 'пом'],
};
/** Form in which each word is written into an entry, so that the entry is read back as the same part. */
const WRITTEN: Readonly<Record<string, string>> = {
  квартира: 'кв ',
  кв: 'кв ',
  офис: 'оф ',
  оф: 'оф ',
  дом: 'д ',
  д: 'д ',
};
const OBJECT_OF = new Map(
  Object.entries(NAMES).flatMap(([object, names]) => names.map((name) => [name, object as ShortObject] as const)),
);
/** A block of a building behind its number, however it is written: «к1», «корп. 1», «стр. 1». */
const BLOCK = '[\\s,]*(?:корпус|корп|к|строение|стр|с)[.\\s]*\\d+';
const SHORT = new RegExp(
  `(?<![а-яa-z0-9])(${[...OBJECT_OF.keys()].join('|')})[.№\\s]*(-?\\d+(?:${BLOCK}|\\s?[абвг](?![а-яa-z0-9])|[а-я](?![а-я]))?(?:/\\d+[а-я]?)?)(?![а-я0-9])`,
  'gu',
);

/** The other order: «5 этаж», «2-й подъезд». */
const TURNED =
  /(?<![а-яa-z0-9-])(-?\d+)(?:\s|-?й\s|-?ый\s|-?ой\s|-?я\s)\s*(подъезд|вход|этаж|стояк|квартира)(?![а-я])/gu;

/** A text as a short form: its parts in their order, and the rest of it, folded. Null when it names nothing. */
export function shortForm(text: string): { parts: ShortPart[]; rest: string } | null {
  const folded = foldText(text);
  const part = (name: string, number: string): ShortPart => {
    const object = OBJECT_OF.get(name) ?? 'unit';
    const short = number
      .replace(/[\s,.]/g, '')
      .replace(/корпус|корп/, 'к')
      .replace(/строение|стр/, 'с');
    return { object, entry: `${WRITTEN[name] ?? ''}${short}` };
  };
  const partsBy = (pattern: RegExp, named: (match: RegExpMatchArray) => ShortPart) =>
    [...folded.matchAll(pattern)].map(named);
  const turned = () => partsBy(TURNED, ([, number = '', name = '']) => part(name, number));
  const forward = () => partsBy(SHORT, ([, name = '', number = '']) => part(name, number));
  // A query that begins with a number has the names behind the numbers.
  const numberFirst = /^-?\d/.test(folded) && turned().length > 0;
  const parts = numberFirst ? turned() : forward();
  const pattern = numberFirst || parts.length === 0 ? TURNED : SHORT;
  if (!parts.length) parts.push(...turned());
  if (!parts.length) return null;
  const rest = folded.replace(pattern, ' ').replace(/[,;.]+/g, ' ');
  return { parts, rest: foldText(rest) };
}

/** The parsed entry of a building: words of its address, and its exact number where it is given as «д 5». */
export function buildingEntry(entry: string): { words: string[]; number: string | null } {
  const short = shortForm(entry);
  const number = short?.parts.find(({ object }) => object === 'building')?.entry.slice(2) ?? null;
  const words = foldText(number === null ? entry : (short?.rest ?? '')).split(/[\s,;.«»"]+/u);
  return { words: words.filter(Boolean), number };
}

const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  к: ['к', 'к.', 'корп', 'корп.', 'корпус'],
  с: ['с', 'с.', 'стр', 'стр.', 'строение'],
};

/** Writings of an exact number of a building, without spaces: «12к1» may stand in the data as «12 корп. 1». */
export function buildingWritings(number: string): string[] {
  const [, building = '', word = '', block = ''] = /^(.*\d)([кс])(\d+)$/.exec(number) ?? [];
  return BLOCKS[word]?.map((written) => `${building}${written}${block}`) ?? [number];
}

/** The parsed entry of a unit: parts of its label, and its kind where it is given as «кв 12». */
export function unitEntry(entry: string): { words: string[]; type: 'flat' | 'office' | null } {
  const words = wordsOf(entry);
  const [first = '', ...rest] = words;
  if (!rest.length) return { words, type: null };
  const type = ({ кв: 'flat', квартира: 'flat', оф: 'office', офис: 'office' } as const)[first] ?? null;
  return type || first === 'пом' || first === 'помещение' ? { words: rest, type } : { words, type: null };
}

/** The whole number of an entry: «5», «подъезд 5», «-1»; null when there is none that a building could have. */
export function numberEntry(entry: string): number | null {
  const found = /^(?:[а-я]+[.\s]*)?(-?\d{1,4})(?:-?(?:й|ый|ой))?(?:\s*[а-я]+\.?)?$/u.exec(foldText(entry))?.[1];
  return found === undefined ? null : Number(found);
}
