import type { BuildingOne, PorchOne } from '#resources/protocol/buildings/buildings.ts';
import { asItem, buildingsOfPerson, type PorchRef } from '#server/access/buildings.ts';
import type { Principal } from '#server/access/reader.ts';
import { entranceInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * The content of these entrances of a building: floors, risers with their flats, units.
 * @param isWhole whether the whole building is held: only then a riser through all of it can be chosen
 */
async function selectParts(db: Db, building: number, porches: readonly PorchRef[], isWhole: boolean) {
  const ids = porches.map((porch) => porch.id);
  const porchesById = new Map(porches.map((porch) => [porch.id, porch]));
  const at = (id: number): PorchRef => porchesById.get(id) ?? { id, number: 0 };

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
    floors: floors.map(({ id, number, porch_id }) => ({ id, number, porch: at(porch_id) })),
    pipes: pipes.map(({ id, name, porch_id }) => ({
      id,
      name,
      porch: porch_id === null ? null : at(porch_id),
      flats: selectFlatsOnPipe(id),
    })),
    units: units.map((unit) => ({
      unit_type: unit.unit_type,
      object: {
        id: unit.id,
        label: unit.label,
        porch: at(unit.porch_id),
        floor: { id: unit.floor_id, number: unit.floor_number },
        pipe: unit.pipe_id === null ? null : { id: unit.pipe_id, name: unit.pipe_name ?? '' },
      },
    })),
  };
}

/** One building with what is in the entrances that are held. @returns null when none is held or there is no such building */
export async function oneBuilding(db: Db, principal: Principal, id: number): Promise<BuildingOne | null> {
  const row = await buildingsOfPerson(db, principal).where('buildings.id', '=', id).executeTakeFirst();
  if (!row) return null;
  const parts = await selectParts(db, id, row.available_porches, row.is_all_porches);
  return { ...asItem(row), floor_count: row.floor_count, porches: row.available_porches, ...parts };
}

/** One entrance that is held. @returns null when it is not held or there is no such entrance */
export async function onePorch(db: Db, principal: Principal, id: number): Promise<PorchOne | null> {
  const porch = await db
    .selectFrom('porches')
    .where('id', '=', id)
    .where(entranceInReach(principal, 'porches.id'))
    .select(['id', 'number', 'building_id'])
    .executeTakeFirst();
  if (!porch) return null;
  const row = await buildingsOfPerson(db, principal)
    .where('buildings.id', '=', porch.building_id)
    .executeTakeFirstOrThrow();
  const { id: building, street, number, building_type, complex } = asItem(row);
  const ref = { id: porch.id, number: porch.number };
  return {
    ...ref,
    building: { id: building, street, number, building_type, complex },
    ...(await selectParts(db, building, [ref], row.is_all_porches)),
  };
}
