import { FIND_LIMITS } from '#resources/protocol/chat/chat.ts';

/** A query of `fnd` (A6): people with all tags of `all` and, unless `any` is empty, at least one of `any`. */
export interface FindQuery {
  all: string[];
  any: string[];
}

/**
 * Parses a query: a blank means AND; a comma, with or without blanks, means OR between its neighbours; quotes keep a term
 * together. `a b, c` means a and (b or c).
 * @returns null for a malformed query or one with too many terms
 */
export function parseFindQuery(text: string): FindQuery | null {
  const tokens = text.toLowerCase().match(/"[^"]*"|,|[^\s,"]+/g) ?? [];
  if (/"/.test(text.replace(/"[^"]*"/g, ''))) return null;
  const terms: { term: string; or: boolean }[] = [];
  let isAfterComma = false;
  for (const token of tokens) {
    if (token === ',') {
      const last = terms.at(-1);
      if (last) last.or = true;
      isAfterComma = terms.length > 0;
      continue;
    }
    const term = token.replaceAll('"', '').trim();
    if (!term) continue;
    terms.push({ term, or: isAfterComma });
    isAfterComma = false;
  }
  if (terms.length > FIND_LIMITS.terms) return null;
  const selectTerms = (or: boolean) => [...new Set(terms.filter((item) => item.or === or).map((item) => item.term))];
  return { all: selectTerms(false), any: selectTerms(true) };
}

/** Normalises a tag (A6); null when it is not a valid tag. */
export function normalizeTag(text: string): string | null {
  const tag = text.trim().toLowerCase();
  if (tag.length < 2 || tag.length > 96) return null;
  return /^([a-z][a-z0-9_]{1,15}:)?[\p{L}\p{N}][\p{L}\p{N}\-_+.!?#@]*$/u.test(tag) ? tag : null;
}
