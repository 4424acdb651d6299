import { createHash } from 'node:crypto';

/** Pseudo-random values that are the same for the same seed on every machine. */
export interface Random {
  /** An integer from 0 to `below` - 1. */
  int(below: number): number;
  /** An integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** A random item. */
  pick<T>(items: readonly T[]): T;
  /** The items in random order. */
  shuffle<T>(items: readonly T[]): T[];
}

/** SHA-256 of a text, hexadecimal. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Creates a generator with its own sequence per seed, so that a change in one area does not affect others. */
export function createRandom(seed: string): Random {
  let state = Number.parseInt(sha256Hex(seed).slice(0, 8), 16);
  // Mulberry32: 32 bits of state, good enough for distributing names and dates.
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
    pick: (items) => itemAt(items, int(items.length)),
    shuffle: (items) => {
      const result = [...items];
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = int(last + 1);
        const moved = itemAt(result, last);
        result[last] = itemAt(result, other);
        result[other] = moved;
      }
      return result;
    },
  };
}

/**
 * The item at an index that wraps around: `itemAt(list, list.length)` is the first item.
 * @throws RangeError when the list is empty
 */
export function itemAt<T>(items: readonly T[], index: number): T {
  if (items.length === 0) throw new RangeError('An empty list has no items');
  return items[((index % items.length) + items.length) % items.length] as T;
}
