/** First and last of consecutive row numbers. */
export type RowSpan = readonly [first: number, last: number];

/** Groups ascending numbers into spans. */
export function toSpans(numbers: Iterable<number>): RowSpan[] {
  const spans: [number, number][] = [];
  for (const number of numbers) {
    const last = spans.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else spans.push([number, number]);
  }
  return spans;
}

/** All numbers of the spans. */
export function spanNumbers(spans: readonly RowSpan[]): Set<number> {
  const numbers = new Set<number>();
  for (const [first, last] of spans) for (let number = first; number <= last; number += 1) numbers.add(number);
  return numbers;
}

/** Union of two lists of spans. */
export function mergeSpans(spans: readonly RowSpan[], otherSpans: readonly RowSpan[]): RowSpan[] {
  return toSpans([...spanNumbers([...spans, ...otherSpans])].sort((a, b) => a - b));
}
