/** Longer words are not compared: they are no slip of one or two letters. */
const LONGEST = 60;

/** Words further apart than this are not taken for each other. */
const FAR = 2;

/**
 * How many letters have to be changed, added, taken away or swapped with their neighbour to make one word of another; infinite
 * once they are too far apart. Only lengths that differ by as much are compared, so that a pair takes time linear to its length.
 */
function distance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line: number[] = [];
    if (row <= FAR) line[0] = row;
    for (let column = Math.max(1, row - FAR); column <= Math.min(other.length, row + FAR); column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line[column] = Math.min(
        (last[column] ?? Number.POSITIVE_INFINITY) + 1,
        (line[column - 1] ?? Number.POSITIVE_INFINITY) + 1,
        (last[column - 1] ?? Number.POSITIVE_INFINITY) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (!line.some((far) => far <= FAR)) return Number.POSITIVE_INFINITY;
    [beforeLast, last] = [last, line];
  }
  return last[other.length] ?? Number.POSITIVE_INFINITY;
}

/** The known word that was probably meant by an unknown one; null where none is close enough. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > LONGEST) return null;
  let best: { word: string; far: number } | null = null;
  for (const one of candidates) {
    if (one.length > LONGEST || Math.abs(one.length - word.length) > FAR) continue;
    const far = one.toLowerCase() === word.toLowerCase() ? 0 : distance(word.toLowerCase(), one.toLowerCase());
    if (far <= Math.min(FAR, Math.max(word.length, one.length) / 3) && (!best || far < best.far))
      best = { word: one, far };
  }
  return best?.word ?? null;
}

/** So many wrong names of a definition are guessed at: the rest of thousands would take longer than all of its reading. */
export const GUESSED = 20;

/** The same as a part of what a problem names: nothing where nothing is close. */
export function meantBy(word: string, known: Iterable<string>): { meant?: string } {
  const meant = nearest(word, known);
  return meant === null ? {} : { meant };
}
