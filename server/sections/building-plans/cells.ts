import { text } from '#i18n/text.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { fieldRule, getKind } from '#resources/language/payload.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';

/** Errors of a row, by column. */
export type CellErrors = RecordImportOutcome['errors'];
/** A row of an imported table, as it was sent. */
export type ImportedTableRow = RecordImportCall['rows'][number];
/** Outcomes of rows, by row number. */
export type RowOutcomes = Map<number, Omit<RecordImportOutcome, 'row'>>;

const CSV_WORDS = { translate: text };

function cellValue(field: FieldInput, cell: string, errors: CellErrors, name: string): unknown {
  const parsed = cell === '' ? null : getKind(field).csv?.read(cell, field as never, CSV_WORDS);
  const { success, data, error } = fieldRule(field).safeParse(parsed);
  if (success) return data ?? null;
  errors[name] = [text(error.issues[0]?.message ?? 'validation.text')];
  return null;
}

/** Values of a row, validated by the rules of its columns, and the errors; null if there are none. */
export function readCells(
  { fields }: Resource,
  cells: Readonly<Record<string, string>>,
): { values: Record<string, unknown>; errors: CellErrors | null } {
  const errors: CellErrors = {};
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      cellValue(field, (Object.hasOwn(cells, name) ? (cells[name] ?? '') : '').trim(), errors, name),
    ]),
  );
  return { values, errors: Object.keys(errors).length ? errors : null };
}

/** Normalised address, by which addresses are compared. */
export const normalizeAddress = ({ street, number }: { street: string; number: string }): string =>
  `${street} ${number}`.toLocaleLowerCase('ru').replaceAll('ё', 'е');
