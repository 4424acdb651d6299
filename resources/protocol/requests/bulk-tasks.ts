import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { TASK_TEXT } from '#resources/rules/requests/constants.ts';
import { bulkIds } from '../bulk.ts';
import { taskPerson } from './tasks.ts';

/**
 * `POST /api/crm/tasks/bulk/` (ours): changes many requests at once; responds with `bulkAnswer`.
 *
 * - `assign`: assigns the performer, which also starts a new request;
 * - `release`: returns it to the incoming column; `finish`: done; `cancel`: canceled, with one reason for all;
 * - `undo`: undoes the caller's last move of each, like `{id}/undo/`.
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
 * `GET /api/crm/tasks/bulk/performers/?ids=` (ours): possible performers of those of the requests that are not done, with the
 * number of requests each can perform.
 */
export const bulkPerformers = z.array(taskPerson.extend({ able: z.number().int() }));
export type BulkPerformer = z.output<typeof bulkPerformers>[number];
