import type { KindName } from '#resources/language/kinds/registry.ts';
import { BYTES, IMPORT } from '#resources/limits.ts';
import { createTooLargeError } from '#resources/rules/import/problem.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';
import { sectionNameFor } from '../state/latin-names.ts';
import { DEFAULT_KIND, type FirstField } from '../state/new-definition.ts';

/** The field guessed for a column of a table. */
interface GuessedColumn extends FirstField {
  /** The first value of the column. */
  sample: string;
  isTaken: boolean;
}

/** A table from which a section is created. */
export interface GuessedTable {
  columns: GuessedColumn[];
  rows: number;
}

/** Maximum number of rows used for guessing. */
const SAMPLE_ROWS_MAX = 500;
/** Maximum number of different values of a choice. */
const CHOICE_VALUES_MAX = 12;
/** Minimum average number of occurrences of each value of a choice. */
const REPETITIONS_MIN = 3;
/** Longer values make the column a `long-text`, characters. */
const LINE_LENGTH_MAX = 120;

const BOOLEAN_VALUE = /^(?:да|нет|yes|no|true|false|\+|[-–]|✓|x|х)$/i;
const MONEY_HEADING = /сумм|цен|стоим|оплат|долг|руб|₽|тариф|зарплат/i;

interface Guess {
  kind: KindName;
  fits: RegExp;
  /** Pattern that the heading must match too. */
  heading?: RegExp;
  /** Whether to set `decimals` from the values. */
  hasPlaces?: true;
}

/** Kinds by a pattern that all values of a column match; the first match applies. */
const GUESSES: readonly Guess[] = [
  { kind: 'checkbox', fits: BOOLEAN_VALUE },
  { kind: 'moment', fits: /^(?:\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d{2}-\d{2})[ T,]+\d{1,2}:\d{2}(?::\d{2})?$/ },
  { kind: 'date', fits: /^(?:\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})$/ },
  { kind: 'time', fits: /^(?:[01]?\d|2[0-3]):[0-5]\d$/ },
  { kind: 'email', fits: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/ },
  { kind: 'link', fits: /^https?:\/\/\S+$/i },
  { kind: 'phone', fits: /^(?:\+7|8|7)[\s(-]*\d{3}[\s)-]*\d{3}[\s-]*\d{2}[\s-]*\d{2}$/ },
  { kind: 'money', fits: /^-?\d[\d\s\u00A0]*(?:[.,]\d{1,2}\s?)?(?:₽|руб\.?|р\.)$/i },
  { kind: 'money', fits: /^-?\d[\d\s\u00A0]*(?:[.,]\d{1,2})?$/, heading: MONEY_HEADING },
  { kind: 'number', fits: /^-?(?:0|[1-9][\d\s\u00A0]{0,14})(?:[.,]\d{1,6})?$/, hasPlaces: true },
];

/** Maximum number of decimal places in the values of a column. */
const countDecimals = (values: readonly string[]): number =>
  Math.max(0, ...values.map((value) => /[.,](\d+)$/.exec(value)?.[1]?.length ?? 0));

/** Options of a `choice`, if a column has few different values that repeat often; else null. */
function guessOptions(values: readonly string[]): Readonly<Record<string, unknown>> | null {
  const distinctValues = [...new Set(values)];
  const isChoice =
    distinctValues.length > 1 &&
    distinctValues.length <= CHOICE_VALUES_MAX &&
    values.length >= distinctValues.length * REPETITIONS_MIN;
  if (!isChoice || distinctValues.some((value) => value.length > 60)) return null;
  const names = new Set<string>();
  const options = distinctValues.map((label) => {
    const value = sectionNameFor(label, (name) => names.has(name));
    names.add(value);
    return { value, label };
  });
  return { options };
}

/** Guesses the field of a column from its heading and values. */
export function guessColumn(heading: string, cells: readonly string[]): GuessedColumn {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const column = { label: heading, sample: values[0] ?? '', isTaken: true };
  const guess = GUESSES.find(
    ({ fits, heading: headingPattern }) =>
      values.length > 0 &&
      values.every((value) => fits.test(value)) &&
      (headingPattern === undefined || headingPattern.test(heading)),
  );
  if (guess) {
    const decimals = guess.hasPlaces ? countDecimals(values) : 0;
    return { ...column, kind: guess.kind, ...(decimals ? { options: { decimals } } : {}) };
  }
  const options = guessOptions(values);
  if (options) return { ...column, kind: 'choice', options };
  const isLong = values.some((value) => value.length > LINE_LENGTH_MAX || value.includes('\n'));
  return { ...column, kind: isLong ? 'long-text' : DEFAULT_KIND };
}

/** Number of first rows in which the headings are searched. */
const HEADING_ROWS_MAX = 10;

/**
 * Reads a table and guesses the fields of a section from it.
 * @returns null if there is no row of headings
 * @throws ImportFileError if the file cannot be read as a table
 */
export async function guessTable(file: File): Promise<GuessedTable | null> {
  if (file.size > BYTES.attachment) throw createTooLargeError(BYTES.attachment);
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Headings are texts without digits; the sheet whose rows have most of them is used.
  const countHeadings = (cells: readonly string[]) =>
    cells.filter((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell)).length;
  const { rows } = await readImportSheet(bytes, IMPORT.rows + HEADING_ROWS_MAX, countHeadings);
  const widest = Math.max(0, ...rows.slice(0, HEADING_ROWS_MAX).map((cells) => countFilled(cells)));
  const headingsIndex = rows
    .slice(0, HEADING_ROWS_MAX)
    .findIndex((cells) => countFilled(cells) === widest && widest > 0);
  const headings = rows[headingsIndex];
  if (!headings) return null;
  const records = rows.slice(headingsIndex + 1).filter((cells) => countFilled(cells) > 0);
  const seenHeadings = new Set<string>();
  const columns = headings.flatMap((cell, column) => {
    const heading = cell.replaceAll(/\s+/g, ' ').trim();
    if (heading === '' || seenHeadings.has(heading.toLowerCase())) return [];
    seenHeadings.add(heading.toLowerCase());
    return [
      guessColumn(
        heading,
        records.slice(0, SAMPLE_ROWS_MAX).map((cells) => cells[column] ?? ''),
      ),
    ];
  });
  return { columns, rows: records.length };
}

const countFilled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length;
