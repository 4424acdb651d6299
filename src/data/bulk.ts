import type { Identifier, TranslateFunction } from 'react-admin';
import { BULK } from '#resources/limits.ts';
import type { BulkAnswer } from '#resources/protocol/bulk.ts';
import { decodeBulkAnswer } from '#resources/protocol/bulk-answers.ts';
import { ask } from './http/http.ts';
import { RequestError } from './http/request-error.ts';
import { sentOnce } from './http/sent-once.ts';

/** Outcome of several calls, and how long ago the first of them was answered, ms: the server's time for undoing runs from that answer. */
type BulkOutcome = BulkAnswer & { firstAgo: number };

/**
 * Acts on many records, as many in a call as the server takes, each once however often it is sent. The last calls go first, since
 * records changed later are listed above.
 * @throws RequestError where nothing at all was done; a call that fails later ends the work, and has been told of by the alert
 */
export async function doInBulk(path: string, wish: object, ids: readonly Identifier[]): Promise<BulkOutcome> {
  const answers: BulkAnswer[] = [];
  let firstAt: number | null = null;
  for (let end = ids.length; end > 0; end -= BULK.ofCall) {
    const body = { ...wish, ids: ids.slice(Math.max(0, end - BULK.ofCall), end) };
    try {
      answers.push(
        await sentOnce(path, body, (headers) => ask(path, decodeBulkAnswer, { method: 'POST', body, headers })),
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

/** «Не изменилось: 2 – уже нет или нет доступа (1), …» after the sentence about the changed records; nothing where all went well. */
function refusedText({ refused }: BulkAnswer, translate: TranslateFunction): string {
  if (!refused.length) return '';
  const count = refused.reduce((sum, { ids }) => sum + ids.length, 0);
  const reasons = refused.map(({ reason, ids }) => (refused.length > 1 ? `${reason} (${ids.length})` : reason));
  return translate('tables.chosen.refused', { count, reasons: reasons.join(', ') });
}

/** The outcome of a bulk call as one sentence. @param doneText the sentence about the records that were changed */
export const bulkMessage = (answer: BulkAnswer, doneText: string, translate: TranslateFunction): string =>
  [answer.done.length ? doneText : '', refusedText(answer, translate)].filter(Boolean).join('. ');
