/** Normalisation of a text. */
export interface TextForm {
  case?: 'upper' | 'lower' | undefined;
  spaces?: 'one' | 'none' | undefined;
  letters?: 'cyrillic' | 'latin' | undefined;
}

/** Letters that look the same in both alphabets, in the same order; lower-case ones only if they look the same too. */
const CYRILLIC = 'АВЕКМНОРСТУХаеорсух';
const LATIN = 'ABEKMHOPCTYXaeopcyx';

const pairLetters = (from: string, to: string) =>
  new Map([...from].map((letter, index) => [letter, to[index] ?? letter]));
const TWINS = { cyrillic: pairLetters(LATIN, CYRILLIC), latin: pairLetters(CYRILLIC, LATIN) } as const;

const SPACES = /[\s\u00a0]+/g;

/** Normalises a text for storage. Case first, because only the capital of some letters («k» of a number plate) has a twin. */
export function normalizeText(text: string, { case: letterCase, spaces, letters }: TextForm): string {
  let result = text;
  if (letterCase) result = letterCase === 'upper' ? result.toUpperCase() : result.toLowerCase();
  if (letters) result = [...result].map((letter) => TWINS[letters].get(letter) ?? letter).join('');
  if (spaces) result = result.replace(SPACES, spaces === 'one' ? ' ' : '');
  return result;
}
