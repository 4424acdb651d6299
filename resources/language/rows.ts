import type { FieldInput } from './define-resource.ts';
import { getTraits, type RowsShape } from './kinds/traits.ts';
import { hasFigures } from './totals.ts';

/** Functions on rows of a record that need no validation of cells. */

/** The columns of a field of rows; null for any other field. */
export const rowsShape = (field: FieldInput): RowsShape | null => getTraits(field).rows?.(field) ?? null;

/** Whether a field of rows has computed columns. */
export const hasComputedCells = (field: FieldInput): boolean =>
  Object.values(rowsShape(field)?.columns ?? {}).some(({ computed }) => computed !== undefined);

/** Removes the computed cells from rows; returns anything but a list unchanged. */
export function withoutComputedCells(field: FieldInput, value: unknown): unknown {
  const columns = rowsShape(field)?.columns ?? {};
  if (!Array.isArray(value)) return value;
  return value.map((row: unknown) =>
    typeof row === 'object' && row !== null
      ? Object.fromEntries(Object.entries(row).filter(([name]) => columns[name]?.computed === undefined))
      : row,
  );
}

/** A column whose cells can be summed; null if it does not exist or cannot be summed. */
export function findSummableColumn(field: FieldInput, name: string): FieldInput | null {
  const columns = rowsShape(field)?.columns ?? {};
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  return column && hasFigures(column) ? column : null;
}

/** The sum of a column's wire values, without floating-point errors; empty cells are skipped. */
export function sumColumn(column: FieldInput, cells: readonly unknown[]): number {
  const places = getTraits(column).averagePlaces?.(column) ?? 0;
  const scale = 10 ** places;
  const sum = cells.reduce<number>(
    (total, cell) => (typeof cell === 'number' ? total + Math.round(cell * scale) : total),
    0,
  );
  return sum / scale;
}
