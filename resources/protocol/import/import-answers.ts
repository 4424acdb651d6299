import { bareOf, entriesOf, idOf, numberOf, objectOf, partsOf, textOf } from '../open-shapes.ts';
import { type ImportAnswer, type ImportRow, importRow } from './import.ts';

/** What the checks and the taking over of a list answered, read from every shape that the documents leave open (G-68). */

/** Codes of what is wrong with a row; unknown ones say nothing. */
const codesOf = (value: unknown): ImportRow['errors'] =>
  entriesOf(value).flatMap((code) => {
    const known = importRow.shape.errors.element.safeParse(code);
    return known.success ? [known.data] : [];
  });

/** `POST …/convert_residents/` (IMPORT-07). A server that numbers no rows has them in the order of the file; unknown codes say nothing. */
export const importRowsOf = (body: unknown): ImportRow[] =>
  entriesOf(body).map((entry, at) => {
    const row = objectOf(entry);
    return {
      id: idOf(row),
      label: textOf(row.label),
      first_name: textOf(row.first_name),
      last_name: textOf(row.last_name),
      phone_number: textOf(row.phone_number),
      errors: codesOf(row.errors),
      row: numberOf(row.row) ?? at + 2,
    };
  });

/** `POST …/import/residents/` (IMPORT-12). A server that names no rows has taken all of them. */
export function importAnswerOf(body: unknown, sentRows: readonly ImportRow[]): ImportAnswer {
  const answer = objectOf(bareOf(body));
  const params = objectOf(answer.params ?? answer);
  const rows = partsOf(params.rows, (wire) => {
    const row = numberOf(wire.row);
    return row === null ? null : { row, user: idOf(wire.user), errors: codesOf(wire.errors) };
  });
  if (rows.length === 0) rows.push(...sentRows.map(({ row }) => ({ row, user: 0, errors: [] })));
  return { params: { created: numberOf(params.created) ?? rows.filter(({ user }) => user !== null).length, rows } };
}
