import type { SmartSearchAnswer, TagObject } from '#resources/protocol/search/search.ts';
import { parseShortForm, toRussianLayout } from '#resources/rules/search/text.ts';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { type FirstMatch, type Interpretation, type SuggestedObjects, selectFirstMatch } from './suggest-queries.ts';
import { type Tags, withEntry } from './tags.ts';

type ShortFormPart = { object: TagObject; entry: string };
type Suggestions = SuggestedObjects & Pick<SmartSearchAnswer, 'types' | 'search_str' | 'parts'>;

const emptyAnswer = (text: string): Suggestions => ({
  buildings: [],
  complexes: [],
  residents: [],
  counts: {},
  types: [],
  parts: [],
  search_str: text,
});

/** Interpretations of a short form; its remaining text is taken for an address or a name. */
function shortFormInterpretations(text: string): ShortFormPart[][] {
  const short = parseShortForm(text);
  if (!short) return [];
  const { parts, rest } = short;
  if (!rest) return [parts];
  const building = parts.find(({ object }) => object === 'building');
  const otherParts = parts.filter(({ object }) => object !== 'building');
  const address: ShortFormPart = { object: 'building', entry: building ? `${rest} ${building.entry}` : rest };
  return [
    [address, ...otherParts],
    [...parts, { object: 'resident', entry: rest }],
  ];
}

/** An interpretation of the typed text, and the function that turns its result into an answer. */
interface Attempt {
  interpretation: Interpretation;
  toAnswer: (found: FirstMatch) => Suggestions;
}

/** Interprets a text as tags. A single part becomes a tag; several are returned as `parts`. */
function interpretAsShortForm(context: Tags, text: string, parts: ShortFormPart[]): Attempt {
  const tags = parts.reduce((combined, { object, entry }) => withEntry(combined, object, entry), context);
  const [firstPart] = parts;
  const singlePart = parts.length === 1 && firstPart ? firstPart : null;
  return {
    interpretation: { tags },
    toAnswer: (result) => ({
      ...emptyAnswer(singlePart?.entry ?? text),
      types: singlePart ? [singlePart.object] : [],
      counts: singlePart && 'units' in result ? { [singlePart.object]: result.units } : {},
      parts: singlePart
        ? []
        : parts.map(({ object, entry }) => ({ object_type: object, search_type: 'contains', id: entry })),
    }),
  };
}

/** Interprets a text as objects it names and tags it could become. */
function interpretAsText(text: string): Attempt {
  return {
    interpretation: { text },
    toAnswer: (match) => {
      if (!('suggested' in match)) return emptyAnswer(text);
      const { counts: allCounts, ...listed } = match.suggested;
      const types = (Object.entries(allCounts) as [TagObject, number][]).flatMap(([kind, count]) =>
        count ? [kind] : [],
      );
      const counts = Object.fromEntries(types.map((kind) => [kind, allCounts[kind]]));
      return { ...listed, counts, types, search_str: text, parts: [] };
    },
  };
}

/**
 * Suggestions for a text: objects it names and tags it could become (RES-04). If nothing is found, the text is tried as typed in
 * the wrong keyboard layout. Runs as one SQL statement.
 */
export async function findSuggestions(
  db: Db,
  principal: Principal,
  context: Tags,
  typed: string,
): Promise<Suggestions> {
  const text = typed.replace(/\s+/gu, ' ').trim();
  if (!/[\p{L}\p{N}[\];',.`]/u.test(text)) return emptyAnswer(text);
  const listAttempts = (search: string) => [
    ...shortFormInterpretations(search).map((parts) => interpretAsShortForm(context, search, parts)),
    interpretAsText(search.trim()),
  ];
  const attempts = [text, toRussianLayout(text)].flatMap((search) => (search === null ? [] : listAttempts(search)));
  const firstMatch = await selectFirstMatch(
    db,
    principal,
    context,
    attempts.map(({ interpretation }) => interpretation),
  );
  return (firstMatch && attempts[firstMatch.at]?.toAnswer(firstMatch)) ?? emptyAnswer(text);
}
