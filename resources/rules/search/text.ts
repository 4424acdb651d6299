/**
 * Parses search texts: case and ё, words, the wrong keyboard layout, phones in any notation, short forms like «д5 кв12». Used
 * by the server for searching and by the console for marking matches.
 */

/** Normalises a text like the database's `fold`: composed letters, lower case, ё as е, single spaces. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/gu, ' ').trim();
}

/** Splits a text into series of digits and of letters, like the database's `words_of`: «12А/1» → 12, а, 1. */
export function splitIntoWords(text: string): string[] {
  return foldText(text).match(/[0-9]+|[a-zа-я]+/g) ?? [];
}

const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
const BY_KEY = new Map([...LATIN].map((key, at) => [key, RUSSIAN[at] ?? key]));
BY_KEY.set('{', 'х').set('}', 'ъ').set(':', 'ж').set('"', 'э').set('<', 'б').set('>', 'ю').set('~', 'ё');

/** The text typed with the same keys in the Russian layout: «bdfyjd» → «иванов»; null if the text is not Latin. */
export function toRussianLayout(text: string): string | null {
  if (!/[a-z]/i.test(text) || /[а-яё]/i.test(text)) return null;
  return [...text.toLowerCase()].map((key) => BY_KEY.get(key) ?? key).join('');
}

/** Short and long dashes, hyphens and the minus. */
const DASHES = '\u2010-\u2015\u2212-';
const TELEPHONE = new RegExp(`^[\\d\\s()+.\\u00a0${DASHES}]+$`, 'u');
/** A number that begins with the country code or trunk prefix. */
const NATIONAL = new RegExp(`^\\s*(\\+\\s*7|[78][\\s().\\u00a0${DASHES}]+\\d)`, 'u');

/**
 * Parts that a stored `+7XXXXXXXXXX` must contain to match a typed phone: «8 916 204» → `+7916204`; «8916204» → that or digits
 * within a number. Empty for a text that is not a phone or has fewer digits than `least`.
 */
export function getPhonePatterns(text: string, least = 3): string[] {
  if (!TELEPHONE.test(text)) return [];
  const digits = text.replace(/\D/g, '');
  if (!digits || digits.length < least) return [];
  if (digits.length === 10 && digits.startsWith('9')) return [`+7${digits}`];
  if (!/^[78]/.test(digits)) return [digits];
  const national = `+7${digits.slice(1)}`;
  if (NATIONAL.test(text) || digits.length === 11) return [national];
  return digits.length > 1 ? [digits, national] : [digits];
}

/** Objects that a short form can refer to. */
type ShortObject = 'building' | 'porch' | 'floor' | 'pipe' | 'unit';

/** A part of a short form: «кв12» is a unit with the entry «кв 12». */
export interface ShortPart {
  object: ShortObject;
  entry: string;
}

const LABELS: Readonly<Record<ShortObject, readonly string[]>> = {
  building: ['дом', 'д'],
  porch: ['подъезд', 'под', 'п', 'вход', 'вх'],
  floor: ['этаж', 'эт', 'э'],
  pipe: ['стояк', 'ст'],
  unit: ['квартира', 'кв', 'офис', 'оф', 'помещение', 'пом'],
};
/** Normalised label of an entry, so that the entry is parsed as the same object again. */
const NORMALIZED_LABELS: Readonly<Record<string, string>> = {
  квартира: 'кв ',
  кв: 'кв ',
  офис: 'оф ',
  оф: 'оф ',
  дом: 'д ',
  д: 'д ',
};
const OBJECT_BY_LABEL = new Map(
  Object.entries(LABELS).flatMap(([object, names]) => names.map((name) => [name, object as ShortObject] as const)),
);
/** A block of a building after its number: «к1», «корп. 1», «стр. 1». */
const BLOCK = '[\\s,]*(?:корпус|корп|к|строение|стр|с)[.\\s]*\\d+';
const LABEL_FIRST = new RegExp(
  `(?<![а-яa-z0-9])(${[...OBJECT_BY_LABEL.keys()].join('|')})[.№\\s]*(-?\\d+(?:${BLOCK}|\\s?[абвг](?![а-яa-z0-9])|[а-я](?![а-я]))?(?:/\\d+[а-я]?)?)(?![а-я0-9])`,
  'gu',
);

/** The number before the label: «5 этаж», «2-й подъезд». */
const NUMBER_FIRST =
  /(?<![а-яa-z0-9-])(-?\d+)(?:\s|-?й\s|-?ый\s|-?ой\s|-?я\s)\s*(подъезд|вход|этаж|стояк|квартира)(?![а-я])/gu;

/** Parses a short form: its parts in their order, and the remaining text, normalised. Null if there are no parts. */
export function parseShortForm(text: string): { parts: ShortPart[]; rest: string } | null {
  const folded = foldText(text);
  const toPart = (name: string, number: string): ShortPart => {
    const object = OBJECT_BY_LABEL.get(name) ?? 'unit';
    const compactNumber = number
      .replace(/[\s,.]/g, '')
      .replace(/корпус|корп/, 'к')
      .replace(/строение|стр/, 'с');
    return { object, entry: `${NORMALIZED_LABELS[name] ?? ''}${compactNumber}` };
  };
  const matchParts = (pattern: RegExp, named: (match: RegExpMatchArray) => ShortPart) =>
    [...folded.matchAll(pattern)].map(named);
  const numberFirstParts = () => matchParts(NUMBER_FIRST, ([, number = '', name = '']) => toPart(name, number));
  const labelFirstParts = () => matchParts(LABEL_FIRST, ([, name = '', number = '']) => toPart(name, number));
  // In a query that begins with a number, the labels follow the numbers.
  const numberFirst = /^-?\d/.test(folded) && numberFirstParts().length > 0;
  const parts = numberFirst ? numberFirstParts() : labelFirstParts();
  const pattern = numberFirst || parts.length === 0 ? NUMBER_FIRST : LABEL_FIRST;
  if (!parts.length) parts.push(...numberFirstParts());
  if (!parts.length) return null;
  const rest = folded.replace(pattern, ' ').replace(/[,;.]+/g, ' ');
  return { parts, rest: foldText(rest) };
}

/** Parses an entry of a building: words of its address, and its exact number if given as «д 5». */
export function parseBuildingEntry(entry: string): { words: string[]; number: string | null } {
  const parsed = parseShortForm(entry);
  const number = parsed?.parts.find(({ object }) => object === 'building')?.entry.slice(2) ?? null;
  const words = foldText(number === null ? entry : (parsed?.rest ?? '')).split(/[\s,;.«»"]+/u);
  return { words: words.filter(Boolean), number };
}

const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  к: ['к', 'к.', 'корп', 'корп.', 'корпус'],
  с: ['с', 'с.', 'стр', 'стр.', 'строение'],
};

/** Spellings of an exact building number, without spaces, because «12к1» may be stored as «12 корп. 1». */
export function listBuildingSpellings(number: string): string[] {
  const [, building = '', word = '', block = ''] = /^(.*\d)([кс])(\d+)$/.exec(number) ?? [];
  return BLOCKS[word]?.map((written) => `${building}${written}${block}`) ?? [number];
}

/** Parses an entry of a unit: parts of its label, and its type if given as «кв 12». */
export function parseUnitEntry(entry: string): { words: string[]; type: 'flat' | 'office' | null } {
  const words = splitIntoWords(entry);
  const [first = '', ...rest] = words;
  if (!rest.length) return { words, type: null };
  const type = ({ кв: 'flat', квартира: 'flat', оф: 'office', офис: 'office' } as const)[first] ?? null;
  return type || first === 'пом' || first === 'помещение' ? { words: rest, type } : { words, type: null };
}

/** Parses the whole number of an entry: «5», «подъезд 5», «-1»; null if there is none. */
export function parseNumberEntry(entry: string): number | null {
  const found = /^(?:[а-я]+[.\s]*)?(-?\d{1,4})(?:-?(?:й|ый|ой))?(?:\s*[а-я]+\.?)?$/u.exec(foldText(entry))?.[1];
  return found === undefined ? null : Number(found);
}
