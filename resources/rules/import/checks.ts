import type { ImportCode, ImportRow } from '#resources/protocol/import/import.ts';
import { TEXT } from '../../limits.ts';
import { isBrokenCell } from './broken-cell.ts';
import type { ImportUnit, NameIndex } from './names.ts';
import { readImportPhone } from './phone.ts';
import type { ImportLine } from './table.ts';

const { max: NAME_MAX } = TEXT.personName;

/** Error codes of a name. */
function checkName(name: string, field: 'LAST_NAME' | 'FIRST_NAME'): ImportCode[] {
  if (!name) return [`EMPTY_FIELD_${field}`];
  if (isBrokenCell(name)) return [`BROKEN_FIELD_${field}`];
  // `length` counts UTF-16 units, of which there are at least as many as characters, and is cheaper than counting characters.
  return name.length > NAME_MAX && [...name].length > NAME_MAX ? [`LONG_FIELD_${field}`] : [];
}

/** Error codes of both names (IMPORT-15). */
export function checkNames({ last_name, first_name }: Pick<ImportLine, 'last_name' | 'first_name'>): ImportCode[] {
  return [...checkName(last_name, 'LAST_NAME'), ...checkName(first_name, 'FIRST_NAME')];
}

/** Normalises a phone; if that fails, the phone as in the file with the error code. */
export function checkPhone(cell: string): { phone: string; code: ImportCode | null } {
  if (!cell) return { phone: '', code: 'EMPTY_FIELD_PHONE_NUMBER' };
  const read = readImportPhone(cell);
  return 'phone' in read ? { phone: read.phone, code: null } : { phone: cell, code: 'INCORRECT_FORMAT_PHONE' };
}

/**
 * Checks a single line (IMPORT-13…20): unit, names, format of the phone. Whether the phone is already used is checked later, by
 * `markDuplicatePhone`.
 */
export function checkLine(line: ImportLine, units: NameIndex<ImportUnit>): ImportRow {
  const found = line.label ? units.find(line.label) : null;
  const unit = found === 'several' ? null : found;
  const { phone, code } = checkPhone(line.phone_number);
  const errors: ImportCode[] = [];
  if (!line.label) errors.push('EMPTY_FIELD_UNIT');
  else if (!unit) errors.push('UNAVAILABLE_UNIT');
  const nameErrors = checkNames(line);
  // With doubtful quotes somebody has to look at the row, because two people may have been merged into one.
  if (line.isDoubtful && !nameErrors.length) nameErrors.push('BROKEN_FIELD_LAST_NAME');
  errors.push(...nameErrors);
  if (code) errors.push(code);
  return {
    id: unit?.id ?? null,
    label: line.label,
    first_name: line.first_name,
    last_name: line.last_name,
    phone_number: phone,
    errors,
    row: line.row,
  };
}

/** Whether the row has a valid phone, which can be compared with others. */
export function hasValidPhone({ errors }: Pick<ImportRow, 'errors'>): boolean {
  return !errors.includes('EMPTY_FIELD_PHONE_NUMBER') && !errors.includes('INCORRECT_FORMAT_PHONE');
}

/**
 * Marks phones that are already used, in the database or by an earlier row of the list.
 * @param usedPhones phones in the database
 * @param seenPhones phones of earlier rows; the row's own is added
 */
export function markDuplicatePhone(row: ImportRow, usedPhones: ReadonlySet<string>, seenPhones: Set<string>): void {
  if (!hasValidPhone(row)) return;
  if (usedPhones.has(row.phone_number) || seenPhones.has(row.phone_number)) row.errors.push('ALREADY_EXIST_PHONE');
  seenPhones.add(row.phone_number);
}
