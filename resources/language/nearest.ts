/** Maximum length of compared words, characters; longer ones are unlikely to be typing errors. */
const WORD_LENGTH_MAX = 60;

/** Maximum edit distance of a suggestion. */
const DISTANCE_MAX = 2;

/**
 * Damerau-Levenshtein distance of two words; infinite above `DISTANCE_MAX`. Only cells near the diagonal are computed, so that
 * it takes time linear to the length.
 */
function distance(one: string, other: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current: number[] = [];
    if (row <= DISTANCE_MAX) current[0] = row;
    for (
      let column = Math.max(1, row - DISTANCE_MAX);
      column <= Math.min(other.length, row + DISTANCE_MAX);
      column += 1
    ) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (previous[column] ?? Number.POSITIVE_INFINITY) + 1,
        (current[column - 1] ?? Number.POSITIVE_INFINITY) + 1,
        (previous[column - 1] ?? Number.POSITIVE_INFINITY) + (same ? 0 : 1),
        swapped ? (beforePrevious[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (!current.some((far) => far <= DISTANCE_MAX)) return Number.POSITIVE_INFINITY;
    [beforePrevious, previous] = [previous, current];
  }
  return previous[other.length] ?? Number.POSITIVE_INFINITY;
}

/** The known word that was probably meant by an unknown one; null if none is close enough. */
export function findNearest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > WORD_LENGTH_MAX) return null;
  let best: { word: string; far: number } | null = null;
  for (const one of candidates) {
    if (one.length > WORD_LENGTH_MAX || Math.abs(one.length - word.length) > DISTANCE_MAX) continue;
    const far = one.toLowerCase() === word.toLowerCase() ? 0 : distance(word.toLowerCase(), one.toLowerCase());
    if (far <= Math.min(DISTANCE_MAX, Math.max(word.length, one.length) / 3) && (!best || far < best.far))
      best = { word: one, far };
  }
  return best?.word ?? null;
}

/** Maximum number of wrong names per definition that get a suggestion, since comparing thousands would take too long. */
export const SUGGESTIONS_PER_DEFINITION = 20;

/** The suggestion as a parameter of a problem; empty if there is none. */
export function suggestionParams(word: string, known: Iterable<string>): { meant?: string } {
  const meant = findNearest(word, known);
  return meant === null ? {} : { meant };
}
