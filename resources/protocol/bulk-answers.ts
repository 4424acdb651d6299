import type { BulkAnswer } from './bulk.ts';
import { decodeEach, decodeId, decodeObject, decodeText } from './open-shapes.ts';

/** Result of a bulk request. */
export function decodeBulkAnswer(body: unknown): BulkAnswer {
  const { done, refused } = decodeObject(body);
  return {
    done: decodeEach(done, decodeId),
    refused: decodeEach(refused, (entry) => {
      const { reason, ids } = decodeObject(entry);
      return { reason: decodeText(reason), ids: decodeEach(ids, decodeId) };
    }),
  };
}
