import { BYTES } from '#resources/limits.ts';
import type { Cells } from './sheet.ts';

/** Characters of a file that is checked in one call: three bytes each at the most, with some room. */
const PART = Math.floor(BYTES.attachment / 3) - 10_000;

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const lineOf = ({ label, last_name, first_name, phone_number }: Cells) =>
  `${[label, last_name, first_name, phone_number].map(quoted).join(',')}\r\n`;

const fileOf = (lines: readonly string[]) =>
  new Blob(['unit,last_name,first_name,phone_number\r\n', ...lines], { type: 'text/csv' });

/** Rows as a file of their own, UTF-8: the first of them is row 2 of it. */
export function listFile(rows: readonly Cells[]): Blob {
  return fileOf(rows.map(lineOf));
}

/** A list as files that one call takes each, with the rows that each is made of. */
export function* listParts<Row extends Cells>(rows: readonly Row[]): Generator<{ file: Blob; lines: readonly Row[] }> {
  let texts: string[] = [];
  let [from, length] = [0, 0];
  for (const [at, row] of rows.entries()) {
    const text = lineOf(row);
    if (texts.length && length + text.length > PART) {
      yield { file: fileOf(texts), lines: rows.slice(from, at) };
      [texts, from, length] = [[], at, 0];
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length) yield { file: fileOf(texts), lines: rows.slice(from) };
}
