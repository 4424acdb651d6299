import { text } from '#i18n/console-text.ts';
import type { ImportCode, ImportRow } from '#resources/protocol/import/import.ts';
import { readImportPhone } from '#resources/rules/import/phone.ts';

/** Which cell of the table each code belongs to (IMPORT-13). */
const CELL_OF = {
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
export type CellName = (typeof CELL_OF)[ImportCode];

/** The cells of the table in their order. */
export const CELLS = ['unit', 'resident', 'phone'] as const satisfies readonly CellName[];

/** Codes of one cell of a row. */
export function codesIn({ errors }: Pick<ImportRow, 'errors'>, cell: CellName): ImportCode[] {
  return errors.filter((code) => CELL_OF[code] === cell);
}

/** A piece of a cell: text of the file, or a note that it is missing. */
export interface Piece {
  text: string;
  wrong: boolean;
}

const right = (shown: string): Piece[] => (shown ? [{ text: shown, wrong: false }] : []);
const wrongPiece = (key: string): Piece => ({ text: text(`import.cell.${key}`), wrong: true });

/** Text of the unit cell: the label, «Нет» without one, marked when there is no such unit (IMPORT-13, IMPORT-14). */
export function unitPieces(row: ImportRow): Piece[] {
  if (row.errors.includes('EMPTY_FIELD_UNIT')) return [wrongPiece('noUnit')];
  const shown = /^\d/.test(row.label) ? text('import.check.flat', { label: row.label }) : row.label;
  return [{ text: shown, wrong: row.errors.includes('UNAVAILABLE_UNIT') }];
}

/** Text of the resident's cell: last name, first name, and which is missing (IMPORT-15…IMPORT-17). */
export function residentPieces(row: ImportRow): Piece[] {
  const lacks = (code: ImportCode) => row.errors.includes(code);
  const [noLast, noFirst] = [lacks('EMPTY_FIELD_LAST_NAME'), lacks('EMPTY_FIELD_FIRST_NAME')];
  if (noLast && noFirst) return [wrongPiece('noNames')];
  const bad = [
    ...(lacks('LONG_FIELD_LAST_NAME') || lacks('LONG_FIELD_FIRST_NAME') ? [wrongPiece('longName')] : []),
    ...(lacks('BROKEN_FIELD_LAST_NAME') || lacks('BROKEN_FIELD_FIRST_NAME') ? [wrongPiece('brokenName')] : []),
  ];
  if (noLast) return [wrongPiece('noLastName'), ...right(row.first_name), ...bad];
  if (noFirst) return [...right(row.last_name), wrongPiece('noFirstName'), ...bad];
  return [...right(`${row.last_name} ${row.first_name}`), ...bad];
}

/** Note after the phone in its cell (IMPORT-18…IMPORT-20). */
export function phonePieces(row: ImportRow, phoneText: string): Piece[] {
  if (row.errors.includes('EMPTY_FIELD_PHONE_NUMBER')) return [wrongPiece('noPhone')];
  if (row.errors.includes('INCORRECT_FORMAT_PHONE')) return [...right(phoneText), wrongPiece('phoneWrong')];
  return row.errors.includes('ALREADY_EXIST_PHONE')
    ? [...right(phoneText), wrongPiece('phoneTaken')]
    : right(phoneText);
}

/**
 * Why a code stands there, for the person mending it.
 * @param first the row that has the phone first
 */
export function codeHint(code: ImportCode, row: ImportRow, first: number | null): string {
  if (code === 'ALREADY_EXIST_PHONE' && first !== null) return text('import.hint.repeated', { row: first });
  if (code !== 'INCORRECT_FORMAT_PHONE') return text(`import.hint.${code}`);
  const read = readImportPhone(row.phone_number);
  if (!('trouble' in read)) return text('import.hint.INCORRECT_FORMAT_PHONE');
  return text(`import.phone.${read.trouble}`, { cell: row.phone_number });
}

/** How many rows: «48 строк». */
export function rowCount(count: number): string {
  return text('import.upload.rows', { smart_count: count });
}
