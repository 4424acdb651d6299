import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { averagePlaces, type Figure, type TotalledField, totalledFields } from '#resources/language/totals.ts';
import type { RecordTotals } from '#resources/protocol/definitions/records.ts';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { jsonColumn, textColumn } from './columns.ts';
import type { ListCall } from './list-query.ts';
import { matchingRecords } from './queries.ts';

/** The number that a record holds, exactly; null where it holds none. */
const heldNumber = (wire: string) =>
  sql`(case when jsonb_typeof(${jsonColumn(wire)}) = 'number' then ${textColumn(wire)}::numeric end)`;

/** Each figure of some records, as a text of decimals. */
const FIGURES: Readonly<Record<Figure, (field: TotalledField) => RawBuilder<string | null>>> = {
  sum: ({ wire }) => sql`sum(${heldNumber(wire)})::text`,
  average: ({ wire, field }) => sql`round(avg(${heldNumber(wire)}), ${sql.lit(averagePlaces(field))})::text`,
  min: ({ wire }) => sql`min(${heldNumber(wire)})::text`,
  max: ({ wire }) => sql`max(${heldNumber(wire)})::text`,
  count: ({ wire }) => sql`count(${heldNumber(wire)})::text`,
};

type Totals = RecordTotals['totals'];

/** The figures of a section's totals as one JSON value of a query that aggregates records. */
export function totalsExpression(resource: Resource): RawBuilder<Totals> {
  const fields = totalledFields(resource).map((field) => {
    const figures = field.figures.map((figure) => sql`${sql.lit(figure)}, ${FIGURES[figure](field)}`);
    return sql`${sql.lit(field.wire)}, jsonb_build_object(${sql.join(figures)})`;
  });
  return sql<Totals>`jsonb_build_object(${sql.join(fields)})`;
}

/** How many records a list call finds, whatever its page, and the figures of all of them. */
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
