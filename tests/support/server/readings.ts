import { METER_TYPES, type MeterType, type ReadingType } from '#resources/rules/readings/meters.ts';
import type { SenderType } from '#server/db/tables/operations.ts';
import type { Answer, Json, TestApp } from './test-app.ts';

export const METERS_URL = '/api/crm/meters/';

/** The flats of a page. */
export const resultsOf = ({ body }: Answer): Json[] => (body.results ?? []) as unknown as Json[];

/** Ids of the flats of a building, or of one entrance, in the order of the list. */
export async function flatsOf(app: TestApp, building: number, porch?: number): Promise<number[]> {
  const rows = await app.database.kysely
    .selectFrom('units')
    .where('building_id', '=', building)
    .where('unit_type', '=', 'flat')
    .$if(porch !== undefined, (query) => query.where('porch_id', '=', porch ?? 0))
    .select('id')
    .orderBy('label_sort')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Sets the days and the types of a building. */
export async function setBuilding(
  app: TestApp,
  building: number,
  change: { submit_start_day?: number | null; submit_end_day?: number | null; reading_types?: ReadingType[] },
): Promise<void> {
  await app.database.kysely.updateTable('buildings').set(change).where('id', '=', building).execute();
}

/** Stores a submission as it might have come by another way. @returns its id */
export async function givePass(
  app: TestApp,
  pass: { unit: number; month: number; sender?: number | null; type?: SenderType; at?: string } & Partial<
    Record<MeterType, number>
  >,
): Promise<number> {
  const { unit, month, sender = null, at, type, ...values } = pass;
  const empty = Object.fromEntries(METER_TYPES.map((meter) => [meter, null])) as Record<MeterType, null>;
  const { id } = await app.database.kysely
    .insertInto('readings')
    .values({
      unit_id: unit,
      month,
      sender_id: sender,
      sender_type: type ?? (sender === null ? 'meter' : 'employee'),
      at: at ? new Date(`${at}T00:00:00Z`) : app.now(),
      ...empty,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The submissions of a flat as they are stored, the oldest first. */
export function passRows(app: TestApp, unit: number, month: number) {
  return app.database.kysely
    .selectFrom('readings')
    .where('unit_id', '=', unit)
    .where('month', '=', month)
    .selectAll()
    .orderBy('id')
    .execute();
}
