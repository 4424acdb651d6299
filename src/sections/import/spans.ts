/** First and last of numbers that follow each other. */
export type RowSpan = readonly [first: number, last: number];

/** Ascending numbers, put together. */
export function joinSpans(numbers: Iterable<number>): RowSpan[] {
  const spans: [number, number][] = [];
  for (const number of numbers) {
    const last = spans.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else spans.push([number, number]);
  }
  return spans;
}

/** Every number that is in one of them. */
export function inSpans(spans: readonly RowSpan[]): Set<number> {
  const numbers = new Set<number>();
  for (const [first, last] of spans) for (let number = first; number <= last; number += 1) numbers.add(number);
  return numbers;
}

/** The numbers that are in any of both. */
export function joined(some: readonly RowSpan[], others: readonly RowSpan[]): RowSpan[] {
  return joinSpans([...inSpans([...some, ...others])].sort((a, b) => a - b));
}
