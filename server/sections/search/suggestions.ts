import type { SmartSearchAnswer, TagObject } from '#resources/protocol/search/search.ts';
import { inOtherLayout, shortForm } from '#resources/rules/search/text.ts';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { type FirstFound, firstFound, type Interpretation, type Suggested } from './suggest-queries.ts';
import { type Tags, withEntry } from './tags.ts';

type Part = { object: TagObject; entry: string };
type Suggestions = Suggested & Pick<SmartSearchAnswer, 'types' | 'search_str' | 'parts'>;

const emptyAnswer = (text: string): Suggestions => ({
  buildings: [],
  complexes: [],
  residents: [],
  counts: {},
  types: [],
  parts: [],
  search_str: text,
});

/** The interpretations of a short form: the rest of the text is an address or a name. */
function shortFormInterpretations(text: string): Part[][] {
  const short = shortForm(text);
  if (!short) return [];
  const { parts, rest } = short;
  if (!rest) return [parts];
  const building = parts.find(({ object }) => object === 'building');
  const otherParts = parts.filter(({ object }) => object !== 'building');
  const address: Part = { object: 'building', entry: building ? `${rest} ${building.entry}` : rest };
  return [
    [address, ...otherParts],
    [...parts, { object: 'resident', entry: rest }],
  ];
}

/** An interpretation of the typed text, and how its result becomes an answer. */
interface Attempt {
  interpretation: Interpretation;
  toAnswer: (found: FirstFound) => Suggestions;
}

/** A short form as tags. A single part becomes a tag; several are returned as `parts`. */
function asShortForm(context: Tags, text: string, parts: Part[]): Attempt {
  const tags = parts.reduce((known, { object, entry }) => withEntry(known, object, entry), context);
  const [only] = parts;
  const one = parts.length === 1 && only ? only : null;
  return {
    interpretation: { tags },
    toAnswer: (result) => ({
      ...emptyAnswer(one?.entry ?? text),
      types: one ? [one.object] : [],
      counts: one && 'units' in result ? { [one.object]: result.units } : {},
      parts: one ? [] : parts.map(({ object, entry }) => ({ object_type: object, search_type: 'contains', id: entry })),
    }),
  };
}

/** A text as objects it names and tags it could become. */
function asText(text: string): Attempt {
  return {
    interpretation: { text },
    toAnswer: (found) => {
      if (!('suggested' in found)) return emptyAnswer(text);
      const { counts: counted, ...listed } = found.suggested;
      const types = (Object.entries(counted) as [TagObject, number][]).flatMap(([kind, count]) =>
        count ? [kind] : [],
      );
      const counts = Object.fromEntries(types.map((kind) => [kind, counted[kind]]));
      return { ...listed, counts, types, search_str: text, parts: [] };
    },
  };
}

/**
 * Suggestions for a text: objects it names and tags it could become (RES-04). What finds nothing is read once more
 * as typed in the wrong keyboard layout. Runs as one SQL statement.
 */
export async function suggestions(db: Db, principal: Principal, context: Tags, typed: string): Promise<Suggestions> {
  const text = typed.replace(/\s+/gu, ' ').trim();
  if (!/[\p{L}\p{N}[\];',.`]/u.test(text)) return emptyAnswer(text);
  const attemptsOf = (search: string) => [
    ...shortFormInterpretations(search).map((parts) => asShortForm(context, search, parts)),
    asText(search.trim()),
  ];
  const attempts = [text, inOtherLayout(text)].flatMap((search) => (search === null ? [] : attemptsOf(search)));
  const firstMatch = await firstFound(
    db,
    principal,
    context,
    attempts.map(({ interpretation }) => interpretation),
  );
  return (firstMatch && attempts[firstMatch.at]?.toAnswer(firstMatch)) ?? emptyAnswer(text);
}
