import { text } from '#i18n/console-text.ts';
import type { ImportCode, ImportRow } from '#resources/protocol/import/import.ts';
import { readImportPhone } from '#resources/rules/import/phone.ts';

/** Cell of the table to which each error code belongs (IMPORT-13). */
const CELL_BY_CODE = {
  EMPTY_FIELD_UNIT: 'unit',
  UNAVAILABLE_UNIT: 'unit',
  EMPTY_FIELD_LAST_NAME: 'resident',
  EMPTY_FIELD_FIRST_NAME: 'resident',
  LONG_FIELD_LAST_NAME: 'resident',
  LONG_FIELD_FIRST_NAME: 'resident',
  BROKEN_FIELD_LAST_NAME: 'resident',
  BROKEN_FIELD_FIRST_NAME: 'resident',
  EMPTY_FIELD_PHONE_NUMBER: 'phone',
  ALREADY_EXIST_PHONE: 'phone',
  INCORRECT_FORMAT_PHONE: 'phone',
} as const satisfies Record<ImportCode, 'unit' | 'resident' | 'phone'>;
export type CellName = (typeof CELL_BY_CODE)[ImportCode];

/** Cells of the table, in display order. */
export const CELLS = ['unit', 'resident', 'phone'] as const satisfies readonly CellName[];

/** Error codes of one cell of a row. */
export function cellCodes({ errors }: Pick<ImportRow, 'errors'>, cell: CellName): ImportCode[] {
  return errors.filter((code) => CELL_BY_CODE[code] === cell);
}

/** Part of a cell's text: a value of the file or a note about an error. */
export interface CellPiece {
  text: string;
  wrong: boolean;
}

const correctPieces = (shown: string): CellPiece[] => (shown ? [{ text: shown, wrong: false }] : []);
const wrongPiece = (key: string): CellPiece => ({ text: text(`import.cell.${key}`), wrong: true });

/** Text of the unit cell: the label, or «Нет» if it is missing; marked if there is no such unit (IMPORT-13, IMPORT-14). */
export function unitPieces(row: ImportRow): CellPiece[] {
  if (row.errors.includes('EMPTY_FIELD_UNIT')) return [wrongPiece('noUnit')];
  const label = /^\d/.test(row.label) ? text('import.check.flat', { label: row.label }) : row.label;
  return [{ text: label, wrong: row.errors.includes('UNAVAILABLE_UNIT') }];
}

/** Text of the resident cell: last and first name, with notes about errors (IMPORT-15…IMPORT-17). */
export function residentPieces(row: ImportRow): CellPiece[] {
  const hasCode = (code: ImportCode) => row.errors.includes(code);
  const [isLastNameMissing, isFirstNameMissing] = [hasCode('EMPTY_FIELD_LAST_NAME'), hasCode('EMPTY_FIELD_FIRST_NAME')];
  if (isLastNameMissing && isFirstNameMissing) return [wrongPiece('noNames')];
  const otherNotes = [
    ...(hasCode('LONG_FIELD_LAST_NAME') || hasCode('LONG_FIELD_FIRST_NAME') ? [wrongPiece('longName')] : []),
    ...(hasCode('BROKEN_FIELD_LAST_NAME') || hasCode('BROKEN_FIELD_FIRST_NAME') ? [wrongPiece('brokenName')] : []),
  ];
  if (isLastNameMissing) return [wrongPiece('noLastName'), ...correctPieces(row.first_name), ...otherNotes];
  if (isFirstNameMissing) return [...correctPieces(row.last_name), wrongPiece('noFirstName'), ...otherNotes];
  return [...correctPieces(`${row.last_name} ${row.first_name}`), ...otherNotes];
}

/** Text of the phone cell: the phone and a note about an error (IMPORT-18…IMPORT-20). */
export function phonePieces(row: ImportRow, phoneText: string): CellPiece[] {
  if (row.errors.includes('EMPTY_FIELD_PHONE_NUMBER')) return [wrongPiece('noPhone')];
  if (row.errors.includes('INCORRECT_FORMAT_PHONE')) return [...correctPieces(phoneText), wrongPiece('phoneWrong')];
  return row.errors.includes('ALREADY_EXIST_PHONE')
    ? [...correctPieces(phoneText), wrongPiece('phoneTaken')]
    : correctPieces(phoneText);
}

/**
 * Explanation of an error code for the person who corrects the row.
 * @param first number of the first row with the same phone, if the phone is a duplicate
 */
export function codeHint(code: ImportCode, row: ImportRow, first: number | null): string {
  if (code === 'ALREADY_EXIST_PHONE' && first !== null) return text('import.hint.repeated', { row: first });
  if (code !== 'INCORRECT_FORMAT_PHONE') return text(`import.hint.${code}`);
  const parsed = readImportPhone(row.phone_number);
  if (!('trouble' in parsed)) return text('import.hint.INCORRECT_FORMAT_PHONE');
  return text(`import.phone.${parsed.trouble}`, { cell: row.phone_number });
}

/** Number of rows as text: «48 строк». */
export function rowCount(count: number): string {
  return text('import.upload.rows', { smart_count: count });
}
