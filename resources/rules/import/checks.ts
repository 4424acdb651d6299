import type { ImportCode, ImportRow } from '#resources/protocol/import/import.ts';
import { TEXT } from '../../limits.ts';
import { isBrokenCell } from './broken-cell.ts';
import type { ImportUnit, NameIndex } from './names.ts';
import { readImportPhone } from './phone.ts';
import type { ImportLine } from './table.ts';

const { max: NAME_MAX } = TEXT.personName;

/** Codes of a name; characters as a person counts them. */
function nameCodes(name: string, field: 'LAST_NAME' | 'FIRST_NAME'): ImportCode[] {
  if (!name) return [`EMPTY_FIELD_${field}`];
  if (isBrokenCell(name)) return [`BROKEN_FIELD_${field}`];
  // Counting letters costs more than counting halves of them, of which there are at least as many.
  return name.length > NAME_MAX && [...name].length > NAME_MAX ? [`LONG_FIELD_${field}`] : [];
}

/** Codes of both names (IMPORT-15). */
export function namesCodes({ last_name, first_name }: Pick<ImportLine, 'last_name' | 'first_name'>): ImportCode[] {
  return [...nameCodes(last_name, 'LAST_NAME'), ...nameCodes(first_name, 'FIRST_NAME')];
}

/** A phone as it stands in a row, with its code: normal, or as the file has it. */
export function checkPhone(cell: string): { phone: string; code: ImportCode | null } {
  if (!cell) return { phone: '', code: 'EMPTY_FIELD_PHONE_NUMBER' };
  const read = readImportPhone(cell);
  return 'phone' in read ? { phone: read.phone, code: null } : { phone: cell, code: 'INCORRECT_FORMAT_PHONE' };
}

/**
 * Checks a line by itself (IMPORT-13…20): unit, names, form of the phone. Whether the phone is already used is for the
 * list and the data to say.
 */
export function checkLine(line: ImportLine, units: NameIndex<ImportUnit>): ImportRow {
  const found = line.label ? units.find(line.label) : null;
  const unit = found === 'several' ? null : found;
  const { phone, code } = checkPhone(line.phone_number);
  const errors: ImportCode[] = [];
  if (!line.label) errors.push('EMPTY_FIELD_UNIT');
  else if (!unit) errors.push('UNAVAILABLE_UNIT');
  const ofNames = namesCodes(line);
  // Where its quotes are doubtful a person has to look at it: two people may have become one.
  if (line.isDoubtful && !ofNames.length) ofNames.push('BROKEN_FIELD_LAST_NAME');
  errors.push(...ofNames);
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

/** Whether a phone can be compared at all: it is one. */
export function hasPhone({ errors }: Pick<ImportRow, 'errors'>): boolean {
  return !errors.includes('EMPTY_FIELD_PHONE_NUMBER') && !errors.includes('INCORRECT_FORMAT_PHONE');
}

/**
 * Marks phones that are taken: in the data, or by an earlier row of the list.
 * @param usedPhones phones in the data
 * @param seenPhones phones of the rows so far; gets those of this one
 */
export function markTaken(row: ImportRow, usedPhones: ReadonlySet<string>, seenPhones: Set<string>): void {
  if (!hasPhone(row)) return;
  if (usedPhones.has(row.phone_number) || seenPhones.has(row.phone_number)) row.errors.push('ALREADY_EXIST_PHONE');
  seenPhones.add(row.phone_number);
}
