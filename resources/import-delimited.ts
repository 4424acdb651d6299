import Papa from 'papaparse';
import { headed, headingRow } from './import-columns.ts';

/** What stands between two cells. */
export const DELIMITERS = [';', ',', '\t'] as const;

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

function parse(text: string, delimiter: string, preview = 0): Papa.ParseResult<string[]> {
  return Papa.parse<string[]>(text, { delimiter, newline: '\n', preview });
}

/** The delimiter by which most columns are headed; without headings the one that parts most. */
function guess(text: string): string {
  const start = text.slice(0, START);
  const scores = DELIMITERS.map((delimiter) => {
    const { data } = parse(start, delimiter, 12);
    const at = headingRow(data);
    const wide = Math.max(0, ...data.map((cells) => cells.length));
    return { delimiter, score: (at < 0 ? 0 : headed(data[at] ?? [])) * 1000 + wide };
  });
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

/**
 * Parts a text into rows and cells. Every line is a row, empty ones too, so that the number of a row is the one that Excel
 * shows. A quote that nobody closes stands for itself: it must not swallow the rest of the list.
 */
export function readDelimited(source: string): Delimited {
  const whole = source.replace(/\r\n?/g, '\n');
  const sep = SEP.exec(whole);
  const text = sep ? whole.slice(sep[0].length) : whole;
  const delimiter = sep?.[1] ?? guess(text);
  const { data, errors } = parse(text, delimiter);
  if (!errors.some(({ code }) => code === 'MissingQuotes')) return { rows: data, delimiter };
  return { rows: text.split('\n').map((line) => parse(line, delimiter).data[0] ?? ['']), delimiter };
}
