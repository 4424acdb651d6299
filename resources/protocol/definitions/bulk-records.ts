import * as z from 'zod';
import { bulkIds } from '../bulk.ts';

/**
 * `POST /api/records/{resource}/bulk/` (ours), answers `bulkAnswer`. `values`: what is written into each, by wire names, of fields that
 * many records may have alike (`isBulkField`); `restore` takes a deletion back as `{id}/restore/` does.
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
