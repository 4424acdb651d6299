import { IMPORT } from '../../limits.ts';
import { ImportBudget } from './budget.ts';
import { headed as headedResidents } from './columns.ts';
import { ImportFileError } from './problem.ts';

/** Possible cell delimiters. */
const DELIMITERS = [';', ',', '\t'] as const;

/** Rows of a text file; line breaks inside cells are `\n`. */
export interface Delimited {
  rows: string[][];
  /** One of `DELIMITERS`, or the character of a leading `sep=` line. */
  delimiter: string;
  /** Columns of cells with ambiguous quotes, by row index. */
  doubtful: ReadonlyMap<number, readonly number[]>;
}

/** Counts the columns of the table that a row has headings for. */
export type Headed = (cells: readonly string[]) => number;

/** Excel's first line that names the delimiter; it is not a row of the table. */
const SEP = /^"?sep=(.)"?[;,\t]*(?:\n|$)/i;
/** Length of the beginning that has the headings and a few rows, characters. */
const START = 20_000;

/**
 * Creates a search for the next occurrence of a part, for increasing positions: each occurrence is searched once. Returns the
 * end of the text if there is none.
 */
function createFinder(text: string, part: string): (from: number) => number {
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
 * Finds the end of a quoted cell: its closing quote, and the position after it and spaces. Null if the quote does not enclose
 * the whole cell, so that quotes are ordinary characters.
 * @param at position of the opening quote
 */
function findClosingQuote(text: string, delimiter: string, at: number): Closing | null {
  let quote = text.indexOf('"', at + 1);
  // Quotes inside a quoted cell are doubled.
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

/**
 * A cell with ambiguous quotes. `inside`: number of delimiters in a quoted cell of several lines; null: a quote was not closed.
 */
interface Doubt {
  row: number;
  column: number;
  inside: number | null;
}

/**
 * Splits a text in linear time; the usual libraries take quadratic time for quotes and series of spaces, and let a quote within
 * a text swallow the lines below it. A cell spans several lines only if its quotes enclose it.
 * @param maxRows maximum number of rows
 */
function parse(text: string, delimiter: string, maxRows: number): { rows: string[][]; doubts: Doubt[] } {
  const rows: string[][] = [];
  const doubts: Doubt[] = [];
  const [nextDelimiter, nextLine] = [createFinder(text, delimiter), createFinder(text, '\n')];
  let row: string[] = [];
  for (let at = 0; rows.length < maxRows; ) {
    const quoted: Closing | null = text[at] === '"' ? findClosingQuote(text, delimiter, at) : null;
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

/** The beginning of a text, in which headings and delimiter are detected. */
export const startOf = (text: string): string => text.slice(0, START).replace(/\r\n?/g, '\n');

/** Maximum number of rows to search for headings. */
const HEADINGS_WITHIN = 12;

const maxHeadings = (rows: readonly string[][], headed: Headed) => Math.max(0, ...rows.map((cells) => headed(cells)));

/**
 * Highest number of headings in a row at the beginning of a text, with any delimiter.
 * @param start result of `startOf`
 */
export function headedMost(start: string, headed: Headed): number {
  return Math.max(...DELIMITERS.map((delimiter) => maxHeadings(parse(start, delimiter, HEADINGS_WITHIN).rows, headed)));
}

/** Detects the delimiter that yields the most headings; without headings, the most cells. */
function detectDelimiter(text: string, headed: Headed): string {
  const start = text.slice(0, START);
  const scores = DELIMITERS.map((delimiter) => {
    const { rows } = parse(start, delimiter, HEADINGS_WITHIN);
    const wide = Math.max(0, ...rows.map((cells) => cells.length));
    return { delimiter, score: maxHeadings(rows, headed) * 1000 + wide };
  });
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

/**
 * Columns of doubtful cells by row index. A cell of several lines is doubtful if it contains as many delimiters as a row,
 * because two stray quotes may have merged several rows.
 */
function findDoubtfulCells(doubts: readonly Doubt[], rows: readonly string[][], headed: Headed): Map<number, number[]> {
  const first = rows.slice(0, HEADINGS_WITHIN);
  const heading = first.reduce((best, cells) => (headed(cells) > headed(best) ? cells : best), first[0] ?? []);
  const doubtful = new Map<number, number[]>();
  for (const { row, column, inside } of doubts) {
    if (inside !== null && inside < heading.length - 1) continue;
    const columns = doubtful.get(row);
    if (columns) columns.push(column);
    else doubtful.set(row, [column]);
  }
  return doubtful;
}

/** Checks the limits of a file, and drops columns beyond the limit. */
function checkLimits(rows: string[][], maxRows: number): string[][] {
  if (rows.length > maxRows) throw new ImportFileError('tooManyRows', { most: maxRows });
  const budget = new ImportBudget();
  for (const [at, cells] of rows.entries()) {
    if (cells.length > IMPORT.columns) cells.length = IMPORT.columns;
    for (const cell of cells) budget.take(cell, at + 1);
  }
  return rows;
}

/**
 * Splits a text into rows and cells. Every line is a row, even an empty one, so that row numbers match Excel's. A quote without
 * an end is an ordinary character, so that it cannot swallow the rest of the list.
 * @param maxRows maximum number of rows; more are refused
 * @param headed counts headings in a row; those of a list of residents when left out
 * @throws ImportFileError tooManyRows, tooManyCells, tooMuchText, longCell
 */
export function readDelimited(source: string, maxRows: number, headed: Headed = headedResidents): Delimited {
  const whole = source.replace(/\r\n?/g, '\n');
  const sep = SEP.exec(whole);
  const text = sep ? whole.slice(sep[0].length) : whole;
  const delimiter = sep?.[1] ?? detectDelimiter(text, headed);
  new ImportBudget().room(countParts(text, delimiter));
  const { rows, doubts } = parse(text, delimiter, maxRows + 1);
  return { rows: checkLimits(rows, maxRows), delimiter, doubtful: findDoubtfulCells(doubts, rows, headed) };
}
