import type { FastifyRequest } from 'fastify';
import { BUILDING } from '#resources/limits.ts';
import type {
  BuildingPassport,
  NewBuildingBody,
  PartsBody,
  PassportBody,
} from '#resources/protocol/buildings/building-plan.ts';
import { type Layout, layOut } from '#resources/rules/buildings/layout.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import type { Once } from '#server/http/once.ts';
import { recordWrites } from '#server/records/kit/writes.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';
import {
  buildingToChange,
  closeBuilding,
  deleteUnit,
  type FoundBuilding,
  findPassport,
  openToHoldersOfWhole,
  partsStart,
  selectFloors,
  settleFloorCount,
  takenLabel,
  unitToChange,
  updatePassport,
  updateUnit,
} from './change-queries.ts';
import {
  holdersOfAll,
  insertBuildings,
  insertParts,
  openBuildingsTo,
  takenAddresses,
  takenMessage,
} from './make-queries.ts';
import { tiesOfBuilding, tiesOfUnit, type UnitField } from './ties-queries.ts';

/** The reader and the call of a change. */
interface Call {
  reader: Reader;
  request: FastifyRequest;
}

/** A building that the reader may change. @throws ApiError partial_building when an entrance is not theirs */
async function ownBuilding(trx: Db, reader: Reader, id: number, exclusive = false): Promise<FoundBuilding | null> {
  const found = await buildingToChange(trx, reader, id, exclusive);
  if (found && !found.whole) throw new ApiError('partial_building');
  return found;
}

/** Changes of buildings themselves; the journal keeps them apart from changes of their settings. */
export const buildingWrites = (context: Pick<ServerContext, 'db' | 'bus'>) => ({
  ...recordWrites(context, settingsBuildings, { resource: 'buildings', find: ownBuilding }),
  /** The same, with the building locked against new links. */
  exclusive: recordWrites(context, settingsBuildings, {
    resource: 'buildings',
    find: (trx, reader, id) => ownBuilding(trx, reader, id, true),
  }),
});
type Writes = ReturnType<typeof buildingWrites>;

/** @throws FieldsError with the mistakes of the plan by field */
function laidOut(plan: Parameters<typeof layOut>[0], start?: Parameters<typeof layOut>[1]): Layout {
  const { layout, mistakes } = layOut(plan, start);
  if (layout) return layout;
  throw new FieldsError(Object.fromEntries(mistakes.map(({ field, message }) => [field, [message]])));
}

/** Makes a building; its maker and the administrators of all buildings see it at once. */
export function makeBuilding(writes: Writes, call: Call & { once: Once }, body: NewBuildingBody) {
  const { street, number, complex, building_type, ...plan } = body;
  const layout = laidOut(plan);
  const units_count = layout.units.filter(({ unit_type }) => unit_type === 'flat').length;
  return writes.create(call, {
    make: async (trx) => {
      const [taken] = await takenAddresses(trx, [{ street, number }]);
      if (taken) throw new FieldsError({ number: [takenMessage(taken)] });
      const holders = await holdersOfAll(trx);
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
    stands: async (trx, { params }) => (await findPassport(trx, call.reader, params.id)) !== null,
  });
}

/** Values that make up the version of a passport. */
const versioned = ({ street, number, complex, building_type }: Omit<BuildingPassport, 'id' | 'version'>) => ({
  street,
  number,
  complex,
  building_type,
});

/** A building as it is called, with its version. @throws ApiError not_found, partial_building */
export async function shownPassport(db: Db, reader: Reader, id: number): Promise<BuildingPassport> {
  const found = await findPassport(db, reader, id);
  if (!found) throw new ApiError('not_found');
  const { whole, ...rest } = found;
  if (!whole) throw new ApiError('partial_building');
  return { ...rest, version: computeRecordVersion(versioned(rest)) };
}

/** Changes the address, complex and type of a building. */
export const savePassport = (writes: Writes, call: Call, id: number, { version, ...body }: PassportBody) =>
  writes.change(
    call,
    { id, base: { version, parts: (_trx, found) => [versioned(found)] } },
    async (trx, { whole: _, ...before }) => {
      const [taken] = await takenAddresses(trx, [body], id);
      if (taken) throw new FieldsError({ number: [takenMessage(taken)] });
      await updatePassport(trx, id, body);
      return { result: undefined, logged: { before, after: { id, ...body } } };
    },
  );

/** Adds entrances, floors and units to a building; holders of the whole building get the new entrances too. */
export const addParts = (writes: Writes, call: Call, id: number, body: PartsBody) =>
  writes.change(call, { id, action: 'extend' }, async (trx) => {
    const { porches, units: had, start } = await partsStart(trx, id);
    if (start.entrance - 1 + body.entrances.length > BUILDING.entrances)
      throw new FieldsError({ entrances: [`buildingPlan.tooManyEntrances?most=${BUILDING.entrances}`] });
    const layout = laidOut({ ...body, missing: null, lettered: null, others: [] }, start);
    const numbersById = new Map(porches.map((porch) => [porch.id, porch.number]));
    const place = (entrance: number, field: 'floors' | 'units') => {
      const number = numbersById.get(entrance);
      if (number === undefined) throw new FieldsError({ [field]: ['validation.anyPorch'] });
      return number;
    };
    let next = start.number + layout.units.length;
    for (const { entrance, from, to, flats, first_number } of body.floors) {
      const number = place(entrance, 'floors');
      let label = first_number ?? next;
      for (let floor = from; floor <= to; floor += 1) {
        if (floor === 0) continue;
        layout.floors.push({ entrance: number, number: floor });
        for (let beside = 0; beside < flats; beside += 1, label += 1)
          layout.units.push({ entrance: number, floor, riser: null, unit_type: 'flat', label: String(label) });
      }
      next = Math.max(next, label);
    }
    for (const { entrance, floor, unit_type, label } of body.units) {
      const number = place(entrance, 'units');
      layout.floors.push({ entrance: number, number: floor });
      layout.units.push({ entrance: number, floor, riser: null, unit_type, label });
    }
    await refuseTaken(trx, id, layout, had, body);
    const floors = await newFloors(trx, id, layout);
    await insertParts(trx, [{ building: id, layout: { ...layout, floors } }]);
    await settleFloorCount(trx, id);
    if (layout.entrances.length) await openToHoldersOfWhole(trx, id, layout.entrances);
    const added = { entrances: layout.entrances.length, floors: floors.length, units: layout.units.length };
    return { result: { params: added }, logged: { after: { id, ...added } } };
  });

/** @throws FieldsError for units that are too many or are called like others, at the field that brings them */
async function refuseTaken(trx: Db, id: number, { units }: Layout, had: number, body: PartsBody): Promise<void> {
  const field = body.units.length ? 'units' : body.floors.length ? 'floors' : 'entrances';
  if (had + units.length > BUILDING.units)
    throw new FieldsError({ [field]: [`buildingPlan.tooManyUnits?most=${BUILDING.units}`] });
  const names = new Set<string>();
  const twice = units.find(({ unit_type, label }) => names.size === names.add(`${unit_type} ${label}`).size);
  const label = twice?.label ?? (await takenLabel(trx, id, units));
  if (label !== null)
    throw new FieldsError({ [field]: [`buildingPlan.repeatedLabel?${new URLSearchParams({ label })}`] });
}

/** Floors of a layout that the building has not yet, each once. */
async function newFloors(trx: Db, id: number, layout: Layout): Promise<Layout['floors']> {
  const at = ({ entrance, number }: Layout['floors'][number]) => `${entrance}/${number}`;
  const there = new Set((await selectFloors(trx, id)).map(at));
  return [...new Map(layout.floors.map((floor) => [at(floor), floor])).values()].filter(
    (floor) => !there.has(at(floor)),
  );
}

type UnitBody = { label: string; unit_type: 'flat' | 'office' | 'storage' | 'parking' };

/** Renames a unit or changes its type; residents and readings stay with it. */
export const saveUnit = (writes: Writes, call: Call, { id, unit }: { id: number; unit: number }, body: UnitBody) =>
  writes.change(call, { id, action: 'change-unit' }, async (trx) => {
    const before = await unitToChange(trx, id, unit);
    if (!before) throw new ApiError('not_found');
    if ((await takenLabel(trx, id, [body], unit)) !== null) throw new FieldsError({ label: ['validation.taken'] });
    // A flat's readings are counted by month and entrance, and an office has none.
    if (before.unit_type === 'flat' && body.unit_type !== 'flat') {
      const { ties } = await tiesOfUnit(trx, unit, []);
      if (ties.some(({ tie }) => tie === 'readings'))
        throw new FieldsError({ unit_type: ['buildingPlan.hasReadings'] });
    }
    await updateUnit(trx, unit, body);
    return { result: { params: { ...body, id: unit } }, logged: { before, after: { ...body, id: unit } } };
  });

/** Takes a unit away. @throws ApiError unit_tied while something hangs on it */
export const removeUnit = (
  writes: Writes,
  call: Call,
  { id, unit }: { id: number; unit: number },
  fields: readonly UnitField[],
) =>
  writes.change(call, { id, action: 'remove-unit' }, async (trx) => {
    const before = await unitToChange(trx, id, unit);
    if (!before) throw new ApiError('not_found');
    const { is_free } = await tiesOfUnit(trx, unit, fields);
    if (!is_free) throw new ApiError('unit_tied');
    await deleteUnit(trx, unit);
    return { result: undefined, logged: { before } };
  });

/** Closes a building. @throws ApiError building_busy while a request of it is open */
export const close = (writes: Writes, call: Call, id: number, now: Date) =>
  writes.exclusive.change(call, { id, action: 'close' }, async (trx, { street, number }) => {
    const { ties, is_free } = await tiesOfBuilding(trx, id);
    const open = ties.find(({ tie }) => tie === 'open_requests')?.count ?? 0;
    if (!is_free) throw new ApiError('building_busy', { smart_count: open });
    await closeBuilding(trx, id, now);
    return { result: { params: { id } }, logged: { before: { id, street, number } } };
  });
