/** Form of a text, besides its bounds. */
export interface TextForm {
  case?: 'upper' | 'lower' | undefined;
  spaces?: 'one' | 'none' | undefined;
  letters?: 'cyrillic' | 'latin' | undefined;
}

/** Letters that look the same in both alphabets, those of number plates first; small ones only where they do, too. */
const CYRILLIC = 'АВЕКМНОРСТУХаеорсух';
const LATIN = 'ABEKMHOPCTYXaeopcyx';

const twins = (from: string, to: string) => new Map([...from].map((letter, at) => [letter, to[at] ?? letter]));
const TWINS = { cyrillic: twins(LATIN, CYRILLIC), latin: twins(CYRILLIC, LATIN) } as const;

const SPACES = /[\s\u00a0]+/g;

/** A text as it is kept: case first, so that «k» of a number plate becomes the capital that has a twin; then letters and spaces. */
export function normalise(text: string, { case: letterCase, spaces, letters }: TextForm): string {
  let result = text;
  if (letterCase) result = letterCase === 'upper' ? result.toUpperCase() : result.toLowerCase();
  if (letters) result = [...result].map((letter) => TWINS[letters].get(letter) ?? letter).join('');
  if (spaces) result = result.replace(SPACES, spaces === 'one' ? ' ' : '');
  return result;
}
