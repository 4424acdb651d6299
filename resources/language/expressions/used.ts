import type { FieldInput, Resource } from '../define-resource.ts';
import { traitsOf } from '../kinds/traits.ts';
import { hasComputedCells, rowsShape } from '../rows.ts';

/** Facts about expressions without their language, which is loaded where it is needed. */

/** The expression of what a field of a new record begins with; undefined where there is none. */
export function initialExpression(field: FieldInput): string | undefined {
  const { initial } = field;
  return typeof initial === 'string' && !traitsOf(field).hasPlainInitial ? initial : undefined;
}

/** Whether the server computes values of a definition. */
export const hasComputed = ({ fields }: Pick<Resource, 'fields'>): boolean =>
  Object.values(fields).some((field) => field.computed !== undefined || hasComputedCells(field));

/** Whether a form of a definition has to evaluate expressions. */
export const usesExpressions = ({ checks, fields }: Pick<Resource, 'checks' | 'fields'>): boolean =>
  checks !== undefined ||
  Object.values(fields).some(
    (field) =>
      field.when !== undefined ||
      typeof field.required === 'string' ||
      field.readonly !== undefined ||
      field.computed !== undefined ||
      initialExpression(field) !== undefined ||
      Object.values(rowsShape(field)?.columns ?? {}).some(
        (column) => column.computed !== undefined || initialExpression(column) !== undefined,
      ),
  );
