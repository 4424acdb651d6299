import { text } from '#i18n/text.ts';
import type { BulkAnswer } from '#resources/protocol/bulk.ts';
import { partly } from '#server/db/savepoint.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, ERRORS, FieldsError } from './errors.ts';

/** Why a record is refused, as a sentence; null for what is no refusal of a single record. */
export function refusalReason(error: unknown, called: (wire: string) => string = () => ''): string | null {
  if (error instanceof FieldsError) {
    const said = Object.entries(error.fields).map(([wire, keys]) => `${called(wire)}${text(keys[0] ?? '')}`);
    return said.join(', ');
  }
  if (!(error instanceof ApiError) || error.status >= 500) return null;
  return error.code === 'not_found' ? text('api.goneOfMany') : text(ERRORS[error.code][1], error.params);
}

/**
 * Does something to each of many records within one transaction. What a rule refuses leaves nothing behind and holds up none of the
 * others; any other failure ends the whole.
 * @param labelFor what stands before the sentence about a field; nothing when left out
 */
export async function toEach(
  trx: Db,
  ids: readonly number[],
  work: (id: number) => Promise<unknown>,
  labelFor: (wire: string) => string = () => '',
): Promise<BulkAnswer> {
  const changedIds: number[] = [];
  const refused = new Map<string, number[]>();
  for (const id of new Set(ids)) {
    try {
      await partly(trx, () => work(id));
      changedIds.push(id);
    } catch (error) {
      const reason = refusalReason(error, labelFor);
      if (reason === null) throw error;
      refused.set(reason, [...(refused.get(reason) ?? []), id]);
    }
  }
  return { done: changedIds, refused: [...refused].map(([reason, ids]) => ({ reason, ids })) };
}
