import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { BUILDING } from '#resources/limits.ts';
import type { BuildingPassport } from '#resources/protocol/buildings/building-plan.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';
import { type BuildingPlan, buildLayout, countPlannedUnits } from '#resources/rules/buildings/layout.ts';
import { type PlanRow, toBuildingPlan, toRowMistake } from '#resources/rules/buildings/table-row.ts';
import { buildingTable } from '#resources/sections/building-table.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { yieldToOthers } from '#server/db/yield-to-others.ts';
import { type CellErrors, type ImportedTableRow, normalizeAddress, type RowOutcomes, readCells } from './cells.ts';
import {
  findTakenAddresses,
  insertBuildings,
  type NewBuilding,
  openBuildingsTo,
  retryWhenTaken,
  selectHoldersOfAll,
  selectImportedBuildings,
  suppressAccessEvent,
  takenAddressMessage,
} from './make-queries.ts';

/** Number of units in one transaction, which takes about 0.2 s: on the embedded database all other calls wait for it. */
const UNITS_PER_PART = 1_500;
/** Number of units in one call, which takes about 15 s of the minute after which the console gives up. */
const UNITS_PER_CALL = 100_000;

const BUILDING_TABLE = buildingTable(text);

/** A row whose cells were read without errors; the building is not laid out yet. */
interface PlannedRow {
  row: number;
  key: string;
  passport: Pick<BuildingPassport, 'street' | 'number' | 'complex' | 'building_type'>;
  plan: BuildingPlan;
  /** Maximum number of units that it may create. */
  units: number;
}

/** A row whose building can be created. */
interface ValidRow {
  row: number;
  key: string;
  building: NewBuilding;
}

type ParsedRow<Row> = { sound: Row; errors: null } | { sound: null; errors: CellErrors };

const errorTexts = (mistakes: readonly { column: string; message: string }[]): CellErrors =>
  Object.fromEntries(mistakes.map(({ column, message }) => [column, [text(message)]]));

/** Reads a row as the plan of a building, or returns its errors by column. */
function parseRow({ row, cells }: ImportedTableRow, key: string): ParsedRow<PlannedRow> {
  const { values, errors } = readCells(BUILDING_TABLE, cells);
  if (errors) return { sound: null, errors };
  const { plan, mistakes } = toBuildingPlan(values as unknown as PlanRow, BUILDING);
  if (mistakes) return { sound: null, errors: errorTexts(mistakes) };
  const { street, number, complex, building_type } = values as unknown as BuildingPassport;
  const passport = { street, number, complex, building_type: building_type ?? 'tenement' };
  return { sound: { row, key, passport, plan, units: countPlannedUnits(plan) }, errors: null };
}

/** Lays out the building of a planned row, or returns its errors by column. */
function layOutRow({ row, key, passport, plan }: PlannedRow): ParsedRow<ValidRow> {
  const { layout, mistakes } = buildLayout(plan);
  if (mistakes) return { sound: null, errors: errorTexts(mistakes.map(toRowMistake)) };
  return { sound: { row, key, building: { ...passport, layout } }, errors: null };
}

/**
 * Splits rows into parts that are small enough to be written quickly, at least one row each. Rows above the limit of a call go
 * into `beyond`. A plan too large for a building counts 0 units, as it is refused later.
 */
function splitRows(rows: readonly PlannedRow[]): { parts: PlannedRow[][]; beyond: PlannedRow[] } {
  const parts: PlannedRow[][] = [];
  const beyond: PlannedRow[] = [];
  let [partUnits, callUnits] = [0, 0];
  for (const row of rows) {
    const unitCount = row.units > BUILDING.units ? 0 : row.units;
    if (callUnits + unitCount > UNITS_PER_CALL) {
      beyond.push(row);
      continue;
    }
    callUnits += unitCount;
    const part = parts.at(-1);
    if (part && partUnits + unitCount <= UNITS_PER_PART) {
      part.push(row);
      partUnits += unitCount;
    } else {
      parts.push([row]);
      partUnits = unitCount;
    }
  }
  return { parts, beyond };
}

/** Checks rows of a table of buildings, or creates the valid ones; repeating a submission creates nothing twice. */
export async function importBuildings(
  context: Pick<ServerContext, 'db' | 'database' | 'bus'>,
  { reader, request }: { reader: Reader; request: FastifyRequest },
  { key, check, rows }: RecordImportCall,
): Promise<RecordImportOutcome[]> {
  const { db, database, bus } = context;
  const outcomes = new Map<number, Omit<RecordImportOutcome, 'row'>>();
  const plans: PlannedRow[] = [];
  const refuse = (row: number, errors: CellErrors) => outcomes.set(row, { id: null, errors });
  for (const row of rows) {
    const parsed = parseRow(row, `${reader.user}:${key}:${row.row}`);
    if (parsed.errors) refuse(row.row, parsed.errors);
    else plans.push(parsed.sound);
  }
  const { parts, beyond } = splitRows(plans);
  for (const { row } of beyond) {
    refuse(row, { entrances: [text('buildingPlan.tooManyAtOnce', { most: UNITS_PER_CALL })] });
  }
  const firstRowByAddress = new Map<string, number>();
  /** Valid rows of a part; each address once. */
  const selectValidRows = (part: readonly PlannedRow[]): ValidRow[] =>
    part.flatMap((plan) => {
      const { sound, errors } = layOutRow(plan);
      const address = normalizeAddress(plan.passport);
      const earlierRow = firstRowByAddress.get(address);
      if (errors) refuse(plan.row, errors);
      else if (earlierRow !== undefined) {
        refuse(plan.row, { number: [text('buildingPlan.repeatedRow', { row: earlierRow })] });
      } else {
        firstRowByAddress.set(address, plan.row);
        return [sound];
      }
      return [];
    });
  const newHolders = new Set<number>();
  try {
    for (const [partIndex, plans] of parts.entries()) {
      if (partIndex > 0) await yieldToOthers(database);
      const part = selectValidRows(plans);
      if (!part.length) continue;
      const partOutcomes = check
        ? await checkPart(db, part)
        : await insertPart(db, { reader, request, newHolders }, part);
      for (const [row, outcome] of partOutcomes) outcomes.set(row, outcome);
    }
  } finally {
    if (newHolders.size) await bus.publish(db, 'access-changed', { users: [...newHolders] });
  }
  return rows.map(({ row }) => ({ row, ...(outcomes.get(row) ?? { id: null, errors: {} }) }));
}

/** Outcomes of the rows whose address is taken. */
async function findTakenRows(db: ServerContext['db'], part: readonly ValidRow[]): Promise<RowOutcomes> {
  const addresses = await findTakenAddresses(
    db,
    part.map(({ building }) => building),
  );
  return new Map(
    addresses.flatMap(({ at: index, closed: isClosed }) => {
      const row = part[index]?.row;
      return row === undefined
        ? []
        : [[row, { id: null, errors: { number: [text(takenAddressMessage({ closed: isClosed }))] } }]];
    }),
  );
}

async function checkPart(db: ServerContext['db'], part: readonly ValidRow[]): Promise<RowOutcomes> {
  const refused = await findTakenRows(db, part);
  return new Map(part.map(({ row }) => [row, refused.get(row) ?? { id: null, errors: {} }]));
}

async function insertPart(
  db: ServerContext['db'],
  { reader, request, newHolders }: { reader: Reader; request: FastifyRequest; newHolders: Set<number> },
  part: readonly ValidRow[],
): Promise<RowOutcomes> {
  return retryWhenTaken(() =>
    db.transaction().execute(async (trx) => {
      const before = await selectImportedBuildings(
        trx,
        part.map((row) => row.key),
      );
      const newRows = part.filter((row) => !before.has(row.key));
      const outcomes: RowOutcomes = new Map(
        part.flatMap((row) => {
          const id = before.get(row.key);
          return id === undefined ? [] : [[row.row, { id, errors: {} }]];
        }),
      );
      const refused = await findTakenRows(trx, newRows);
      for (const [row, outcome] of refused) outcomes.set(row, outcome);
      const rowsToInsert = newRows.filter(({ row }) => !refused.has(row));
      if (!rowsToInsert.length) return outcomes;
      const holders = await selectHoldersOfAll(trx);
      const newBuildings = rowsToInsert.map(({ building, key }) => ({ ...building, import_key: key }));
      const ids = await insertBuildings(trx, reader.user, newBuildings);
      await suppressAccessEvent(trx);
      await openBuildingsTo(trx, ids, [reader.user, ...holders]);
      for (const user of [reader.user, ...holders]) newHolders.add(user);
      for (const [rowIndex, { row, building }] of rowsToInsert.entries()) {
        const id = ids[rowIndex] ?? null;
        const { layout, ...passport } = building;
        const after = {
          id,
          ...passport,
          entrances: layout.entrances.length,
          units: layout.units.length,
          import: true,
        };
        const auditEntry = { user: reader.user, action: 'create', resource: 'buildings', record: id };
        await audit(trx, { ...auditEntry, after, request: request.id });
        outcomes.set(row, { id, errors: {} });
      }
      return outcomes;
    }),
  );
}
