/** How records of a section are numbered: `АКТ-{year}-{number}`, the number with so many digits at least. */
export interface Numbering {
  template: string;
  digits: number;
}

/** A number of a record; `year` is 0 where the template has none. */
export interface RecordNumber {
  year: number;
  number: number;
}

const PLACE = /(\{(?:year|number)\})/;
const YEAR = '{year}';
const NUMBER = '{number}';
const DIGITS_MAX = 9;

/** The largest number that is written and read again. */
export const NUMBER_MAX = 10 ** DIGITS_MAX - 1;

/** The largest number that a file may bring along: the counting goes on after it and needs room. */
export const BROUGHT_NUMBER_MAX = 900_000_000;

/** A template taken apart: texts and places in turn. */
const templatePieces = ({ template }: Pick<Numbering, 'template'>): string[] => template.split(PLACE);

/** Whether a template has one place for the number, at most one for the year, no other brackets, and no blanks at its ends. */
export function isTemplate(template: string): boolean {
  const pieces = templatePieces({ template });
  const count = (place: string) => pieces.filter((piece) => piece === place).length;
  const texts = pieces.filter((_, at) => at % 2 === 0);
  // Neither forms nor files keep blanks at the ends, so no such number would be read again.
  if (template !== template.trim()) return false;
  return count(NUMBER) === 1 && count(YEAR) <= 1 && !texts.some((text) => /[{}\r\n]/.test(text));
}

/** Whether the numbers begin anew each year. */
export const isYearly = ({ template }: Pick<Numbering, 'template'>): boolean => template.includes(YEAR);

/** «АКТ-2026-0042». */
export function writtenNumber({ template, digits }: Numbering, { year, number }: RecordNumber): string {
  return templatePieces({ template })
    .map((piece) => {
      if (piece === YEAR) return String(year);
      return piece === NUMBER ? String(number).padStart(digits, '0') : piece;
    })
    .join('');
}

/**
 * The year and number in a text written by the template, whatever its case and the zeros in front; null for a text that does not
 * follow the template.
 */
export function numberIn({ template }: Pick<Numbering, 'template'>, text: string): RecordNumber | null {
  const form = templatePieces({ template }).map((piece) => {
    if (piece === YEAR) return '(?<year>\\d{4})';
    return piece === NUMBER ? `(?<number>\\d{1,${DIGITS_MAX}})` : piece.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  });
  const { year = '0', number = '0' } = new RegExp(`^${form.join('')}$`, 'iu').exec(text.trim())?.groups ?? {};
  return Number(number) > 0 ? { year: Number(year), number: Number(number) } : null;
}

/**
 * Where the number and the year stand in what is written: characters before and after the number; before the year, or after it
 * where it comes behind the number, whose length differs.
 */
export function placesOf({ template }: Pick<Numbering, 'template'>) {
  const pieces = templatePieces({ template });
  const length = (some: readonly string[]) =>
    some.reduce((sum, piece) => sum + (piece === YEAR ? 4 : [...piece].length), 0);
  const [number, year] = [pieces.indexOf(NUMBER), pieces.indexOf(YEAR)];
  return {
    before: length(pieces.slice(0, number)),
    after: length(pieces.slice(number + 1)),
    yearBefore: year >= 0 && year < number ? length(pieces.slice(0, year)) : null,
    yearAfter: year > number ? length(pieces.slice(year + 1)) : null,
  };
}
