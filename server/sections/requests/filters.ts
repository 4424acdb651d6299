import * as z from 'zod';
import { PAGE } from '#resources/limits.ts';
import { TASK_STAGES, TASK_TEXT } from '#resources/rules/requests/constants.ts';
import { queryId, queryIds } from '#server/http/queries.ts';

/** 9999-12-31 in unix seconds, the latest date accepted. */
const LATEST_DATE_SECONDS = 253_402_300_799;

/** `date` in unix seconds: requests created at that time or later (TASK-05, TASK-06). */
const date = z
  .string()
  .regex(/^\d{1,12}$/, 'validation.date')
  .transform(Number)
  .pipe(z.number().max(LATEST_DATE_SECONDS, 'validation.dateLate'))
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
/** Only overdue requests (ours). */
const overdue = z.literal('true', { error: 'validation.choice' }).optional();

/** Created before `until`; finished at `done_since` or later and before `done_until`; in unix seconds (ours). */
const dateRanges = { until: date, done_since: date, done_until: date };

/** Filter of a board, for all columns. */
const boardFilters = {
  buildings_id: queryIds,
  services_id: queryIds,
  date,
  performer,
  overdue,
  unit: queryId.optional(),
  person: queryId.optional(),
  ...dateRanges,
};
const stage = z.enum(TASK_STAGES, { error: 'validation.choice' });

/** `GET /api/crm/tasks/count/` (TASK-02). */
export const countQuery = z.object({ ...boardFilters, stage, search });

/** `GET /api/crm/tasks/` (TASK-11, TASK-12): `from_order` is the order of the last card of the previous page. */
export const listQuery = z.object({ ...boardFilters, stage, search, count, from_order: decimal });

/** `GET /api/crm/tasks/performers/`. */
export const performersQuery = z.object(boardFilters).omit({ performer: true });

/** `GET /api/crm/tasks/changes/`. */
export const changesQuery = z.object({ ...boardFilters, since: version });

/** Filters of a list. */
export type RequestFilter = Pick<z.output<typeof countQuery>, 'buildings_id' | 'services_id' | 'date'> &
  Partial<
    Pick<
      z.output<typeof countQuery>,
      'stage' | 'search' | 'performer' | 'overdue' | 'unit' | 'person' | keyof typeof dateRanges
    >
  >;
export type ListQuery = z.output<typeof listQuery>;
