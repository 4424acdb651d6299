import type { CsvWords } from './kind.ts';
import { matchPattern } from './patterns.ts';

/** Whether a form or wire value counts as not given. */
export function isEmpty(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Ids as a cell of a CSV file. */
export const writtenIds = (list: unknown): string => idsOf(list).join('; ');

/** The parts of a cell that names several: between semicolons, as an address has a comma of its own. */
export function partsOf(cell: string): string[] {
  return cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A record as a file names it: its label, or its id where there is none. */
export function labelIn(wire: unknown): string {
  const label = typeof wire === 'object' && wire !== null ? (wire as { label?: unknown }).label : null;
  return String(label ?? idOf(wire) ?? '');
}

/** The id that a cell says, bare or behind a name, «Сантехника (№ 4)»; the cell itself where it says none. */
export function saidId(cell: string, words?: CsvWords): number | string {
  const said = matchPattern('numbered', cell, { name: '[^]*', id: '\\d{1,15}' }, words)?.id ?? cell.trim();
  return /^\d{1,15}$/.test(said) ? Number(said) : cell;
}

/** Ids out of ids, numeric texts or `{id}` objects, in their order. */
export function idsOf(list: unknown): number[] {
  if (!Array.isArray(list)) return [];
  return list.map(idOf).filter((id): id is number => id !== null);
}

/** The id of an id, a numeric text or an `{id}` object; null when there is none. */
export function idOf(item: unknown): number | null {
  const id = typeof item === 'object' && item !== null ? (item as { id?: unknown }).id : item;
  // Of a text only digits: `Number` reads 0x10 and 1e3 as well.
  const number = typeof id === 'string' && /^-?\d{1,15}$/.test(id) ? Number(id) : id;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
