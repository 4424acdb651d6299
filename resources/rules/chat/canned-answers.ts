import { trimEnd } from '../../trim-end.ts';

/** Canned answers of the chat: their limits, and the placeholders that are filled with data of a person. */

/** Length of a title, characters; ours. */
export const ANSWER_TITLE = { min: 2, max: 80 } as const;
/** Length of a text, characters; ours. */
export const ANSWER_TEXT = { min: 2, max: 2_000 } as const;
/** Maximum number of answers of a company; ours. */
export const ANSWERS_MAX = 300;

/** Placeholders that a text may contain, in the order of the editor. */
export const ANSWER_PLACEHOLDERS = ['имя', 'фамилия', 'адрес', 'дом', 'подъезд', 'квартира'] as const;
type AnswerPlaceholder = (typeof ANSWER_PLACEHOLDERS)[number];

/** The recipient of an answer; missing or empty keys are unknown. */
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

/** The text for each placeholder; null if unknown. */
function placeholderValues(contact: AnswerContact | null): Record<AnswerPlaceholder, string | null> {
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

/** A text with its placeholders filled in. */
export interface FilledAnswer {
  text: string;
  /** Position of the first unfilled placeholder, to be selected; null if all are filled. */
  missing: { start: number; end: number } | null;
}

const PLACEHOLDER = new RegExp(`\\{(${ANSWER_PLACEHOLDERS.join('|')})(\\?)?\\}`, 'giu');

/**
 * Fills in the placeholders. An unknown one stays as it is, so that no incomplete sentence is sent by accident; one with a
 * question mark, `{квартира?}`, is removed instead, with the spaces before it.
 */
export function fillAnswer(text: string, contact: AnswerContact | null): FilledAnswer {
  const values = placeholderValues(contact);
  let filled = '';
  let missing: FilledAnswer['missing'] = null;
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [placeholder, name = '', optional] = match;
    filled += text.slice(from, match.index);
    from = match.index + placeholder.length;
    const value = values[name.toLowerCase() as AnswerPlaceholder];
    if (value !== null) filled += value;
    else if (optional) filled = trimEnd(filled, ' \t');
    else {
      missing ??= { start: filled.length, end: filled.length + placeholder.length };
      filled += placeholder;
    }
  }
  return { text: filled + text.slice(from), missing };
}

const normalize = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

/** Answers whose title or text contains every typed word; titles that begin with the query come first. */
export function findAnswers<A extends { title: string; text: string }>(answers: readonly A[], query: string): A[] {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  const matches = answers.filter(({ title, text }) => {
    const content = normalize(`${title}\n${text}`);
    return words.every((word) => content.includes(word));
  });
  const normalizedQuery = normalize(query).trim();
  const titleRank = ({ title }: A) => (normalize(title).startsWith(normalizedQuery) ? 0 : 1);
  return matches.sort((a, b) => titleRank(a) - titleRank(b));
}
