import { text } from '#i18n/text.ts';
import type { BulkAnswer } from '#resources/protocol/bulk.ts';
import { withSavepoint } from '#server/db/savepoint.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, ERRORS, FieldsError } from './errors.ts';

/** Message for a refused record; null for an error that is not about a single record. */
export function refusalReason(error: unknown, labelFor: (wire: string) => string = () => ''): string | null {
  if (error instanceof FieldsError) {
    const messages = Object.entries(error.fields).map(([wire, keys]) => `${labelFor(wire)}${text(keys[0] ?? '')}`);
    return messages.join(', ');
  }
  if (!(error instanceof ApiError) || error.status >= 500) return null;
  return error.code === 'not_found' ? text('api.goneOfMany') : text(ERRORS[error.code][1], error.params);
}

/**
 * Applies work to each record within one transaction. A refused record is rolled back without stopping the others; any other
 * error aborts everything.
 * @param labelFor prefix of a field's message; empty by default
 */
export async function applyToEach(
  trx: Db,
  ids: readonly number[],
  work: (id: number) => Promise<unknown>,
  labelFor: (wire: string) => string = () => '',
): Promise<BulkAnswer> {
  const changedIds: number[] = [];
  const idsByReason = new Map<string, number[]>();
  for (const id of new Set(ids)) {
    try {
      await withSavepoint(trx, () => work(id));
      changedIds.push(id);
    } catch (error) {
      const reason = refusalReason(error, labelFor);
      if (reason === null) throw error;
      idsByReason.set(reason, [...(idsByReason.get(reason) ?? []), id]);
    }
  }
  return { done: changedIds, refused: [...idsByReason].map(([reason, ids]) => ({ reason, ids })) };
}
