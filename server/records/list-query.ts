import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';
import { getGrouping } from '#resources/language/groups.ts';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { PAGE, QUERY } from '#resources/limits.ts';
import type { Principal } from '#server/access/reader.ts';
import { FieldsError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { boardOrder } from './board-order.ts';
import { calendarOrder, periodCondition } from './calendar.ts';
import { columnRule, containsQuery, isEmptyColumn, isFreeText, storedFields } from './columns.ts';
import { pageCursor } from './declared.ts';

/** Largest page of a record list; an export asks for this many at a time. */
export const ROWS_MAX = 1_000;

const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .max(100_000, 'validation.tooLong')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'validation.text' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const rowNumber = z
  .number('validation.number')
  .int('validation.number')
  .min(0, 'validation.numberLow')
  .max(ID_MAX, 'validation.numberHigh');

/** List parameters of ra-data-simple-rest: `filter`, `range` and `sort`, each JSON. */
export const listQuery = z.object({
  filter: json(z.record(z.string(), z.unknown(), 'validation.text')).optional(),
  range: json(z.tuple([rowNumber, rowNumber], 'validation.number')).optional(),
  sort: json(z.tuple([z.string(), z.enum(['ASC', 'DESC'])], 'validation.choice')).optional(),
  /** Period shown by a calendar, as first and last day or time, sorted by start; null for records without a date. */
  days: json(z.tuple([z.string().max(40), z.string().max(40)], 'validation.date').nullable()).optional(),
  /** `true` sorts by the manual order of a board. */
  board_order: z.literal('true', 'validation.choice').optional(),
  buildings_id: queryIds,
  /** Continues after this record, by descending id and without a total; used by exports to read long lists. */
  before: pageCursor,
});

/** A parsed list call. */
export interface ListCall {
  where: RawBuilder<boolean>[];
  order: RawBuilder<unknown>;
  /** First row, from 0. */
  offset: number;
  limit: number;
  /** Building ids that it is limited to; null for all in reach. */
  buildings: number[] | null;
  /** Whether the planner can estimate the number of matches, which it cannot for text search. */
  isEstimable: boolean;
  /** Id after which the page continues; null for paging by offset. */
  before: number | null;
}

const refuse = (name: 'filter' | 'range' | 'sort' | 'days' | 'board_order', message: string): never => {
  throw new FieldsError({ [name]: [message] });
};

const ids = z.array(z.coerce.number().int().positive().max(ID_MAX)).max(ROWS_MAX);
const idList = (value: unknown): number[] => {
  const read = ids.safeParse([value].flat());
  return read.success ? read.data : refuse('filter', 'validation.number');
};

/**
 * Parses a list call.
 * @throws FieldsError for fields that cannot be filtered or sorted, for `days` if the section has no calendar, or for too large a
 * page
 */
export function readListCall(resource: Resource, query: z.output<typeof listQuery>, principal: Principal): ListCall {
  const { filter = {}, range, before, days } = query;
  const sort = before === null ? (query.sort ?? ['id', 'DESC']) : (['id', 'DESC'] as const);
  const { id, q, buildings_id, ...fields } = filter;
  if (Object.keys(fields).length > QUERY.filterFields) refuse('filter', 'validation.tooMany');
  const where: RawBuilder<boolean>[] = [];
  if (id !== undefined) where.push(sql<boolean>`records.id = any(${idList(id)}::int[])`);
  if (typeof q === 'string' && q.trim() !== '') where.push(searchCondition(resource, q.trim().slice(0, 200)));
  for (const [name, value] of Object.entries(fields)) where.push(filterCondition(resource, principal, name, value));

  if (days !== undefined) where.push(periodCondition(resource, days) ?? refuse('days', 'validation.date'));
  if (before !== null) where.push(sql<boolean>`records.id < ${before}::int`);
  const [from, to] = range ?? [0, (id === undefined ? PAGE.server : ROWS_MAX) - 1];
  if (to < from || to - from >= ROWS_MAX) refuse('range', 'validation.tooMany');
  return {
    where,
    order: (before === null ? specialOrder(resource, query) : undefined) ?? orderExpression(resource, sort[0], sort[1]),
    offset: from,
    limit: to - from + 1,
    isEstimable:
      q === undefined && days === undefined && Object.keys(fields).every((name) => !isFreeTextKey(resource, name)),
    before,
    buildings: buildings_id === undefined ? query.buildings_id : idList(buildings_id),
  };
}

/** Order of a board or calendar, which sort by more than one field; undefined for other calls. */
function specialOrder(resource: Resource, { days, board_order }: z.output<typeof listQuery>) {
  if (board_order) return boardOrder(resource) ?? refuse('board_order', 'validation.choice');
  return days ? calendarOrder(resource) : undefined;
}

function isFreeTextKey(resource: Resource, wire: string): boolean {
  const stored = storedFields(resource.fields).get(wire);
  return stored !== undefined && isFreeText(stored.field);
}

/**
 * Condition that some searched field contains the query.
 * @throws FieldsError if the definition has no searched fields
 */
export function searchCondition(resource: Resource, query: string): RawBuilder<boolean> {
  const fields = (resource.list.search ?? []).flatMap((name) => {
    const field = resource.fields[name];
    return field ? { wire: wireName(name, field), field } : [];
  });
  if (!fields.length) return refuse('filter', 'validation.unknown');
  const conditions = fields.map((stored) => containsQuery(stored, query));
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

function filterCondition(resource: Resource, principal: Principal, key: string, value: unknown): RawBuilder<boolean> {
  const fields = storedFields(resource.fields);
  const bound = /_(gte|lte)$/.exec(key);
  const storedField = fields.get(key) ?? fields.get(key.replace(/_(gte|lte)$/, ''));
  const rule = storedField && columnRule(storedField.field);
  if (!storedField || !rule) return refuse('filter', 'validation.unknown');
  const side = fields.has(key) || !bound ? 'is' : bound[1] === 'gte' ? 'from' : 'to';
  if (side !== 'is' && !rule.ordered) return refuse('filter', 'validation.unknown');
  // Null filters for records where the field is empty, the last group of a grouped list.
  if (value === null && side === 'is' && getGrouping(storedField.field)) return isEmptyColumn(storedField.wire);
  const values = [value].flat();
  if (values.length > QUERY.filterValues) return refuse('filter', 'validation.tooMany');
  const conditions = values.map((one) => {
    if (typeof one === 'string' && one.length > QUERY.filterText) return refuse('filter', 'validation.tooLong');
    const read = rule.read(one, storedField.field);
    return read === undefined
      ? refuse('filter', 'validation.choice')
      : rule.condition(storedField, side, read, principal);
  });
  return conditions.length ? sql<boolean>`(${sql.join(conditions, sql` or `)})` : sql<boolean>`false`;
}

function orderExpression(resource: Resource, name: string, direction: 'ASC' | 'DESC'): RawBuilder<unknown> {
  const directionSql = direction === 'ASC' ? sql`asc` : sql`desc`;
  if (name === 'id') return sql`records.id ${directionSql}`;
  const storedField = storedFields(resource.fields).get(name);
  const rule = storedField && columnRule(storedField.field);
  if (!rule) return refuse('sort', 'validation.unknown');
  return sql`${rule.order(storedField)} ${directionSql} nulls last, records.id ${directionSql}`;
}
