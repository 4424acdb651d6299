import { sql } from 'kysely';
import type { CameraDetails, CameraItem } from '#resources/protocol/buildings/cameras.ts';
import { cameras } from '#resources/sections/cameras.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, buildingWhole, isBuildingClosed } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { type FieldsRow, recordFields } from '#server/records/kit/fields.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';

export const cameraFields = recordFields(cameras);
type CameraRow = FieldsRow<typeof cameraFields>;

/** A camera with all its links, in reach or not; for the audit log and for permission rules. */
export type StoredCamera = CameraRow & {
  id: number;
  /** Every linked building. */
  buildings: number[];
};

const linkedBuildings = (principal: Principal) =>
  sql<number[]>`(select coalesce(jsonb_agg(camera_buildings.building_id order by camera_buildings.building_id), '[]')
    from camera_buildings where camera_buildings.camera_id = cameras.id
    and ${buildingInReach(principal, 'camera_buildings.building_id')})`;

/** Condition: every linked building is either closed or wholly in the reader's reach, so that nobody else has the camera. */
const isWhollyInReach = (principal: Principal) =>
  sql<boolean>`not exists (select 1 from camera_buildings where camera_buildings.camera_id = cameras.id
    and not ${buildingWhole(principal, 'camera_buildings.building_id')}
    and not ${isBuildingClosed('camera_buildings.building_id')})`;

/** Values that make up the version of a camera. @param buildings linked buildings in reach */
export const cameraVersionInput = (camera: CameraRow, buildings: readonly number[]) => ({
  ...cameraFields.rowValues(camera),
  buildings: [...buildings].sort((a, b) => a - b),
});

/** Query of cameras linked to a building in reach. @param buildings only cameras of these buildings */
function selectVisible(db: Db, principal: Principal, buildings: readonly number[] | null = null) {
  return db.selectFrom('cameras').where(({ exists, selectFrom }) =>
    exists(
      selectFrom('camera_buildings')
        .whereRef('camera_buildings.camera_id', '=', 'cameras.id')
        .where(buildingInReach(principal, 'camera_buildings.building_id'))
        .$if(buildings !== null, (query) => query.where('camera_buildings.building_id', 'in', [...(buildings ?? [])]))
        .select('camera_buildings.camera_id'),
    ),
  );
}

/** Cameras of the reader's buildings (CAM-01), newest first. */
export function listCameras(db: Db, principal: Principal, buildings: readonly number[] | null): Promise<CameraItem[]> {
  return selectVisible(db, principal, buildings)
    .select(['id', ...cameraFields.columns])
    .select([linkedBuildings(principal).as('buildings'), isWhollyInReach(principal).as('is_all_buildings')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** One camera with its linked buildings in reach (CAM-07, CAM-08). @returns null if none of them is in reach */
export async function findCamera(db: Db, principal: Principal, id: number): Promise<CameraDetails | null> {
  const camera = await selectVisible(db, principal)
    .where('id', '=', id)
    .select(['id', ...cameraFields.columns, isWhollyInReach(principal).as('is_all_buildings')])
    .executeTakeFirst();
  if (!camera) return null;
  const buildings = await db
    .selectFrom('camera_buildings')
    .innerJoin('buildings', 'buildings.id', 'camera_buildings.building_id')
    .where('camera_buildings.camera_id', '=', id)
    .where(buildingInReach(principal, 'buildings.id'))
    .select([
      'buildings.id',
      'buildings.street',
      'buildings.number',
      buildingWhole(principal, 'buildings.id').as('is_all_porches'),
    ])
    .orderBy('buildings.street')
    .orderBy('buildings.number_sort')
    .execute();
  const version = computeRecordVersion(
    cameraVersionInput(
      camera,
      buildings.map((building) => building.id),
    ),
  );
  return { ...camera, buildings, version };
}

/** Locks a camera in reach until the transaction ends; with all its links. */
export async function lockCamera(trx: Db, principal: Principal, id: number): Promise<StoredCamera | null> {
  const camera = await selectVisible(trx, principal)
    .where('id', '=', id)
    .select(['id', ...cameraFields.columns])
    .forUpdate()
    .executeTakeFirst();
  if (!camera) return null;
  const links = await trx
    .selectFrom('camera_buildings')
    .where('camera_id', '=', id)
    .select('building_id')
    .orderBy('building_id')
    .execute();
  return { ...camera, buildings: links.map((row) => row.building_id) };
}

/** Inserts a camera with its links. */
export async function insertCamera(trx: Db, row: CameraRow, buildings: number[]): Promise<StoredCamera> {
  const { id } = await trx.insertInto('cameras').values(row).returning('id').executeTakeFirstOrThrow();
  await linkBuildings(trx, id, buildings);
  return { id, ...row, buildings };
}

/** Updates a camera and replaces its links. */
export async function updateCamera(trx: Db, { id, buildings, ...row }: StoredCamera): Promise<void> {
  await trx.updateTable('cameras').set(row).where('id', '=', id).execute();
  await trx.deleteFrom('camera_buildings').where('camera_id', '=', id).execute();
  await linkBuildings(trx, id, buildings);
}

/** Deletes a camera; its links are deleted with it. */
export async function deleteCamera(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('cameras').where('id', '=', id).execute();
}

async function linkBuildings(trx: Db, camera: number, buildings: readonly number[]): Promise<void> {
  if (!buildings.length) return;
  const rows = buildings.map((building) => ({ camera_id: camera, building_id: building }));
  await trx.insertInto('camera_buildings').values(rows).execute();
}
