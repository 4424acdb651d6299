import {
  decodeEntries,
  decodeId,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  unwrapBody,
} from '../open-shapes.ts';
import { type ImportAnswer, type ImportRow, importRow } from './import.ts';

/** Decoders for checking and importing a list; they accept every shape the specification allows (G-68). */

/** Error codes of a row; unknown codes are dropped. */
const decodeCodes = (value: unknown): ImportRow['errors'] =>
  decodeEntries(value).flatMap((code) => {
    const known = importRow.shape.errors.element.safeParse(code);
    return known.success ? [known.data] : [];
  });

/**
 * `POST …/convert_residents/` (IMPORT-07). Rows without a number are numbered in the order of the file; unknown codes are
 * dropped.
 */
export const decodeImportRows = (body: unknown): ImportRow[] =>
  decodeEntries(body).map((entry, at) => {
    const row = decodeObject(entry);
    return {
      id: decodeId(row),
      label: decodeText(row.label),
      first_name: decodeText(row.first_name),
      last_name: decodeText(row.last_name),
      phone_number: decodeText(row.phone_number),
      errors: decodeCodes(row.errors),
      row: decodeNumber(row.row) ?? at + 2,
    };
  });

/** `POST …/import/residents/` (IMPORT-12). If the response has no rows, all of them count as accepted. */
export function decodeImportAnswer(body: unknown, sentRows: readonly ImportRow[]): ImportAnswer {
  const answer = decodeObject(unwrapBody(body));
  const params = decodeObject(answer.params ?? answer);
  const rows = decodeParts(params.rows, (wire) => {
    const row = decodeNumber(wire.row);
    return row === null ? null : { row, user: decodeId(wire.user), errors: decodeCodes(wire.errors) };
  });
  if (rows.length === 0) rows.push(...sentRows.map(({ row }) => ({ row, user: 0, errors: [] })));
  return { params: { created: decodeNumber(params.created) ?? rows.filter(({ user }) => user !== null).length, rows } };
}
