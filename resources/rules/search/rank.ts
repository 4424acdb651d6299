import { foldText } from './text.ts';

/**
 * Order of results of different kinds, decided alike by the server and by the console for what it finds itself.
 * Numbers are points: the greater, the higher.
 */
export const POINTS = {
  /** A request by its number with «№» before it. */
  signedNumber: 99,
  /** A building and a flat, both named: «лесная 12 48». */
  flatOfBuilding: 96,
  /** A whole telephone, or its last digits where nothing else has so many. */
  telephone: 94,
  /** A street and a building's whole number: «калинина 48». */
  building: 92,
  /** A name of a person as it is, of a page, of an action. */
  exactName: 90,
  /** A flat of a street: «калинина 48» where the building has another number. */
  flatOfStreet: 84,
  /** The last name, or a title, begins with what was typed. */
  beginning: 78,
  /** Some word begins with it. */
  word: 66,
  /** A number alone: of a request, of a building, of a flat. */
  bareNumber: 64,
  bareBuilding: 62,
  bareFlat: 58,
  /** Found in a longer text. */
  text: 50,
  /** Found somewhere within a word. */
  within: 40,
} as const;

/** In one of the checked buildings. */
export const CHECKED = 4;

/** Points of a name or title for what was typed; 0 where it does not fit. Words of either may stand in any order. */
export function namePoints(typed: string, name: string): number {
  const queryWords = foldText(typed).split(' ').filter(Boolean);
  const folded = foldText(name);
  if (!queryWords.length) return 0;
  if (folded === queryWords.join(' ')) return POINTS.exactName;
  const words = folded.split(/[^0-9a-zа-я]+/u).filter(Boolean);
  if (queryWords.length === words.length && queryWords.every((word) => words.includes(word))) return POINTS.exactName;
  if (queryWords.every((word) => words.some((known) => known.startsWith(word)))) {
    return words[0]?.startsWith(queryWords[0] ?? '') ? POINTS.beginning : POINTS.word;
  }
  return queryWords.every((word) => word.length > 2 && folded.includes(word)) ? POINTS.within : 0;
}
