import type { Range } from './events.ts';

/** Converts numbers to sorted ranges. */
export function toRanges(numbers: readonly number[]): Range[] {
  return mergeRanges(numbers.map((low) => ({ low, hi: low + 1 })));
}

/** Sorts ranges and merges those that touch or overlap. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const { low, hi } of [...ranges].sort((a, b) => a.low - b.low)) {
    const last = merged.at(-1);
    if (last && low <= last.hi) last.hi = Math.max(last.hi, hi);
    else merged.push({ low, hi });
  }
  return merged;
}

/** Subtracts ranges from ranges. */
export function subtractRanges(ranges: readonly Range[], others: readonly Range[]): Range[] {
  let remaining = mergeRanges(ranges);
  for (const hole of others) {
    remaining = remaining.flatMap(({ low, hi }) =>
      [
        { low, hi: Math.min(hi, hole.low) },
        { low: Math.max(low, hole.hi), hi },
      ].filter((part) => part.low < part.hi),
    );
  }
  return remaining;
}

/** Total count of numbers in ranges. */
export function countInRanges(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { low, hi }) => sum + hi - low, 0);
}
