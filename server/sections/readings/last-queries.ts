import { sql } from 'kysely';
import { METER_TYPES, type MeterType } from '#resources/rules/readings/meters.ts';
import type { Db } from '#server/db/tables.ts';
import { type StoredSubmission, SUBMISSION_COLUMNS } from './queries.ts';

/** A meter of a flat. */
export interface FlatMeter {
  unit: number;
  meter: MeterType;
}

/** The last submission before a month with a value for each of these meters; by flat, newest first. */
export async function selectLastPassesBefore(
  db: Db,
  meters: readonly FlatMeter[],
  month: number,
): Promise<Map<number, StoredSubmission[]>> {
  const passesByFlat = new Map<number, StoredSubmission[]>();
  if (meters.length === 0) return passesByFlat;
  const meterValue = sql.join(
    METER_TYPES.map((meter) => sql`when ${meter} then ${sql.ref(`readings.${meter}`)}`),
    sql` `,
  );
  const rows = await db
    .selectFrom('readings')
    .leftJoin('users', 'users.id', 'readings.sender_id')
    .where(
      'readings.id',
      'in',
      sql<number>`(select last.id
        from unnest(${meters.map(({ unit }) => unit)}::integer[], ${meters.map(({ meter }) => meter)}::text[])
          as wanted (unit_id, meter)
        cross join lateral (
          select readings.id from readings
          where readings.unit_id = wanted.unit_id and readings.month < ${month}
            and (case wanted.meter ${meterValue} end) is not null
          order by readings.month desc, readings.at desc, readings.id desc limit 1
        ) as last)`,
    )
    .select(SUBMISSION_COLUMNS)
    .orderBy('readings.month', 'desc')
    .orderBy('readings.at', 'desc')
    .orderBy('readings.id', 'desc')
    .execute();
  for (const row of rows) passesByFlat.set(row.unit_id, [...(passesByFlat.get(row.unit_id) ?? []), row]);
  return passesByFlat;
}
