import type { Identifier, TranslateFunction } from 'react-admin';
import { BULK } from '#resources/limits.ts';
import type { BulkAnswer } from '#resources/protocol/bulk.ts';
import { decodeBulkAnswer } from '#resources/protocol/bulk-answers.ts';
import { ask } from './http/http.ts';
import { RequestError } from './http/request-error.ts';
import { sendOnce } from './http/send-once.ts';

/**
 * Combined result of the calls, and the time since the first answer, ms: the period in which the server can undo starts with that
 * answer.
 */
type BulkOutcome = BulkAnswer & { firstAgo: number };

/**
 * Applies an action to many records in batches of the size the server accepts; a batch that is sent twice is applied once. The
 * last batches go first, because changed records move to the top of the list.
 * @throws RequestError if the first call fails; a later failure stops the rest and has been reported
 */
export async function applyInBulk(path: string, action: object, ids: readonly Identifier[]): Promise<BulkOutcome> {
  const answers: BulkAnswer[] = [];
  let firstAt: number | null = null;
  for (let end = ids.length; end > 0; end -= BULK.perCall) {
    const body = { ...action, ids: ids.slice(Math.max(0, end - BULK.perCall), end) };
    try {
      answers.push(
        await sendOnce(path, body, (headers) => ask(path, decodeBulkAnswer, { method: 'POST', body, headers })),
      );
      firstAt ??= performance.now();
    } catch (error) {
      if (!answers.length || !(error instanceof RequestError)) throw error;
      break;
    }
  }
  const idsByReason = new Map<string, number[]>();
  for (const { reason, ids } of answers.flatMap(({ refused }) => refused)) {
    idsByReason.set(reason, [...(idsByReason.get(reason) ?? []), ...ids]);
  }
  return {
    done: answers.flatMap(({ done }) => done),
    refused: [...idsByReason].map(([reason, ids]) => ({ reason, ids })),
    firstAgo: firstAt === null ? 0 : performance.now() - firstAt,
  };
}

/**
 * «Не изменилось: 2 – уже нет или нет доступа (1), …», appended to the sentence about the changed records; empty when all
 * succeeded.
 */
function refusedText({ refused }: BulkAnswer, translate: TranslateFunction): string {
  if (!refused.length) return '';
  const count = refused.reduce((sum, { ids }) => sum + ids.length, 0);
  const reasons = refused.map(({ reason, ids }) => (refused.length > 1 ? `${reason} (${ids.length})` : reason));
  return translate('tables.chosen.refused', { count, reasons: reasons.join(', ') });
}

/**
 * The result of a bulk call as one sentence.
 * @param doneText the sentence about the records that were changed
 */
export const bulkMessage = (answer: BulkAnswer, doneText: string, translate: TranslateFunction): string =>
  [answer.done.length ? doneText : '', refusedText(answer, translate)].filter(Boolean).join('. ');
