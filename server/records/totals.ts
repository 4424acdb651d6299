import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { averagePlaces, type Figure, type TotalledField, totalledFields } from '#resources/language/totals.ts';
import type { RecordTotals } from '#resources/protocol/definitions/records.ts';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { jsonColumn, textColumn } from './columns.ts';
import type { ListCall } from './list-query.ts';
import { matchingRecords } from './queries.ts';

/** SQL for a numeric field as exact number; null for other values. */
const numericValue = (wire: string) =>
  sql`(case when jsonb_typeof(${jsonColumn(wire)}) = 'number' then ${textColumn(wire)}::numeric end)`;

/** SQL of each figure, as decimal text to keep it exact. */
const FIGURES: Readonly<Record<Figure, (field: TotalledField) => RawBuilder<string | null>>> = {
  sum: ({ wire }) => sql`sum(${numericValue(wire)})::text`,
  average: ({ wire, field }) => sql`round(avg(${numericValue(wire)}), ${sql.lit(averagePlaces(field))})::text`,
  min: ({ wire }) => sql`min(${numericValue(wire)})::text`,
  max: ({ wire }) => sql`max(${numericValue(wire)})::text`,
  count: ({ wire }) => sql`count(${numericValue(wire)})::text`,
};

type Totals = RecordTotals['totals'];

/** SQL for the totals of a section as one JSON value, for a query that aggregates records. */
export function totalsExpression(resource: Resource): RawBuilder<Totals> {
  const fields = totalledFields(resource).map((field) => {
    const figures = field.figures.map((figure) => sql`${sql.lit(figure)}, ${FIGURES[figure](field)}`);
    return sql`${sql.lit(field.wire)}, jsonb_build_object(${sql.join(figures)})`;
  });
  return sql<Totals>`jsonb_build_object(${sql.join(fields)})`;
}

/** Number of records that a list call matches, without paging, and their totals. */
export async function totalRecords(
  db: Db,
  principal: Principal,
  resource: Resource,
  call: ListCall,
): Promise<RecordTotals> {
  const { query } = await matchingRecords(db, principal, resource, call);
  return query
    .select([sql<number>`count(*)::int`.as('count'), totalsExpression(resource).as('totals')])
    .executeTakeFirstOrThrow();
}
