import type { SmartSearchAnswer, TagObject } from '#resources/protocol/search/search.ts';
import { inOtherLayout, shortForm } from '#resources/rules/search/text.ts';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { type FirstFound, firstFound, type Reading, type Suggested } from './suggest-queries.ts';
import { type Tags, withEntry } from './tags.ts';

type Part = { object: TagObject; entry: string };
type Understood = Suggested & Pick<SmartSearchAnswer, 'types' | 'search_str' | 'parts'>;

const nothing = (text: string): Understood => ({
  buildings: [],
  complexes: [],
  residents: [],
  counts: {},
  types: [],
  parts: [],
  search_str: text,
});

/** The readings of a short form: what is left of the text is an address or a name. */
function readings(text: string): Part[][] {
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

/** A way to read what was typed, and what it becomes as an answer when it finds something. */
interface Way {
  reading: Reading;
  understood: (found: FirstFound) => Understood;
}

/** A short form as tags: one part is a tag like any other, several come together. */
function asShortForm(context: Tags, text: string, parts: Part[]): Way {
  const tags = parts.reduce((known, { object, entry }) => withEntry(known, object, entry), context);
  const [only] = parts;
  const one = parts.length === 1 && only ? only : null;
  return {
    reading: { tags },
    understood: (result) => ({
      ...nothing(one?.entry ?? text),
      types: one ? [one.object] : [],
      counts: one && 'units' in result ? { [one.object]: result.units } : {},
      parts: one ? [] : parts.map(({ object, entry }) => ({ object_type: object, search_type: 'contains', id: entry })),
    }),
  };
}

/** A text as objects it names and tags it could become. */
function asText(text: string): Way {
  return {
    reading: { text },
    understood: (found) => {
      if (!('suggested' in found)) return nothing(text);
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
 * What a person may mean by a text: objects it names and tags it could become (RES-04). What finds nothing is read once more
 * as typed in the wrong keyboard layout. One statement, whatever it is.
 */
export async function suggestions(db: Db, principal: Principal, context: Tags, search: string): Promise<Understood> {
  const text = search.replace(/\s+/gu, ' ').trim();
  if (!/[\p{L}\p{N}[\];',.`]/u.test(text)) return nothing(text);
  const ways = [text, inOtherLayout(text)].flatMap((typed) =>
    typed === null ? [] : [...readings(typed).map((parts) => asShortForm(context, typed, parts)), asText(typed.trim())],
  );
  const firstMatch = await firstFound(
    db,
    principal,
    context,
    ways.map(({ reading }) => reading),
  );
  return (firstMatch && ways[firstMatch.at]?.understood(firstMatch)) ?? nothing(text);
}
