/** An inclusive range of numbers. */
export type NumberRange = [first: number, last: number];

const RANGE = /^(\d{1,5})(?: ?[-–—] ?(\d{1,5}))?$/;

/**
 * Parses numbers and ranges as people write them: «13, 40–42».
 * @param max maximum count of numbers; anything beyond counts as wrong
 * @returns the numbers without duplicates, and the first part that is invalid; null if there is none
 */
export function parseNumbers(text: string, max: number): { numbers: number[]; wrong: string | null } {
  const numbers = new Set<number>();
  for (const part of parseLabels(text)) {
    const [, first = '', last = first] = RANGE.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!first || to < from || to - from >= max - numbers.size) return { numbers: [...numbers], wrong: part };
    for (let number = from; number <= to; number += 1) numbers.add(number);
  }
  return { numbers: [...numbers], wrong: null };
}

/** Splits labels at commas, semicolons and line breaks: «оф. 1, оф. 2». */
export const parseLabels = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.replace(/\s+/gu, ' ').trim())
    .filter(Boolean);
