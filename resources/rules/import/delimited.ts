import { IMPORT } from '../../limits.ts';
import { ImportBudget } from './budget.ts';
import { headed as headedResidents } from './columns.ts';
import { ImportFileError } from './problem.ts';

/** Characters that may separate two cells. */
const DELIMITERS = [';', ',', '\t'] as const;

/** Rows of a text file, line ends inside of cells kept as `\n`. */
export interface Delimited {
  rows: string[][];
  /** One of `DELIMITERS`, or what a leading `sep=` line names. */
  delimiter: string;
  /** Columns of the cells whose quotes may mean something else than they were read for, by the place of their row. */
  doubtful: ReadonlyMap<number, readonly number[]>;
}

/** How many columns of the table a row heads. */
export type Headed = (cells: readonly string[]) => number;

/** Excel's own first line: which delimiter follows. It is no row of the table. */
const SEP = /^"?sep=(.)"?[;,\t]*(?:\n|$)/i;
/** The headings and a few rows, characters. */
const START = 20_000;

/** Finds the next place of a part, asked with growing places: each is looked for once. The end of the text where there is none. */
function finder(text: string, part: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) next = text.indexOf(part, from);
    if (next < 0) next = text.length;
    return next;
  };
}

interface Closing {
  quote: number;
  end: number;
}

/**
 * Where a quoted cell ends: its last quote, and what follows it and spaces. Null where its first single quote stands within a text:
 * then the quotes are signs like others. @param at at its first quote
 */
function closing(text: string, delimiter: string, at: number): Closing | null {
  let quote = text.indexOf('"', at + 1);
  // A quote within a quoted cell stands twice.
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  if (quote < 0) return null;
  let end = quote + 1;
  while (text[end] === ' ' && delimiter !== ' ') end += 1;
  return end >= text.length || text[end] === delimiter || text[end] === '\n' ? { quote, end } : null;
}

function countParts(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

/** A cell with doubtful quotes. `inside`: how many delimiters its quotes hold over several lines; null: a quote was not closed. */
interface Doubt {
  row: number;
  column: number;
  inside: number | null;
}

/**
 * Parts a text, in time that grows with its length: the libraries take its square for quotes and spaces in a row, and let a quote
 * within a text swallow the lines below it. A cell goes over several lines only where its quotes close at its end.
 * @param most rows that are read
 */
function parse(text: string, delimiter: string, most: number): { rows: string[][]; doubts: Doubt[] } {
  const rows: string[][] = [];
  const doubts: Doubt[] = [];
  const [nextDelimiter, nextLine] = [finder(text, delimiter), finder(text, '\n')];
  let row: string[] = [];
  for (let at = 0; rows.length < most; ) {
    const quoted: Closing | null = text[at] === '"' ? closing(text, delimiter, at) : null;
    const end = quoted?.end ?? Math.min(nextDelimiter(at), nextLine(at));
    const cell = quoted ? text.slice(at + 1, quoted.quote).replaceAll('""', '"') : text.slice(at, end);
    const inside = quoted && cell.includes('\n') ? countParts(cell, delimiter) : null;
    const isOpen = !quoted && text[at] === '"' && countParts(cell, '"') % 2 === 1;
    if (inside || isOpen) doubts.push({ row: rows.length, column: row.length, inside });
    row.push(cell);
    if (end >= text.length || text[end] === '\n') {
      rows.push(row);
      row = [];
      if (end >= text.length) break;
    }
    at = end + 1;
  }
  return { rows, doubts };
}

/** The beginning of a text, of which headings and delimiter are told. */
export const startOf = (text: string): string => text.slice(0, START).replace(/\r\n?/g, '\n');

/** Rows among which the headings are. */
const HEADINGS_WITHIN = 12;

const mostHeadings = (rows: readonly string[][], headed: Headed) => Math.max(0, ...rows.map((cells) => headed(cells)));

/** The most columns that a row at the beginning of a text heads, by whatever delimiter. @param start by `startOf` */
export function headedMost(start: string, headed: Headed): number {
  return Math.max(
    ...DELIMITERS.map((delimiter) => mostHeadings(parse(start, delimiter, HEADINGS_WITHIN).rows, headed)),
  );
}

/** The delimiter by which most columns are headed; without headings the one that parts most. */
function guess(text: string, headed: Headed): string {
  const start = text.slice(0, START);
  const scores = DELIMITERS.map((delimiter) => {
    const { rows } = parse(start, delimiter, HEADINGS_WITHIN);
    const wide = Math.max(0, ...rows.map((cells) => cells.length));
    return { delimiter, score: mostHeadings(rows, headed) * 1000 + wide };
  });
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

/**
 * Columns of doubtful cells by their rows. A cell over several lines is one where it holds as many delimiters as a row has: it may be
 * several rows that two quotes in two of them have made one.
 */
function doubtfulRows(doubts: readonly Doubt[], rows: readonly string[][], headed: Headed): Map<number, number[]> {
  const first = rows.slice(0, HEADINGS_WITHIN);
  const heading = first.reduce((best, cells) => (headed(cells) > headed(best) ? cells : best), first[0] ?? []);
  const doubtful = new Map<number, number[]>();
  for (const { row, column, inside } of doubts) {
    if (inside !== null && inside < heading.length - 1) continue;
    const known = doubtful.get(row);
    if (known) known.push(column);
    else doubtful.set(row, [column]);
  }
  return doubtful;
}

/** Holds rows to the bounds of a file. Columns beyond the last that is looked at are dropped. */
function bounded(rows: string[][], most: number): string[][] {
  if (rows.length > most) throw new ImportFileError('tooManyRows', { most });
  const budget = new ImportBudget();
  for (const [at, cells] of rows.entries()) {
    if (cells.length > IMPORT.columns) cells.length = IMPORT.columns;
    for (const cell of cells) budget.take(cell, at + 1);
  }
  return rows;
}

/**
 * Parts a text into rows and cells. Every line is a row, empty ones too, so that the number of a row is the one that
 * Excel shows. A quote without an end stands for itself: it must not swallow the rest of the list.
 * @param most rows; more are refused
 * @param headed how many columns a row heads; those of a list of residents when left out
 * @throws ImportFileError tooManyRows, tooManyCells, tooMuchText, longCell
 */
export function readDelimited(source: string, most: number, headed: Headed = headedResidents): Delimited {
  const whole = source.replace(/\r\n?/g, '\n');
  const sep = SEP.exec(whole);
  const text = sep ? whole.slice(sep[0].length) : whole;
  const delimiter = sep?.[1] ?? guess(text, headed);
  new ImportBudget().room(countParts(text, delimiter));
  const { rows, doubts } = parse(text, delimiter, most + 1);
  return { rows: bounded(rows, most), delimiter, doubtful: doubtfulRows(doubts, rows, headed) };
}
