import type { BulkAnswer } from './bulk.ts';
import { eachOf, idOf, objectOf, textOf } from './open-shapes.ts';

/** What came of a call about many records. */
export function bulkOf(body: unknown): BulkAnswer {
  const { done, refused } = objectOf(body);
  return {
    done: eachOf(done, idOf),
    refused: eachOf(refused, (entry) => {
      const { reason, ids } = objectOf(entry);
      return { reason: textOf(reason), ids: eachOf(ids, idOf) };
    }),
  };
}
