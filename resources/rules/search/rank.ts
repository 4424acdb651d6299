import { foldText } from './text.ts';

/**
 * Ranking of results of different kinds, shared by the server and by the console for its own results. Numbers are points, more
 * is better.
 */
export const POINTS = {
  /** A request by its number after «№». */
  signedNumber: 99,
  /** A building and a flat: «лесная 12 48». */
  flatOfBuilding: 96,
  /** A whole phone number, or its last digits if no other has them. */
  telephone: 94,
  /** A street and a building's whole number: «калинина 48». */
  building: 92,
  /** The exact name of a person, a page or an action. */
  exactName: 90,
  /** A flat of a street: «калинина 48» where the building has another number. */
  flatOfStreet: 84,
  /** A last name or a title that begins with the query. */
  beginning: 78,
  /** A word that begins with the query. */
  word: 66,
  /** A number alone: a request, a building, a flat. */
  bareNumber: 64,
  bareBuilding: 62,
  bareFlat: 58,
  /** Found in a longer text. */
  text: 50,
  /** Found within a word. */
  within: 40,
} as const;

/** Extra points for a place in one of the selected buildings. */
export const SELECTED_BUILDING_POINTS = 4;

/** Points of a name or title for a query; 0 if it does not match. Words may be in any order. */
export function namePoints(query: string, name: string): number {
  const queryWords = foldText(query).split(' ').filter(Boolean);
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
