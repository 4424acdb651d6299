/** Number format of a section's records, e.g. `АКТ-{year}-{number}`; `digits` is the minimum length of the number. */
export interface Numbering {
  template: string;
  digits: number;
}

/** The number of a record; `year` is 0 if the template has none. */
export interface RecordNumber {
  year: number;
  number: number;
}

const PLACEHOLDER = /(\{(?:year|number)\})/;
const YEAR = '{year}';
const NUMBER = '{number}';
const DIGITS_MAX = 9;

/** Largest number that can be formatted and parsed. */
export const NUMBER_MAX = 10 ** DIGITS_MAX - 1;

/** Largest number accepted from an import, which leaves room for the automatic numbers that follow. */
export const IMPORTED_NUMBER_MAX = 900_000_000;

/** Splits a template into alternating literals and placeholders. */
const templatePieces = ({ template }: Pick<Numbering, 'template'>): string[] => template.split(PLACEHOLDER);

/**
 * Whether a template has exactly one `{number}`, at most one `{year}`, and no other braces, line breaks or surrounding spaces.
 */
export function isValidTemplate(template: string): boolean {
  const pieces = templatePieces({ template });
  const count = (place: string) => pieces.filter((piece) => piece === place).length;
  const texts = pieces.filter((_, index) => index % 2 === 0);
  // Forms and files trim values, so such numbers could not be parsed back.
  if (template !== template.trim()) return false;
  return count(NUMBER) === 1 && count(YEAR) <= 1 && !texts.some((text) => /[{}\r\n]/.test(text));
}

/** Whether numbering restarts each year. */
export const isYearly = ({ template }: Pick<Numbering, 'template'>): boolean => template.includes(YEAR);

/** Formats a number by its template: «АКТ-2026-0042». */
export function formatRecordNumber({ template, digits }: Numbering, { year, number }: RecordNumber): string {
  return templatePieces({ template })
    .map((piece) => {
      if (piece === YEAR) return String(year);
      return piece === NUMBER ? String(number).padStart(digits, '0') : piece;
    })
    .join('');
}

/** Parses a number by its template, ignoring case and leading zeros; null if the text does not follow the template. */
export function parseRecordNumber({ template }: Pick<Numbering, 'template'>, text: string): RecordNumber | null {
  const form = templatePieces({ template }).map((piece) => {
    if (piece === YEAR) return '(?<year>\\d{4})';
    return piece === NUMBER ? `(?<number>\\d{1,${DIGITS_MAX}})` : piece.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  });
  const { year = '0', number = '0' } = new RegExp(`^${form.join('')}$`, 'iu').exec(text.trim())?.groups ?? {};
  return Number(number) > 0 ? { year: Number(year), number: Number(number) } : null;
}

/**
 * Offsets for extracting number and year in SQL: `before` and `after` are the characters around the number; a year after the
 * number is counted from the end, because the number's length varies.
 */
export function placeholderOffsets({ template }: Pick<Numbering, 'template'>) {
  const pieces = templatePieces({ template });
  const length = (subset: readonly string[]) =>
    subset.reduce((sum, piece) => sum + (piece === YEAR ? 4 : [...piece].length), 0);
  const [number, year] = [pieces.indexOf(NUMBER), pieces.indexOf(YEAR)];
  return {
    before: length(pieces.slice(0, number)),
    after: length(pieces.slice(number + 1)),
    yearBefore: year >= 0 && year < number ? length(pieces.slice(0, year)) : null,
    yearAfter: year > number ? length(pieces.slice(year + 1)) : null,
  };
}
