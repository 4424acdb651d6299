import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files as offices bring them, each with one habit that was misread once. All people and numbers are made up.
 *
 * - `rec-times.xlsx`, `rec-1904.xlsx`: times, days with a time, parts of a hundred, sums that were worked out; days counted from 1904;
 * - `na.xlsx`: errors of formulas where a flat, a name or a telephone should be; `hidden.xlsx`: a row that a filter hides;
 * - `probe.json`, `works.json`: sections that the lists of records are for.
 */
export function caseFile(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join('tests/support/import/cases', name)));
}

/** A definition that stands beside them. */
export const caseDefinition = (name: string): object =>
  JSON.parse(new TextDecoder().decode(caseFile(`${name}.json`))) as object;
