import * as z from 'zod';
import { bulkIds } from '../bulk.ts';

/**
 * `POST /api/records/{resource}/bulk/` (ours), responds with `bulkAnswer`. `values`: new values of each record by wire names,
 * only of fields that allow it (`isBulkField`); `restore` undoes a deletion like `{id}/restore/`.
 */
export const bulkRecordsBody = z.discriminatedUnion(
  'do',
  [
    z.object({
      do: z.literal('change'),
      ids: bulkIds,
      values: z
        .record(z.string(), z.unknown())
        .refine((values) => Object.keys(values).length > 0, 'validation.required'),
    }),
    z.object({ do: z.literal('delete'), ids: bulkIds }),
    z.object({ do: z.literal('restore'), ids: bulkIds }),
  ],
  { error: 'validation.choice' },
);
