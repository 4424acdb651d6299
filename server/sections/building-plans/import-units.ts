import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { BUILDING } from '#resources/limits.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';
import type { Layout } from '#resources/rules/buildings/layout.ts';
import { unitTable } from '#resources/sections/building-table.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { UnitType } from '#server/db/tables/places.ts';
import type { Db } from '#server/db/tables.ts';
import { yieldToOthers } from '#server/db/yield-to-others.ts';
import { normalizeAddress, type RowOutcomes, readCells } from './cells.ts';
import {
  lockBuildingAt,
  openToHoldersOfWhole,
  raiseFloorCount,
  selectBuildingUnits,
  selectEntranceNumbers,
} from './change-queries.ts';
import {
  insertBuildings,
  insertParts,
  openBuildingsTo,
  retryWhenTaken,
  selectHoldersOfAll,
  suppressAccessEvent,
} from './make-queries.ts';

const UNIT_TABLE = unitTable(text);

/** A row whose cells were read without errors. */
interface UnitRow {
  row: number;
  street: string;
  number: string;
  entrance: number;
  floor: number;
  label: string;
  unit_type: UnitType;
  riser: string | null;
}

interface ImportCaller {
  reader: Reader;
  request: FastifyRequest;
}

const refusal = (errors: Record<string, string>) => ({
  id: null,
  errors: Object.fromEntries(Object.entries(errors).map(([column, message]) => [column, [message]])),
});

/**
 * Checks rows of a table of units, or inserts the valid ones into their buildings, creating missing buildings. A unit that
 * already exists on the same floor of the same entrance counts as imported, so that repeating a submission creates nothing twice.
 */
export async function importUnits(
  { db, database, bus }: Pick<ServerContext, 'db' | 'database' | 'bus'>,
  call: ImportCaller,
  { check, rows }: RecordImportCall,
): Promise<RecordImportOutcome[]> {
  const outcomes: RowOutcomes = new Map();
  const byAddress = new Map<string, UnitRow[]>();
  for (const { row, cells } of rows) {
    const { values, errors } = readCells(UNIT_TABLE, cells);
    if (errors) {
      outcomes.set(row, { id: null, errors });
      continue;
    }
    const unit = { ...(values as unknown as UnitRow), row, unit_type: (values.unit_type ?? 'flat') as UnitType };
    const key = normalizeAddress(unit);
    byAddress.set(key, [...(byAddress.get(key) ?? []), unit]);
  }
  try {
    for (const [index, units] of [...byAddress.values()].entries()) {
      if (index > 0) await yieldToOthers(database);
      const unitOutcomes = await retryWhenTaken(() =>
        db.transaction().execute(async (trx) => {
          await suppressAccessEvent(trx);
          return settleUnits(trx, call, units, check);
        }),
      );
      for (const [row, outcome] of unitOutcomes) outcomes.set(row, outcome);
    }
  } finally {
    // Holders of a whole building may have got new entrances.
    if (!check && byAddress.size) await bus.publish(db, 'access-changed', { users: null });
  }
  return rows.map(({ row }) => ({ row, ...(outcomes.get(row) ?? { id: null, errors: {} }) }));
}

/** Checks or inserts the units of one address. */
async function settleUnits(
  trx: Db,
  call: ImportCaller,
  units: readonly UnitRow[],
  check: boolean,
): Promise<RowOutcomes> {
  const [first] = units;
  if (!first) return new Map();
  const building = await lockBuildingAt(trx, call.reader, first);
  if (building && (building.closed || !building.whole)) {
    const message = text(building.closed ? 'buildingPlan.closedAddress' : 'access.building');
    return new Map(units.map(({ row }) => [row, refusal({ number: message })]));
  }
  const currentUnits = building ? await selectBuildingUnits(trx, building.id) : [];
  const { outcomes, fresh: newUnits } = sortUnits(units, currentUnits);
  if (check || !newUnits.length) return outcomes;
  const id = building
    ? await insertIntoBuilding(trx, call, building.id, newUnits)
    : await insertBuildingWithUnits(trx, call, first, newUnits);
  for (const { row } of newUnits) outcomes.set(row, { id, errors: {} });
  return outcomes;
}

type BuildingUnits = Awaited<ReturnType<typeof selectBuildingUnits>>;

/** Sorts rows into new ones, existing ones and those that are refused. */
function sortUnits(
  units: readonly UnitRow[],
  currentUnits: BuildingUnits,
): { outcomes: RowOutcomes; fresh: UnitRow[] } {
  const outcomes: RowOutcomes = new Map();
  const newUnits: UnitRow[] = [];
  const typeAndLabel = ({ unit_type, label }: { unit_type: string; label: string }) => `${unit_type} ${label}`;
  const unitsByKey = new Map(currentUnits.map((unit) => [typeAndLabel(unit), unit]));
  const entrances = new Set(currentUnits.map(({ entrance }) => entrance));
  for (const unit of units) {
    const same = unitsByKey.get(typeAndLabel(unit));
    if (same) {
      const isSamePlace = same.entrance === unit.entrance && same.floor === unit.floor;
      const message = text('buildingPlan.elsewhere', { label: unit.label });
      outcomes.set(unit.row, isSamePlace ? { id: same.building, errors: {} } : refusal({ label: message }));
      continue;
    }
    if (!entrances.has(unit.entrance) && entrances.size >= BUILDING.entrances) {
      const message = text('buildingPlan.tooManyEntrances', { most: BUILDING.entrances });
      outcomes.set(unit.row, refusal({ entrance: message }));
      continue;
    }
    if (unitsByKey.size >= BUILDING.units) {
      outcomes.set(unit.row, refusal({ label: text('buildingPlan.tooManyUnits', { most: BUILDING.units }) }));
      continue;
    }
    entrances.add(unit.entrance);
    unitsByKey.set(typeAndLabel(unit), { ...unit, building: null });
    newUnits.push(unit);
    outcomes.set(unit.row, { id: null, errors: {} });
  }
  return { outcomes, fresh: newUnits };
}

/**
 * Layout of units with the entrances, floors and risers that they need.
 * @param existing numbers of entrances that the building already has
 */
function planLayout(units: readonly UnitRow[], existing: ReadonlySet<number> = new Set()): Layout {
  const floors = new Map(units.map(({ entrance, floor }) => [`${entrance}/${floor}`, { entrance, number: floor }]));
  const risers = new Map(
    units.flatMap(({ entrance, riser }) =>
      riser === null ? [] : [[`${entrance}/${riser}`, { entrance, name: riser }] as const],
    ),
  );
  return {
    entrances: [...new Set(units.map(({ entrance }) => entrance))].filter((number) => !existing.has(number)),
    floors: [...floors.values()],
    risers: [...risers.values()],
    units: units.map(({ entrance, floor, riser, unit_type, label }) => ({ entrance, floor, riser, unit_type, label })),
  };
}

async function insertBuildingWithUnits(
  trx: Db,
  { reader, request }: ImportCaller,
  { street, number }: UnitRow,
  units: readonly UnitRow[],
) {
  const layout = planLayout(units);
  const passport = { street, number, complex: null, building_type: 'tenement' as const };
  const holders = await selectHoldersOfAll(trx);
  const [id = 0] = await insertBuildings(trx, reader.user, [{ ...passport, layout }]);
  await openBuildingsTo(trx, [id], [reader.user, ...holders]);
  const after = { id, ...passport, entrances: layout.entrances.length, units: units.length, import: true };
  await audit(trx, {
    user: reader.user,
    action: 'create',
    resource: 'buildings',
    record: id,
    after,
    request: request.id,
  });
  return id;
}

async function insertIntoBuilding(trx: Db, { reader, request }: ImportCaller, id: number, units: readonly UnitRow[]) {
  const layout = planLayout(units, new Set(await selectEntranceNumbers(trx, id)));
  await insertParts(trx, [{ building: id, layout }]);
  await raiseFloorCount(trx, id);
  if (layout.entrances.length) await openToHoldersOfWhole(trx, id, layout.entrances);
  const after = { id, entrances: layout.entrances.length, units: units.length, import: true };
  await audit(trx, {
    user: reader.user,
    action: 'extend',
    resource: 'buildings',
    record: id,
    after,
    request: request.id,
  });
  return id;
}
