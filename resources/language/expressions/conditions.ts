import type { Resource } from '../define-resource.ts';
import type { Move } from '../kinds/state.ts';
import { wireName } from '../wire-keys.ts';
import { compileExpression } from './compile.ts';
import type { ExpressionContext } from './values.ts';

type RowColour = NonNullable<Resource['list']['colours']>[number];

type WireRecord = Readonly<Record<string, unknown>>;

/** A failed rule over several fields. */
export interface FailedCheck {
  field: string;
  /** Wire name of the field. */
  wire: string;
  message: string;
}

/**
 * The rules over several fields that a record fails, at most one for each field.
 * @param record by wire names
 */
export function findFailedChecks(
  { checks = [], fields }: Pick<Resource, 'checks' | 'fields'>,
  record: WireRecord,
  context: ExpressionContext,
): FailedCheck[] {
  const failed = new Map<string, FailedCheck>();
  for (const { that, message, field: name } of checks) {
    const field = fields[name];
    if (!field || failed.has(name) || compileExpression(that, fields).evaluate(record, context) !== false) continue;
    failed.set(name, { field: name, wire: wireName(name, field), message });
  }
  return [...failed.values()];
}

/**
 * The first colour rule that matches a record; null if none does.
 * @param record by wire names
 */
export function findRowColour(
  { list, fields }: Pick<Resource, 'list' | 'fields'>,
  record: WireRecord,
  context: ExpressionContext,
): RowColour | null {
  return list.colours?.find(({ when }) => compileExpression(when, fields).evaluate(record, context) === true) ?? null;
}

/**
 * The hint that explains why a move is not possible yet; null if it has no condition or the condition is true. A condition that cannot be decided because a value is empty counts as false.
 */
export function findUnmetConditionHint(
  { fields }: Pick<Resource, 'fields'>,
  { when }: Pick<Move, 'when'>,
  record: WireRecord,
  context: ExpressionContext,
): string | null {
  if (!when || compileExpression(when.that, fields).evaluate(record, context) === true) return null;
  return when.hint;
}
