import type { KindName } from '#resources/language/kinds/registry.ts';
import { BYTES, IMPORT } from '#resources/limits.ts';
import { tooLarge } from '#resources/rules/import/problem.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';
import { sectionNameFor } from '../state/latin-names.ts';
import { type FirstField, PLAIN_KIND } from '../state/new-definition.ts';

/** A column of a table as the field that it is guessed to be. */
interface GuessedColumn extends FirstField {
  /** A value that it holds. */
  sample: string;
  isTaken: boolean;
}

/** A table that a section is made of. */
export interface GuessedTable {
  columns: GuessedColumn[];
  rows: number;
}

/** Rows that are looked at. */
const LOOKED_AT = 500;
/** Values that a choice has at the most, and how often each of them stands on average at the least. */
const CHOICES = 12;
const REPEATED = 3;
/** Longest text of one line; a longer one is of several. */
const LINE = 120;

const FLAG = /^(?:да|нет|yes|no|true|false|\+|[-–]|✓|x|х)$/i;
const MONEY_HEADING = /сумм|цен|стоим|оплат|долг|руб|₽|тариф|зарплат/i;

interface Guess {
  kind: KindName;
  fits: RegExp;
  /** Pattern that the heading must match besides. */
  heading?: RegExp;
  /** The places behind the comma are counted. */
  hasPlaces?: true;
}

/** Kinds by what all values of a column look like, the first that fits. */
const GUESSES: readonly Guess[] = [
  { kind: 'checkbox', fits: FLAG },
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

/** Places behind the comma that the numbers of a column have. */
const decimalsOf = (values: readonly string[]): number =>
  Math.max(0, ...values.map((value) => /[.,](\d+)$/.exec(value)?.[1]?.length ?? 0));

/** A choice of the few values that stand again and again. */
function choiceOf(values: readonly string[]): Readonly<Record<string, unknown>> | null {
  const different = [...new Set(values)];
  const isChoice = different.length > 1 && different.length <= CHOICES && values.length >= different.length * REPEATED;
  if (!isChoice || different.some((value) => value.length > 60)) return null;
  const names = new Set<string>();
  const options = different.map((label) => {
    const value = sectionNameFor(label, (name) => names.has(name));
    names.add(value);
    return { value, label };
  });
  return { options };
}

/** The field that a column is guessed to be by its heading and its values. */
export function guessColumn(heading: string, cells: readonly string[]): GuessedColumn {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const column = { label: heading, sample: values[0] ?? '', isTaken: true };
  const guess = GUESSES.find(
    ({ fits, heading: named }) =>
      values.length > 0 && values.every((value) => fits.test(value)) && (named === undefined || named.test(heading)),
  );
  if (guess) {
    const decimals = guess.hasPlaces ? decimalsOf(values) : 0;
    return { ...column, kind: guess.kind, ...(decimals ? { options: { decimals } } : {}) };
  }
  const options = choiceOf(values);
  if (options) return { ...column, kind: 'choice', options };
  const isLong = values.some((value) => value.length > LINE || value.includes('\n'));
  return { ...column, kind: isLong ? 'long-text' : PLAIN_KIND };
}

/** Headings are looked for among so many first rows. */
const HEADINGS_WITHIN = 10;

/**
 * Reads a table as the fields of a section to be.
 * @returns null when it has no headings
 * @throws ImportFileError when it is no table
 */
export async function guessTable(file: File): Promise<GuessedTable | null> {
  if (file.size > BYTES.attachment) throw tooLarge(BYTES.attachment);
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A heading is a text without digits: the more of them, the likelier a row of headings.
  const headed = (cells: readonly string[]) => cells.filter((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell)).length;
  const { rows } = await readImportSheet(bytes, IMPORT.rows + HEADINGS_WITHIN, headed);
  const widest = Math.max(0, ...rows.slice(0, HEADINGS_WITHIN).map((cells) => filled(cells)));
  const at = rows.slice(0, HEADINGS_WITHIN).findIndex((cells) => filled(cells) === widest && widest > 0);
  const headings = rows[at];
  if (!headings) return null;
  const records = rows.slice(at + 1).filter((cells) => filled(cells) > 0);
  const headingsSoFar = new Set<string>();
  const columns = headings.flatMap((cell, column) => {
    const heading = cell.replaceAll(/\s+/g, ' ').trim();
    if (heading === '' || headingsSoFar.has(heading.toLowerCase())) return [];
    headingsSoFar.add(heading.toLowerCase());
    return [
      guessColumn(
        heading,
        records.slice(0, LOOKED_AT).map((cells) => cells[column] ?? ''),
      ),
    ];
  });
  return { columns, rows: records.length };
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length;
