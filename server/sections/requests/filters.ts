import * as z from 'zod';
import { PAGE } from '#resources/limits.ts';
import { TASK_STAGES, TASK_TEXT } from '#resources/rules/requests/constants.ts';
import { queryId, queryIds } from '#server/http/queries.ts';

/** 9999-12-31 in seconds: beyond it a database has no days. */
const LAST_SECOND = 253_402_300_799;

/** `date`: unix seconds; requests that were created then or later (TASK-05, TASK-06). */
const date = z
  .string()
  .regex(/^\d{1,12}$/, 'validation.date')
  .transform(Number)
  .pipe(z.number().max(LAST_SECOND, 'validation.dateLate'))
  .transform((seconds) => new Date(seconds * 1000))
  .optional();

const count = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'validation.number')
  .transform(Number)
  .pipe(z.number().max(PAGE.max, 'validation.numberHigh'))
  .default(PAGE.tasksFirst);

const decimal = z
  .string()
  .regex(/^-?\d{1,30}(\.\d{1,60})?(e[+-]?\d{1,3})?$/i, 'validation.number')
  .transform(Number)
  .pipe(z.number({ error: 'validation.number' }))
  .optional();

const version = z
  .string()
  .regex(/^\d{1,15}$/, 'validation.number')
  .transform(Number)
  .optional();

const search = z.string().trim().max(TASK_TEXT.search.max, 'validation.tooLong').optional();

/** Requests of one performer, by id, or without a performer (ours). */
const performer = z.union([z.literal('none'), queryId], { error: 'validation.choice' }).optional();
/** Overdue requests alone (ours). */
const overdue = z.literal('true', { error: 'validation.choice' }).optional();

/** Created before `until`; ended at `done_since` or later and before `done_until`: unix seconds (ours). */
const spans = { until: date, done_since: date, done_until: date };

/** Filter of a board, for all columns. */
const board = {
  buildings_id: queryIds,
  services_id: queryIds,
  date,
  performer,
  overdue,
  unit: queryId.optional(),
  person: queryId.optional(),
  ...spans,
};
const stage = z.enum(TASK_STAGES, { error: 'validation.choice' });

/** `GET /api/crm/tasks/count/` (TASK-02). */
export const countQuery = z.object({ ...board, stage, search });

/** `GET /api/crm/tasks/` (TASK-11, TASK-12): `from_order` is the order of the last card of the batch before. */
export const listQuery = z.object({ ...board, stage, search, count, from_order: decimal });

/** `GET /api/crm/tasks/performers/`. */
export const performersQuery = z.object(board).omit({ performer: true });

/** `GET /api/crm/tasks/changes/`. */
export const changesQuery = z.object({ ...board, since: version });

/** Filters of a list. */
export type BoardFilter = Pick<z.output<typeof countQuery>, 'buildings_id' | 'services_id' | 'date'> &
  Partial<
    Pick<
      z.output<typeof countQuery>,
      'stage' | 'search' | 'performer' | 'overdue' | 'unit' | 'person' | keyof typeof spans
    >
  >;
export type ListQuery = z.output<typeof listQuery>;
