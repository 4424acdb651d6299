import type { FieldInput, Resource } from '../define-resource.ts';
import { getTraits } from '../kinds/traits.ts';
import { hasComputedCells, rowsShape } from '../rows.ts';

/** Facts about a definition's expressions that need no CEL parser, which is a lazily loaded chunk. */

/** The expression for the initial value of a field; undefined if there is none. */
export function initialExpression(field: FieldInput): string | undefined {
  const { initial } = field;
  return typeof initial === 'string' && !getTraits(field).hasPlainInitial ? initial : undefined;
}

/** Whether a definition has computed fields or columns. */
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
