import { sql } from 'kysely';
import type { SettingsCamera } from '#resources/protocol/buildings/settings.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

/** A camera in reach, with its links to buildings. */
export interface LinkedCamera {
  id: number;
  /** Whether it is linked to the building. */
  linked: boolean;
  /** Whether it is linked to another building; if not, unlinking it would leave it without any. */
  elsewhere: boolean;
}

const isLinkedTo = (building: number) =>
  sql<boolean>`exists (select 1 from camera_buildings here
    where here.camera_id = cameras.id and here.building_id = ${building})`;

const isLinkedElsewhere = (building: number) =>
  sql<boolean>`exists (select 1 from camera_buildings other
    where other.camera_id = cameras.id and other.building_id <> ${building})`;

/** Cameras linked to a building in reach. */
function selectVisible(db: Db, principal: Principal) {
  return db
    .selectFrom('cameras')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('camera_buildings')
          .whereRef('camera_buildings.camera_id', '=', 'cameras.id')
          .where(buildingInReach(principal, 'camera_buildings.building_id'))
          .select('camera_buildings.camera_id'),
      ),
    );
}

/** Cameras in reach, those of the building first, each with its linked buildings in reach (SET-38). */
export async function selectCameras(db: Db, principal: Principal, building: number): Promise<SettingsCamera[]> {
  const cameras = await selectVisible(db, principal)
    .select([
      'id',
      'name',
      isLinkedTo(building).as('is_selected'),
      isLinkedElsewhere(building).as('elsewhere'),
      sql<SettingsCamera['buildings']>`(select coalesce(jsonb_agg(jsonb_build_object('id', buildings.id,
        'street', buildings.street, 'number', buildings.number)
        order by buildings.street, buildings.number_sort), '[]')
        from camera_buildings join buildings on buildings.id = camera_buildings.building_id
        where camera_buildings.camera_id = cameras.id
        and ${buildingInReach(principal, 'camera_buildings.building_id')})`.as('buildings'),
    ])
    .orderBy('is_selected', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return cameras.map(({ elsewhere, ...camera }) => ({ ...camera, is_editable: !camera.is_selected || elsewhere }));
}

/** Those of the chosen cameras and of the building's cameras that are in reach; locks them until the transaction ends. */
export async function lockCamerasToLink(
  trx: Db,
  principal: Principal,
  building: number,
  chosenIds: readonly number[],
): Promise<LinkedCamera[]> {
  // Lock first, because links read before the lock could change meanwhile.
  await selectVisible(trx, principal)
    .where((eb) => eb.or([isLinkedTo(building), ...(chosenIds.length ? [eb('id', 'in', [...chosenIds])] : [])]))
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  return selectVisible(trx, principal)
    .where((eb) => eb.or([isLinkedTo(building), ...(chosenIds.length ? [eb('id', 'in', [...chosenIds])] : [])]))
    .select(['id', isLinkedTo(building).as('linked'), isLinkedElsewhere(building).as('elsewhere')])
    .orderBy('id')
    .execute();
}

/** Inserts and deletes links of cameras to a building. */
export async function updateCameraLinks(
  trx: Db,
  building: number,
  { add, drop }: { add: readonly number[]; drop: readonly number[] },
): Promise<void> {
  if (drop.length) {
    await trx
      .deleteFrom('camera_buildings')
      .where('building_id', '=', building)
      .where('camera_id', 'in', [...drop])
      .execute();
  }
  if (add.length) {
    const links = add.map((camera) => ({ camera_id: camera, building_id: building }));
    await trx.insertInto('camera_buildings').values(links).execute();
  }
}
