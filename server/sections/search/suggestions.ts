import type { SmartSearchAnswer, TagObject } from '#resources/protocol/search.ts';
import { inOtherLayout, shortForm } from '#resources/search-text.ts';
import type { Db } from '#server/db/tables.ts';
import { countUnits, type Suggested, suggest } from './suggest-queries.ts';
import { type Tags, withEntry } from './tags.ts';

type Holder = { readonly user: number };
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
  const others = parts.filter(({ object }) => object !== 'building');
  const address: Part = { object: 'building', entry: building ? `${rest} ${building.entry}` : rest };
  return [
    [address, ...others],
    [...parts, { object: 'resident', entry: rest }],
  ];
}

/** A short form as tags: one part is a tag like any other, several come together. Null when it finds nothing. */
async function asShortForm(db: Db, holder: Holder, context: Tags, text: string): Promise<Understood | null> {
  for (const parts of readings(text)) {
    const tags = parts.reduce((known, { object, entry }) => withEntry(known, object, entry), context);
    const count = await countUnits(db, holder, tags);
    if (!count) continue;
    const [only] = parts;
    const one = parts.length === 1 && only ? only : null;
    return {
      ...nothing(one?.entry ?? text),
      types: one ? [one.object] : [],
      counts: one ? { [one.object]: count } : {},
      parts: one ? [] : parts.map(({ object, entry }) => ({ object_type: object, search_type: 'contains', id: entry })),
    };
  }
  return null;
}

async function understand(db: Db, holder: Holder, context: Tags, text: string): Promise<Understood | null> {
  const found = await suggest(db, holder, context, text);
  const types = (Object.entries(found.counts) as [TagObject, number][]).flatMap(([kind, count]) =>
    count ? [kind] : [],
  );
  const counts = Object.fromEntries(types.map((kind) => [kind, found.counts[kind]]));
  const listed = found.buildings.length + found.complexes.length + found.residents.length;
  if (types.length || listed) return { ...found, counts, types, search_str: text, parts: [] };
  return null;
}

/**
 * What a person may mean by a text: objects it names and tags it could become (RES-04). What finds nothing is read once more
 * as typed in the wrong keyboard layout.
 */
export async function suggestions(db: Db, holder: Holder, context: Tags, search: string): Promise<Understood> {
  const text = search.replace(/\s+/gu, ' ').trim();
  if (!/[\p{L}\p{N}[\];',.`]/u.test(text)) return nothing(text);
  for (const reading of [text, inOtherLayout(text)]) {
    if (reading === null) continue;
    const found =
      (await asShortForm(db, holder, context, reading)) ?? (await understand(db, holder, context, reading.trim()));
    if (found) return found;
  }
  return nothing(text);
}
