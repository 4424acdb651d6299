import type { Resource } from '../define-resource.ts';
import type { Move } from '../kinds/state.ts';
import { wireName } from '../wire-keys.ts';
import { compileExpression } from './compile.ts';
import type { ExpressionContext } from './values.ts';

type RowColour = NonNullable<Resource['list']['colours']>[number];

type Wire = Readonly<Record<string, unknown>>;

/** A rule over several fields that a record breaks. */
export interface FailedCheck {
  field: string;
  /** The name of the field on the wire. */
  wire: string;
  message: string;
}

/** The rules over several fields that a record breaks, at most one for each field. @param record by names on the wire */
export function failedChecks(
  { checks = [], fields }: Pick<Resource, 'checks' | 'fields'>,
  record: Wire,
  moment: ExpressionContext,
): FailedCheck[] {
  const failed = new Map<string, FailedCheck>();
  for (const { that, message, field: name } of checks) {
    const field = fields[name];
    if (!field || failed.has(name) || compileExpression(that, fields).evaluate(record, moment) !== false) continue;
    failed.set(name, { field: name, wire: wireName(name, field), message });
  }
  return [...failed.values()];
}

/** The first rule of a list that colours a record; null where none does. @param record by names on the wire */
export function rowColour(
  { list, fields }: Pick<Resource, 'list' | 'fields'>,
  record: Wire,
  moment: ExpressionContext,
): RowColour | null {
  return list.colours?.find(({ when }) => compileExpression(when, fields).evaluate(record, moment) === true) ?? null;
}

/**
 * Why a move waits: the hint of its condition. Null where the move has no condition, or its condition is true for the record; a
 * condition that an empty value leaves undecided is not true.
 */
export function waitingHint(
  { fields }: Pick<Resource, 'fields'>,
  { when }: Pick<Move, 'when'>,
  record: Wire,
  moment: ExpressionContext,
): string | null {
  if (!when || compileExpression(when.that, fields).evaluate(record, moment) === true) return null;
  return when.hint;
}
