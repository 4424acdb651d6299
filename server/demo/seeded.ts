import { createHash } from 'node:crypto';

/** Numbers that look random and are the same for the same seed, on every machine. */
export interface Seeded {
  /** A whole number from 0 to `below` - 1. */
  int(below: number): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the items. */
  pick<T>(items: readonly T[]): T;
  /** The items in another order. */
  shuffle<T>(items: readonly T[]): T[];
}

/** Hash of a text, hexadecimal. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A row of numbers of its own for every seed, so that a change in one area moves nothing in another. */
export function seeded(seed: string): Seeded {
  let state = Number.parseInt(digest(seed).slice(0, 8), 16);
  // Mulberry32: 32 bits of state, good enough to scatter names and dates.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    between: (low, high) => low + int(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (items) => at(items, int(items.length)),
    shuffle: (items) => {
      const result = [...items];
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = int(last + 1);
        const moved = at(result, last);
        result[last] = at(result, other);
        result[other] = moved;
      }
      return result;
    },
  };
}

/**
 * The item at this place, counted round: `at(list, list.length)` is the first again.
 * @throws RangeError when the list is empty
 */
export function at<T>(items: readonly T[], place: number): T {
  if (items.length === 0) throw new RangeError('An empty list has no items');
  return items[((place % items.length) + items.length) % items.length] as T;
}
