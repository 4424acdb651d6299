import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { BUILDING } from '#resources/limits.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';
import type { Layout } from '#resources/rules/buildings/layout.ts';
import { unitTable } from '#resources/sections/building-table.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { letOthers } from '#server/db/let-others.ts';
import type { UnitType } from '#server/db/tables/places.ts';
import type { Db } from '#server/db/tables.ts';
import { addressKey, type Outcomes, readCells } from './cells.ts';
import {
  buildingAt,
  openToHoldersOfWhole,
  selectBuildingUnits,
  selectEntranceNumbers,
  settleFloorCount,
} from './change-queries.ts';
import {
  holdersOfAll,
  insertBuildings,
  insertParts,
  openBuildingsTo,
  retriedWhenTaken,
  tellAccessLater,
} from './make-queries.ts';

const TABLE = unitTable(text);

/** A row that was understood. */
interface Unit {
  row: number;
  street: string;
  number: string;
  entrance: number;
  floor: number;
  label: string;
  unit_type: UnitType;
  riser: string | null;
}

interface Caller {
  reader: Reader;
  request: FastifyRequest;
}

const refused = (errors: Record<string, string>) => ({
  id: null,
  errors: Object.fromEntries(Object.entries(errors).map(([column, said]) => [column, [said]])),
});

/**
 * Checks rows of a table of units, or puts the sound ones into their buildings, which are made where there are none. A unit that stands
 * there already, on the same floor of the same entrance, counts as kept: the same submission makes nothing twice.
 */
export async function importUnits(
  { db, database, bus }: Pick<ServerContext, 'db' | 'database' | 'bus'>,
  call: Caller,
  { check, rows }: RecordImportCall,
): Promise<RecordImportOutcome[]> {
  const outcomes: Outcomes = new Map();
  const byAddress = new Map<string, Unit[]>();
  for (const { row, cells } of rows) {
    const { values, errors } = readCells(TABLE, cells);
    if (errors) {
      outcomes.set(row, { id: null, errors });
      continue;
    }
    const unit = { ...(values as unknown as Unit), row, unit_type: (values.unit_type ?? 'flat') as UnitType };
    const key = addressKey(unit);
    byAddress.set(key, [...(byAddress.get(key) ?? []), unit]);
  }
  try {
    for (const [at, units] of [...byAddress.values()].entries()) {
      if (at > 0) await letOthers(database);
      const unitOutcomes = await retriedWhenTaken(() =>
        db.transaction().execute(async (trx) => {
          await tellAccessLater(trx);
          return settleUnits(trx, call, units, check);
        }),
      );
      for (const [row, outcome] of unitOutcomes) outcomes.set(row, outcome);
    }
  } finally {
    // Holders of all of one of the buildings may have got new entrances.
    if (!check && byAddress.size) await bus.publish(db, 'access-changed', { users: null });
  }
  return rows.map(({ row }) => ({ row, ...(outcomes.get(row) ?? { id: null, errors: {} }) }));
}

/** The units of one address. */
async function settleUnits(trx: Db, call: Caller, units: readonly Unit[], check: boolean): Promise<Outcomes> {
  const [first] = units;
  if (!first) return new Map();
  const building = await buildingAt(trx, call.reader, first);
  if (building && (building.closed || !building.whole)) {
    const said = text(building.closed ? 'buildingPlan.closedAddress' : 'access.building');
    return new Map(units.map(({ row }) => [row, refused({ number: said })]));
  }
  const currentUnits = building ? await selectBuildingUnits(trx, building.id) : [];
  const { outcomes, fresh } = sorted(units, currentUnits);
  if (check || !fresh.length) return outcomes;
  const id = building ? await addTo(trx, call, building.id, fresh) : await makeBuilding(trx, call, first, fresh);
  for (const { row } of fresh) outcomes.set(row, { id, errors: {} });
  return outcomes;
}

type BuildingUnits = Awaited<ReturnType<typeof selectBuildingUnits>>;

/** Which rows are new, which are there already, and which cannot be. */
function sorted(units: readonly Unit[], currentUnits: BuildingUnits): { outcomes: Outcomes; fresh: Unit[] } {
  const outcomes: Outcomes = new Map();
  const fresh: Unit[] = [];
  const typeAndLabel = ({ unit_type, label }: { unit_type: string; label: string }) => `${unit_type} ${label}`;
  const unitsByKey = new Map(currentUnits.map((unit) => [typeAndLabel(unit), unit]));
  const entrances = new Set(currentUnits.map(({ entrance }) => entrance));
  for (const unit of units) {
    const same = unitsByKey.get(typeAndLabel(unit));
    if (same) {
      const isHere = same.entrance === unit.entrance && same.floor === unit.floor;
      const said = text('buildingPlan.elsewhere', { label: unit.label });
      outcomes.set(unit.row, isHere ? { id: same.building, errors: {} } : refused({ label: said }));
      continue;
    }
    if (!entrances.has(unit.entrance) && entrances.size >= BUILDING.entrances) {
      const said = text('buildingPlan.tooManyEntrances', { most: BUILDING.entrances });
      outcomes.set(unit.row, refused({ entrance: said }));
      continue;
    }
    if (unitsByKey.size >= BUILDING.units) {
      outcomes.set(unit.row, refused({ label: text('buildingPlan.tooManyUnits', { most: BUILDING.units }) }));
      continue;
    }
    entrances.add(unit.entrance);
    unitsByKey.set(typeAndLabel(unit), { ...unit, building: null });
    fresh.push(unit);
    outcomes.set(unit.row, { id: null, errors: {} });
  }
  return { outcomes, fresh };
}

/** Units with the entrances, floors and risers that they need. @param had entrances that are there */
function planLayout(units: readonly Unit[], had: ReadonlySet<number> = new Set()): Layout {
  const floors = new Map(units.map(({ entrance, floor }) => [`${entrance}/${floor}`, { entrance, number: floor }]));
  const risers = new Map(
    units.flatMap(({ entrance, riser }) =>
      riser === null ? [] : [[`${entrance}/${riser}`, { entrance, name: riser }] as const],
    ),
  );
  return {
    entrances: [...new Set(units.map(({ entrance }) => entrance))].filter((number) => !had.has(number)),
    floors: [...floors.values()],
    risers: [...risers.values()],
    units: units.map(({ entrance, floor, riser, unit_type, label }) => ({ entrance, floor, riser, unit_type, label })),
  };
}

async function makeBuilding(trx: Db, { reader, request }: Caller, { street, number }: Unit, units: readonly Unit[]) {
  const layout = planLayout(units);
  const passport = { street, number, complex: null, building_type: 'tenement' as const };
  const holders = await holdersOfAll(trx);
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

async function addTo(trx: Db, { reader, request }: Caller, id: number, units: readonly Unit[]) {
  const layout = planLayout(units, new Set(await selectEntranceNumbers(trx, id)));
  await insertParts(trx, [{ building: id, layout }]);
  await settleFloorCount(trx, id);
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
