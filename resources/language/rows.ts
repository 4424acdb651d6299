import type { FieldInput } from './define-resource.ts';
import { type RowsShape, traitsOf } from './kinds/traits.ts';
import { hasFigures } from './totals.ts';

/** Facts about rows within a record without the rules of their cells. */

/** The columns of a field that holds rows; null for any other field. */
export const rowsShape = (field: FieldInput): RowsShape | null => traitsOf(field).rows?.(field) ?? null;

/** Whether cells of a field are computed. */
export const hasComputedCells = (field: FieldInput): boolean =>
  Object.values(rowsShape(field)?.columns ?? {}).some(({ computed }) => computed !== undefined);

/** Rows without their computed cells; what is no list of rows stays as it is. */
export function withoutComputedCells(field: FieldInput, value: unknown): unknown {
  const columns = rowsShape(field)?.columns ?? {};
  if (!Array.isArray(value)) return value;
  return value.map((row: unknown) =>
    typeof row === 'object' && row !== null
      ? Object.fromEntries(Object.entries(row).filter(([name]) => columns[name]?.computed === undefined))
      : row,
  );
}

/** A column whose cells are added up; null for one that there is none of, or whose cells are no numbers. */
export function addedColumn(field: FieldInput, name: string): FieldInput | null {
  const columns = rowsShape(field)?.columns ?? {};
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  return column && hasFigures(column) ? column : null;
}

/** The sum of the cells of a column, as the wire has them; empty ones count for nothing. Fractions are added up exactly. */
export function columnTotal(column: FieldInput, cells: readonly unknown[]): number {
  const places = traitsOf(column).averagePlaces?.(column) ?? 0;
  const scale = 10 ** places;
  const sum = cells.reduce<number>(
    (total, cell) => (typeof cell === 'number' ? total + Math.round(cell * scale) : total),
    0,
  );
  return sum / scale;
}
