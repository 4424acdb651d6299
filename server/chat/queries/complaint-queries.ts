import type { ComplaintsTable } from '#server/db/tables/operations.ts';
import type { Db } from '#server/db/tables.ts';

/** Home of a resident: the unit with this id, or their first one. @returns null when they have none, or not that one */
export async function findResidentHome(db: Db, resident: number, unit: number | null) {
  const row = await db
    .selectFrom('residents_units')
    .innerJoin('units', 'units.id', 'residents_units.unit_id')
    .where('residents_units.user_id', '=', resident)
    .$if(unit !== null, (query) => query.where('units.id', '=', unit))
    .orderBy('residents_units.place')
    .select(['units.building_id', 'units.porch_id'])
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a complaint. @returns its id */
export async function insertComplaint(
  trx: Db,
  complaint: {
    type: ComplaintsTable['type'];
    creator_id: number;
    building_id: number;
    porch_id: number;
    description: string;
    created_at: Date;
  },
): Promise<number> {
  const { id } = await trx.insertInto('complaints').values(complaint).returning('id').executeTakeFirstOrThrow();
  return id;
}
