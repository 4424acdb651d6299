import { IMPORT } from '../../limits.ts';
import { ImportBudget } from './budget.ts';
import { headed, headingRow } from './columns.ts';
import { ImportFileError } from './problem.ts';

/** What stands between two cells. */
const DELIMITERS = [';', ',', '\t'] as const;

/** Rows of a text file, line ends inside of cells kept as `\n`. */
export interface Delimited {
  rows: string[][];
  /** One of `DELIMITERS`, or what a leading `sep=` line names. */
  delimiter: string;
}

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

/** Where a quoted cell ends: its last quote, and what follows it and spaces. Null when nobody closes it. @param at its first quote */
function closing(text: string, delimiter: string, at: number): Closing | null {
  for (let quote = text.indexOf('"', at + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    // A quote within a quoted cell stands twice.
    if (text[quote + 1] === '"') {
      quote += 1;
      continue;
    }
    let end = quote + 1;
    while (text[end] === ' ' && delimiter !== ' ') end += 1;
    if (end >= text.length || text[end] === delimiter || text[end] === '\n') return { quote, end };
    quote = end - 1;
  }
  return null;
}

/**
 * Parts a text, in time that grows with its length: the libraries take its square for quotes and spaces in a row.
 * @param most rows that are read
 * @returns the rows up to a quote that nobody closes; `isOpen` when there is one
 */
function parse(text: string, delimiter: string, most: number): { rows: string[][]; isOpen: boolean } {
  const rows: string[][] = [];
  const [nextDelimiter, nextLine] = [finder(text, delimiter), finder(text, '\n')];
  let row: string[] = [];
  for (let at = 0; rows.length < most; ) {
    const quoted: Closing | null = text[at] === '"' ? closing(text, delimiter, at) : null;
    if (text[at] === '"' && !quoted) return { rows, isOpen: true };
    const end = quoted?.end ?? Math.min(nextDelimiter(at), nextLine(at));
    row.push(quoted ? text.slice(at + 1, quoted.quote).replaceAll('""', '"') : text.slice(at, end));
    if (end >= text.length || text[end] === '\n') {
      rows.push(row);
      row = [];
      if (end >= text.length) break;
    }
    at = end + 1;
  }
  return { rows, isOpen: false };
}

/** The delimiter by which most columns are headed; without headings the one that parts most. */
function guess(text: string): string {
  const start = text.slice(0, START);
  const scores = DELIMITERS.map((delimiter) => {
    const { rows } = parse(start, delimiter, 12);
    const at = headingRow(rows);
    const wide = Math.max(0, ...rows.map((cells) => cells.length));
    return { delimiter, score: (at < 0 ? 0 : headed(rows[at] ?? [])) * 1000 + wide };
  });
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

/** The cells of one line, in which a quote that nobody closes is a character like others. */
function cellsOfLine(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let isOpen = false;
  for (let at = 0; at <= line.length; ) {
    const isQuoted: boolean = line[at] === '"' && !isOpen;
    const quoted: Closing | null = isQuoted ? closing(line, delimiter, at) : null;
    isOpen ||= isQuoted && !quoted;
    const delimiterAt = quoted?.end ?? line.indexOf(delimiter, at);
    const end = delimiterAt < 0 ? line.length : delimiterAt;
    cells.push(quoted ? line.slice(at + 1, quoted.quote).replaceAll('""', '"') : line.slice(at, end));
    at = end + 1;
  }
  return cells;
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
 * Parts a text into rows and cells. Every line is a row, empty ones too, so that the number of a row is the one that Excel
 * shows. A quote that nobody closes stands for itself: it must not swallow the rest of the list.
 * @param most rows; more are refused
 * @throws ImportFileError tooManyRows, tooManyCells, tooMuchText, longCell
 */
export function readDelimited(source: string, most: number): Delimited {
  const whole = source.replace(/\r\n?/g, '\n');
  const sep = SEP.exec(whole);
  const text = sep ? whole.slice(sep[0].length) : whole;
  const delimiter = sep?.[1] ?? guess(text);
  new ImportBudget().room(countOf(text, delimiter));
  const { rows, isOpen } = parse(text, delimiter, most + 1);
  if (!isOpen) return { rows: bounded(rows, most), delimiter };
  const lines = text.split('\n', most + 1);
  return {
    rows: bounded(
      lines.map((line) => cellsOfLine(line, delimiter)),
      most,
    ),
    delimiter,
  };
}
