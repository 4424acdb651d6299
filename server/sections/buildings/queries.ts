import type { BuildingDetails, PorchDetails } from '#resources/protocol/buildings/buildings.ts';
import { type PorchRef, selectBuildingsInReach, serializeBuildingItem } from '#server/access/buildings.ts';
import type { Principal } from '#server/access/reader.ts';
import { entranceInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Floors, risers with their flats, and units of these entrances.
 * @param isWhole whether every entrance of the building is open to the reader: only then risers through the whole building are
 * included
 */
async function selectParts(db: Db, building: number, porches: readonly PorchRef[], isWhole: boolean) {
  const ids = porches.map((porch) => porch.id);
  const porchesById = new Map(porches.map((porch) => [porch.id, porch]));
  const getPorchRef = (id: number): PorchRef => porchesById.get(id) ?? { id, number: 0 };

  const floors = await db
    .selectFrom('floors')
    .where('porch_id', 'in', ids)
    .select(['id', 'number', 'porch_id'])
    .orderBy('porch_id')
    .orderBy('number')
    .execute();
  const pipes = await db
    .selectFrom('pipes')
    .where('building_id', '=', building)
    .where((eb) => eb.or([eb('porch_id', 'in', ids), ...(isWhole ? [eb('porch_id', 'is', null)] : [])]))
    .select(['id', 'name', 'porch_id'])
    .orderBy('porch_id')
    .orderBy('name')
    .orderBy('id')
    .execute();
  const units = await db
    .selectFrom('units')
    .innerJoin('floors', 'floors.id', 'units.floor_id')
    .leftJoin('pipes', 'pipes.id', 'units.pipe_id')
    .where('units.porch_id', 'in', ids)
    .select([
      'units.id',
      'units.unit_type',
      'units.label',
      'units.porch_id',
      'units.floor_id',
      'floors.number as floor_number',
      'units.pipe_id',
      'pipes.name as pipe_name',
    ])
    .orderBy('units.label_sort')
    .orderBy('units.id')
    .execute();

  const selectFlatsOnPipe = (pipe: number) =>
    units.filter((unit) => unit.unit_type === 'flat' && unit.pipe_id === pipe).map(({ id, label }) => ({ id, label }));
  return {
    floors: floors.map(({ id, number, porch_id }) => ({ id, number, porch: getPorchRef(porch_id) })),
    pipes: pipes.map(({ id, name, porch_id }) => ({
      id,
      name,
      porch: porch_id === null ? null : getPorchRef(porch_id),
      flats: selectFlatsOnPipe(id),
    })),
    units: units.map((unit) => ({
      unit_type: unit.unit_type,
      object: {
        id: unit.id,
        label: unit.label,
        porch: getPorchRef(unit.porch_id),
        floor: { id: unit.floor_id, number: unit.floor_number },
        pipe: unit.pipe_id === null ? null : { id: unit.pipe_id, name: unit.pipe_name ?? '' },
      },
    })),
  };
}

/**
 * One building with the contents of the entrances open to the reader.
 * @returns null if none is open or the building does not exist
 */
export async function findBuilding(db: Db, principal: Principal, id: number): Promise<BuildingDetails | null> {
  const row = await selectBuildingsInReach(db, principal).where('buildings.id', '=', id).executeTakeFirst();
  if (!row) return null;
  const parts = await selectParts(db, id, row.available_porches, row.is_all_porches);
  return { ...serializeBuildingItem(row), floor_count: row.floor_count, porches: row.available_porches, ...parts };
}

/** One entrance with its contents. @returns null if it is not open to the reader or does not exist */
export async function findPorch(db: Db, principal: Principal, id: number): Promise<PorchDetails | null> {
  const porch = await db
    .selectFrom('porches')
    .where('id', '=', id)
    .where(entranceInReach(principal, 'porches.id'))
    .select(['id', 'number', 'building_id'])
    .executeTakeFirst();
  if (!porch) return null;
  const row = await selectBuildingsInReach(db, principal)
    .where('buildings.id', '=', porch.building_id)
    .executeTakeFirstOrThrow();
  const { id: building, street, number, building_type, complex } = serializeBuildingItem(row);
  const ref = { id: porch.id, number: porch.number };
  return {
    ...ref,
    building: { id: building, street, number, building_type, complex },
    ...(await selectParts(db, building, [ref], row.is_all_porches)),
  };
}
