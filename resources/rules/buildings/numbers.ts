/** From a number to a number, both included. */
export type NumberRange = [first: number, last: number];

const RANGE = /^(\d{1,5})(?: ?[-–—] ?(\d{1,5}))?$/;

/**
 * Numbers and ranges of them as a person writes them: «13, 40–42».
 * @param most numbers altogether; what is beyond counts as wrong
 * @returns each number once, and the first part that is no number; null when all are
 */
export function parseNumbers(text: string, most: number): { numbers: number[]; wrong: string | null } {
  const numbers = new Set<number>();
  for (const part of parseLabels(text)) {
    const [, first = '', last = first] = RANGE.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!first || to < from || to - from >= most - numbers.size) return { numbers: [...numbers], wrong: part };
    for (let number = from; number <= to; number += 1) numbers.add(number);
  }
  return { numbers: [...numbers], wrong: null };
}

/** Names separated by commas, semicolons or lines: «оф. 1, оф. 2». */
export const parseLabels = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.replace(/\s+/gu, ' ').trim())
    .filter(Boolean);
