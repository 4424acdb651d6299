import { text } from '#i18n/text.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { fieldRule, kindOf } from '#resources/language/payload.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';

/** Mistakes of a row by column. */
export type Errors = RecordImportOutcome['errors'];
/** A row of a table as it is sent. */
export type TableRow = RecordImportCall['rows'][number];
/** Outcomes of rows, by their numbers. */
export type Outcomes = Map<number, Omit<RecordImportOutcome, 'row'>>;

const WORDS = { say: text };

function cellValue(field: FieldInput, cell: string, errors: Errors, name: string): unknown {
  const read = cell === '' ? null : kindOf(field).csv?.read(cell, field as never, WORDS);
  const { success, data, error } = fieldRule(field).safeParse(read);
  if (success) return data ?? null;
  errors[name] = [text(error.issues[0]?.message ?? 'validation.text')];
  return null;
}

/** The values of a row after the rules of its columns, and the mistakes; null if there are none. */
export function readCells(
  { fields }: Resource,
  cells: Readonly<Record<string, string>>,
): { values: Record<string, unknown>; errors: Errors | null } {
  const errors: Errors = {};
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      cellValue(field, (Object.hasOwn(cells, name) ? (cells[name] ?? '') : '').trim(), errors, name),
    ]),
  );
  return { values, errors: Object.keys(errors).length ? errors : null };
}

/** An address as it is compared. */
export const addressKey = ({ street, number }: { street: string; number: string }): string =>
  `${street} ${number}`.toLocaleLowerCase('ru').replaceAll('ё', 'е');
