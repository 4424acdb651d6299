import type { CsvTexts } from './kind.ts';
import { matchPattern } from './patterns.ts';

/** Whether a form or wire value counts as empty. */
export function isEmpty(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Formats ids as a cell of a CSV file. */
export const formatIds = (list: unknown): string => toIds(list).join('; ');

/** Splits a cell with several items at semicolons, because addresses contain commas. */
export function splitList(cell: string): string[] {
  return cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A record in a file: its label, or its id if there is none. */
export function formatLabel(wire: unknown): string {
  const label = typeof wire === 'object' && wire !== null ? (wire as { label?: unknown }).label : null;
  return String(label ?? toId(wire) ?? '');
}

/** The id in a cell, alone or behind a name, «Сантехника (№ 4)»; the cell itself if it has none. */
export function parseId(cell: string, texts?: CsvTexts): number | string {
  const text = matchPattern('numbered', cell, { name: '[^]*', id: '\\d{1,15}' }, texts)?.id ?? cell.trim();
  return /^\d{1,15}$/.test(text) ? Number(text) : cell;
}

/** Converts a list of ids, numeric texts or `{id}` objects to ids; anything else is dropped. */
export function toIds(list: unknown): number[] {
  if (!Array.isArray(list)) return [];
  return list.map(toId).filter((id): id is number => id !== null);
}

/** Converts an id, a numeric text or an `{id}` object to an id; null if there is none. */
export function toId(item: unknown): number | null {
  const id = typeof item === 'object' && item !== null ? (item as { id?: unknown }).id : item;
  // Only decimal digits, because `Number` also accepts 0x10 and 1e3.
  const number = typeof id === 'string' && /^-?\d{1,15}$/.test(id) ? Number(id) : id;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
