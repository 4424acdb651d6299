import { FIND_LIMITS } from '#resources/protocol/chat/chat.ts';

/** A query of `fnd` (A6): people with all tags of `all`, and one of `any` where it names some. */
export interface FindQuery {
  all: string[];
  any: string[];
}

/**
 * Reads a query: a blank is AND, a comma (with or without blanks around it) OR for the terms on both its sides, quotes hold a
 * term together. `a b, c` is a and (b or c).
 * @returns null for one that cannot be read, or has too many terms
 */
export function readFindQuery(text: string): FindQuery | null {
  const tokens = text.toLowerCase().match(/"[^"]*"|,|[^\s,"]+/g) ?? [];
  if (/"/.test(text.replace(/"[^"]*"/g, ''))) return null;
  const terms: { term: string; or: boolean }[] = [];
  let comma = false;
  for (const token of tokens) {
    if (token === ',') {
      const last = terms.at(-1);
      if (last) last.or = true;
      comma = terms.length > 0;
      continue;
    }
    const term = token.replaceAll('"', '').trim();
    if (!term) continue;
    terms.push({ term, or: comma });
    comma = false;
  }
  if (terms.length > FIND_LIMITS.terms) return null;
  const of = (or: boolean) => [...new Set(terms.filter((item) => item.or === or).map((item) => item.term))];
  return { all: of(false), any: of(true) };
}

/** A tag as it may be stored (A6); null for what is none. */
export function readTag(text: string): string | null {
  const tag = text.trim().toLowerCase();
  if (tag.length < 2 || tag.length > 96) return null;
  return /^([a-z][a-z0-9_]{1,15}:)?[\p{L}\p{N}][\p{L}\p{N}\-_+.!?#@]*$/u.test(tag) ? tag : null;
}
