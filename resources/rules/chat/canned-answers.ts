import { trimEnd } from '../../trim-end.ts';

/** Canned answers of the chat: their limits, and the places of a text that are filled with what is known of a person. */

/** Characters of a title; ours. */
export const ANSWER_TITLE = { min: 2, max: 80 } as const;
/** Characters of a text; ours. */
export const ANSWER_TEXT = { min: 2, max: 2_000 } as const;
/** Most answers of a company; ours. */
export const ANSWERS_MAX = 300;

/** Places that a text may hold, in the order the editor offers them. */
export const ANSWER_PLACES = ['имя', 'фамилия', 'адрес', 'дом', 'подъезд', 'квартира'] as const;
type AnswerPlace = (typeof ANSWER_PLACES)[number];

/** The recipient of an answer; a key that is left out or empty is not known. */
export interface AnswerContact {
  firstName?: string | null;
  lastName?: string | null;
  /** «ул. Лесная». */
  street?: string | null;
  /** «12к1». */
  number?: string | null;
  porch?: number | null;
  /** «47». */
  flat?: string | null;
}

/** The text for each place; null when it is not known. */
function placeValues(contact: AnswerContact | null): Record<AnswerPlace, string | null> {
  const { firstName, lastName, street, number, porch, flat } = contact ?? {};
  const building = street && number ? `${street}, ${number}` : null;
  return {
    имя: firstName || null,
    фамилия: lastName || null,
    адрес: building && flat ? `${building}, кв. ${flat}` : building,
    дом: building,
    подъезд: porch ? String(porch) : null,
    квартира: flat || null,
  };
}

/** A text with its places filled in. */
export interface FilledAnswer {
  text: string;
  /** Where the first place that nothing is known for stands, to be selected; null when every one is filled. */
  missing: { start: number; end: number } | null;
}

const PLACE = new RegExp(`\\{(${ANSWER_PLACES.join('|')})(\\?)?\\}`, 'giu');

/**
 * Fills a text in. A place that nothing is known for stays as it is, so that half a sentence is not sent by accident;
 * one with a question mark, `{квартира?}`, is left out instead, with the blanks before it.
 */
export function fillAnswer(text: string, contact: AnswerContact | null): FilledAnswer {
  const values = placeValues(contact);
  let filled = '';
  let missing: FilledAnswer['missing'] = null;
  let from = 0;
  for (const match of text.matchAll(PLACE)) {
    const [placeholder, name = '', optional] = match;
    filled += text.slice(from, match.index);
    from = match.index + placeholder.length;
    const value = values[name.toLowerCase() as AnswerPlace];
    if (value !== null) filled += value;
    else if (optional) filled = trimEnd(filled, ' \t');
    else {
      missing ??= { start: filled.length, end: filled.length + placeholder.length };
      filled += placeholder;
    }
  }
  return { text: filled + text.slice(from), missing };
}

const folded = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

/** Answers whose title or text holds every word that was typed; titles that begin with it come first. */
export function findAnswers<A extends { title: string; text: string }>(answers: readonly A[], query: string): A[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const matches = answers.filter(({ title, text }) => {
    const all = folded(`${title}\n${text}`);
    return words.every((word) => all.includes(word));
  });
  const first = folded(query).trim();
  const begins = ({ title }: A) => (folded(title).startsWith(first) ? 0 : 1);
  return matches.sort((a, b) => begins(a) - begins(b));
}
