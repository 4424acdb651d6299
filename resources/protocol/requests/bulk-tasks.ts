import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { TASK_TEXT } from '#resources/rules/requests/constants.ts';
import { bulkIds } from '../bulk.ts';
import { taskPerson } from './tasks.ts';

/**
 * `POST /api/crm/tasks/bulk/` (ours): many requests in one call. Answers `bulkAnswer`.
 *
 * - `assign`: taken to work by this performer, or given to them;
 * - `release`: goes back to the incoming ones; `finish`: done; `cancel`: ends with one reason for all;
 * - `undo`: the caller's last move of each is taken back, as by `{id}/undo/`.
 */
export const bulkTasksBody = z.discriminatedUnion(
  'do',
  [
    z.object({
      do: z.literal('assign'),
      ids: bulkIds,
      performer: z.number('taskRules.performer').int().min(1, 'validation.unknown').max(ID_MAX, 'validation.unknown'),
    }),
    z.object({ do: z.literal('release'), ids: bulkIds }),
    z.object({ do: z.literal('finish'), ids: bulkIds }),
    z.object({
      do: z.literal('cancel'),
      ids: bulkIds,
      reason: z
        .string('validation.required')
        .trim()
        .min(TASK_TEXT.reason.min, 'validation.required')
        .max(TASK_TEXT.reason.max, 'validation.tooLong'),
    }),
    z.object({ do: z.literal('undo'), ids: bulkIds }),
  ],
  { error: 'validation.choice' },
);
export type BulkTasks = z.output<typeof bulkTasksBody>;

/**
 * `GET /api/crm/tasks/bulk/performers/?ids=` (ours): possible performers of those of these requests that are not done,
 * and of how many.
 */
export const bulkPerformers = z.array(taskPerson.extend({ able: z.number().int() }));
export type BulkPerformer = z.output<typeof bulkPerformers>[number];
