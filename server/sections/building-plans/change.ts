import type { FastifyRequest } from 'fastify';
import { BUILDING } from '#resources/limits.ts';
import type {
  BuildingPassport,
  NewBuildingBody,
  PartsBody,
  PassportBody,
} from '#resources/protocol/buildings/building-plan.ts';
import { buildLayout, type Layout } from '#resources/rules/buildings/layout.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import type { Once } from '#server/http/once.ts';
import { recordWrites } from '#server/records/kit/writes.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';
import {
  closeBuilding,
  deleteUnit,
  findPassport,
  findTakenLabel,
  lockPassport,
  lockUnit,
  openToHoldersOfWhole,
  type PassportRow,
  raiseFloorCount,
  selectFloors,
  selectPartsStart,
  updatePassport,
  updateUnit,
} from './change-queries.ts';
import {
  findTakenAddresses,
  insertBuildings,
  insertParts,
  openBuildingsTo,
  selectHoldersOfAll,
  takenAddressMessage,
} from './make-queries.ts';
import { countBuildingTies, countUnitReferences, type UnitField } from './ties-queries.ts';

/** The reader and the HTTP request of a change. */
interface ChangeCall {
  reader: Reader;
  request: FastifyRequest;
}

/** Locks a building that the reader may change. @throws ApiError partial_building if an entrance is not theirs */
async function lockOwnBuilding(trx: Db, reader: Reader, id: number, exclusive = false): Promise<PassportRow | null> {
  const building = await lockPassport(trx, reader, id, exclusive);
  if (building && !building.whole) throw new ApiError('partial_building');
  return building;
}

/** Writes of buildings themselves; the journal keeps them apart from changes of their settings. */
export const buildingWrites = (context: Pick<ServerContext, 'db' | 'bus'>) => ({
  ...recordWrites(context, settingsBuildings, { resource: 'buildings', find: lockOwnBuilding }),
  /** The same, with the building locked against new references. */
  exclusive: recordWrites(context, settingsBuildings, {
    resource: 'buildings',
    find: (trx, reader, id) => lockOwnBuilding(trx, reader, id, true),
  }),
});
type Writes = ReturnType<typeof buildingWrites>;

/** Computes the layout of a plan. @throws FieldsError with the mistakes of the plan, by field */
function computeLayout(plan: Parameters<typeof buildLayout>[0], start?: Parameters<typeof buildLayout>[1]): Layout {
  const { layout, mistakes } = buildLayout(plan, start);
  if (layout) return layout;
  throw new FieldsError(Object.fromEntries(mistakes.map(({ field, message }) => [field, [message]])));
}

/** Creates a building and gives access to its author and to administrators who have access to every building. */
export function createBuilding(writes: Writes, call: ChangeCall & { once: Once }, body: NewBuildingBody) {
  const { street, number, complex, building_type, ...plan } = body;
  const layout = computeLayout(plan);
  const units_count = layout.units.filter(({ unit_type }) => unit_type === 'flat').length;
  return writes.create(call, {
    create: async (trx) => {
      const [taken] = await findTakenAddresses(trx, [{ street, number }]);
      if (taken) throw new FieldsError({ number: [takenAddressMessage(taken)] });
      const holders = await selectHoldersOfAll(trx);
      const [id = 0] = await insertBuildings(trx, call.reader.user, [
        { street, number, complex, building_type, layout },
      ]);
      await openBuildingsTo(trx, [id], [call.reader.user, ...holders]);
      const after = {
        ...{ id, street, number, complex, building_type },
        ...{ entrances: layout.entrances.length, units: layout.units.length },
      };
      return { id, answer: { params: { id, street, number, units_count } }, after };
    },
    isStillVisible: async (trx, { params }) => (await findPassport(trx, call.reader, params.id)) !== null,
  });
}

/** Values that make up the version of a passport. */
const passportVersionInput = ({
  street,
  number,
  complex,
  building_type,
}: Omit<BuildingPassport, 'id' | 'version'>) => ({
  street,
  number,
  complex,
  building_type,
});

/** Serialises the passport of a building, with its version. @throws ApiError not_found, partial_building */
export async function showPassport(db: Db, reader: Reader, id: number): Promise<BuildingPassport> {
  const building = await findPassport(db, reader, id);
  if (!building) throw new ApiError('not_found');
  const { whole, ...rest } = building;
  if (!whole) throw new ApiError('partial_building');
  return { ...rest, version: computeRecordVersion(passportVersionInput(rest)) };
}

/** Changes the address, complex and type of a building. */
export const savePassport = (writes: Writes, call: ChangeCall, id: number, { version, ...body }: PassportBody) =>
  writes.change(
    call,
    { id, base: { version, parts: (_trx, passport) => [passportVersionInput(passport)] } },
    async (trx, { whole: _, ...before }) => {
      const [taken] = await findTakenAddresses(trx, [body], id);
      if (taken) throw new FieldsError({ number: [takenAddressMessage(taken)] });
      await updatePassport(trx, id, body);
      return { result: undefined, logged: { before, after: { id, ...body } } };
    },
  );

/** Adds entrances, floors and units to a building; holders of the whole building get the new entrances too. */
export const addParts = (writes: Writes, call: ChangeCall, id: number, body: PartsBody) =>
  writes.change(call, { id, action: 'extend' }, async (trx) => {
    const { porches, units: unitCount, start } = await selectPartsStart(trx, id);
    if (start.entrance - 1 + body.entrances.length > BUILDING.entrances)
      throw new FieldsError({ entrances: [`buildingPlan.tooManyEntrances?most=${BUILDING.entrances}`] });
    const layout = computeLayout({ ...body, missing: null, lettered: null, others: [] }, start);
    const numbersById = new Map(porches.map((porch) => [porch.id, porch.number]));
    const findEntranceNumber = (entrance: number, field: 'floors' | 'units') => {
      const number = numbersById.get(entrance);
      if (number === undefined) throw new FieldsError({ [field]: ['validation.anyPorch'] });
      return number;
    };
    let nextLabel = start.number + layout.units.length;
    for (const { entrance, from, to, flats, first_number } of body.floors) {
      const number = findEntranceNumber(entrance, 'floors');
      let label = first_number ?? nextLabel;
      for (let floor = from; floor <= to; floor += 1) {
        if (floor === 0) continue;
        layout.floors.push({ entrance: number, number: floor });
        for (let position = 0; position < flats; position += 1, label += 1)
          layout.units.push({ entrance: number, floor, riser: null, unit_type: 'flat', label: String(label) });
      }
      nextLabel = Math.max(nextLabel, label);
    }
    for (const { entrance, floor, unit_type, label } of body.units) {
      const number = findEntranceNumber(entrance, 'units');
      layout.floors.push({ entrance: number, number: floor });
      layout.units.push({ entrance: number, floor, riser: null, unit_type, label });
    }
    await refuseUnits(trx, id, layout, unitCount, body);
    const floors = await selectMissingFloors(trx, id, layout);
    await insertParts(trx, [{ building: id, layout: { ...layout, floors } }]);
    await raiseFloorCount(trx, id);
    if (layout.entrances.length) await openToHoldersOfWhole(trx, id, layout.entrances);
    const added = { entrances: layout.entrances.length, floors: floors.length, units: layout.units.length };
    return { result: { params: added }, logged: { after: { id, ...added } } };
  });

/**
 * Refuses too many units, and labels used twice for one unit type. @throws FieldsError at the field that was sent: `units`,
 * else `floors`, else `entrances`
 */
async function refuseUnits(trx: Db, id: number, { units }: Layout, unitCount: number, body: PartsBody): Promise<void> {
  const field = body.units.length ? 'units' : body.floors.length ? 'floors' : 'entrances';
  if (unitCount + units.length > BUILDING.units)
    throw new FieldsError({ [field]: [`buildingPlan.tooManyUnits?most=${BUILDING.units}`] });
  const names = new Set<string>();
  const duplicate = units.find(({ unit_type, label }) => names.size === names.add(`${unit_type} ${label}`).size);
  const label = duplicate?.label ?? (await findTakenLabel(trx, id, units));
  if (label !== null)
    throw new FieldsError({ [field]: [`buildingPlan.repeatedLabel?${new URLSearchParams({ label })}`] });
}

/** Floors of a layout that the building does not have yet, each once. */
async function selectMissingFloors(trx: Db, id: number, layout: Layout): Promise<Layout['floors']> {
  const floorKey = ({ entrance, number }: Layout['floors'][number]) => `${entrance}/${number}`;
  const existing = new Set((await selectFloors(trx, id)).map(floorKey));
  return [...new Map(layout.floors.map((floor) => [floorKey(floor), floor])).values()].filter(
    (floor) => !existing.has(floorKey(floor)),
  );
}

type UnitBody = { label: string; unit_type: 'flat' | 'office' | 'storage' | 'parking' };

/** Renames a unit or changes its type; residents and readings stay with it. */
export const saveUnit = (
  writes: Writes,
  call: ChangeCall,
  { id, unit }: { id: number; unit: number },
  body: UnitBody,
) =>
  writes.change(call, { id, action: 'change-unit' }, async (trx) => {
    const before = await lockUnit(trx, id, unit);
    if (!before) throw new ApiError('not_found');
    if ((await findTakenLabel(trx, id, [body], unit)) !== null) throw new FieldsError({ label: ['validation.taken'] });
    // A flat with readings must stay a flat, because the reading counts per month and entrance include flats only.
    if (before.unit_type === 'flat' && body.unit_type !== 'flat') {
      const { ties } = await countUnitReferences(trx, unit, []);
      if (ties.some(({ tie }) => tie === 'readings'))
        throw new FieldsError({ unit_type: ['buildingPlan.hasReadings'] });
    }
    await updateUnit(trx, unit, body);
    return { result: { params: { ...body, id: unit } }, logged: { before, after: { ...body, id: unit } } };
  });

/** Deletes a unit. @throws ApiError unit_tied while anything refers to it */
export const removeUnit = (
  writes: Writes,
  call: ChangeCall,
  { id, unit }: { id: number; unit: number },
  fields: readonly UnitField[],
) =>
  writes.change(call, { id, action: 'remove-unit' }, async (trx) => {
    const before = await lockUnit(trx, id, unit);
    if (!before) throw new ApiError('not_found');
    const { is_free } = await countUnitReferences(trx, unit, fields);
    if (!is_free) throw new ApiError('unit_tied');
    await deleteUnit(trx, unit);
    return { result: undefined, logged: { before } };
  });

/** Closes a building. @throws ApiError building_busy while it has open requests */
export const closeOwnBuilding = (writes: Writes, call: ChangeCall, id: number, now: Date) =>
  writes.exclusive.change(call, { id, action: 'close' }, async (trx, { street, number }) => {
    const { ties, is_free } = await countBuildingTies(trx, id);
    const open = ties.find(({ tie }) => tie === 'open_requests')?.count ?? 0;
    if (!is_free) throw new ApiError('building_busy', { smart_count: open });
    await closeBuilding(trx, id, now);
    return { result: { params: { id } }, logged: { before: { id, street, number } } };
  });
