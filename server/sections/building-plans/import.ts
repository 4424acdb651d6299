import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { BUILDING } from '#resources/limits.ts';
import type { BuildingPassport } from '#resources/protocol/buildings/building-plan.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';
import { type BuildingPlan, layOut, plannedUnits } from '#resources/rules/buildings/layout.ts';
import { columnOf, type PlanRow, planOfRow } from '#resources/rules/buildings/table-row.ts';
import { buildingTable } from '#resources/sections/building-table.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { letOthers } from '#server/db/let-others.ts';
import { addressKey, type Errors, type Outcomes, readCells, type TableRow } from './cells.ts';
import {
  holdersOfAll,
  importedBuildings,
  insertBuildings,
  type NewBuilding,
  openBuildingsTo,
  retriedWhenTaken,
  takenAddresses,
  takenMessage,
  tellAccessLater,
} from './make-queries.ts';

/** Units of one transaction, about a fifth of a second: on the embedded database all other calls wait for it. */
const UNITS_OF_PART = 1_500;
/** Units of one call, about a quarter of the minute that the console waits for its answer. */
const UNITS_OF_CALL = 100_000;

const TABLE = buildingTable(text);

/** A row whose cells were understood; nothing is laid out yet. */
interface Planned {
  row: number;
  key: string;
  passport: Pick<BuildingPassport, 'street' | 'number' | 'complex' | 'building_type'>;
  plan: BuildingPlan;
  /** Units that it may make at the most. */
  units: number;
}

/** A row that can be made. */
interface Sound {
  row: number;
  key: string;
  building: NewBuilding;
}

type Understood<Row> = { sound: Row; errors: null } | { sound: null; errors: Errors };

const errorTexts = (mistakes: readonly { column: string; message: string }[]): Errors =>
  Object.fromEntries(mistakes.map(({ column, message }) => [column, [text(message)]]));

/** A row as the plan of a building, or what is wrong with it by its columns. */
function planned({ row, cells }: TableRow, key: string): Understood<Planned> {
  const { values, errors } = readCells(TABLE, cells);
  if (errors) return { sound: null, errors };
  const { plan, mistakes } = planOfRow(values as unknown as PlanRow, BUILDING);
  if (mistakes) return { sound: null, errors: errorTexts(mistakes) };
  const { street, number, complex, building_type } = values as unknown as BuildingPassport;
  const passport = { street, number, complex, building_type: building_type ?? 'tenement' };
  return { sound: { row, key, passport, plan, units: plannedUnits(plan) }, errors: null };
}

/** A planned row with everything in the building, or what is wrong with it by its columns. */
function laidOut({ row, key, passport, plan }: Planned): Understood<Sound> {
  const { layout, mistakes } = layOut(plan);
  if (mistakes) return { sound: null, errors: errorTexts(mistakes.map(columnOf)) };
  return { sound: { row, key, building: { ...passport, layout } }, errors: null };
}

/**
 * Splits rows into parts of few enough units to be written quickly, at least one row each. Rows beyond the limit of a call go into `beyond`.
 * A plan that is too large for a building makes nothing.
 */
function splitRows(rows: readonly Planned[]): { parts: Planned[][]; beyond: Planned[] } {
  const parts: Planned[][] = [];
  const beyond: Planned[] = [];
  let [ofPart, ofCall] = [0, 0];
  for (const row of rows) {
    const unitCount = row.units > BUILDING.units ? 0 : row.units;
    if (ofCall + unitCount > UNITS_OF_CALL) {
      beyond.push(row);
      continue;
    }
    ofCall += unitCount;
    const part = parts.at(-1);
    if (part && ofPart + unitCount <= UNITS_OF_PART) {
      part.push(row);
      ofPart += unitCount;
    } else {
      parts.push([row]);
      ofPart = unitCount;
    }
  }
  return { parts, beyond };
}

/** Checks rows of a table of buildings, or makes the sound ones; what the same submission has made is not made twice. */
export async function importBuildings(
  context: Pick<ServerContext, 'db' | 'database' | 'bus'>,
  { reader, request }: { reader: Reader; request: FastifyRequest },
  { key, check, rows }: RecordImportCall,
): Promise<RecordImportOutcome[]> {
  const { db, database, bus } = context;
  const outcomes = new Map<number, Omit<RecordImportOutcome, 'row'>>();
  const plans: Planned[] = [];
  const refuse = (row: number, errors: Errors) => outcomes.set(row, { id: null, errors });
  for (const row of rows) {
    const read = planned(row, `${reader.user}:${key}:${row.row}`);
    if (read.errors) refuse(row.row, read.errors);
    else plans.push(read.sound);
  }
  const { parts, beyond } = splitRows(plans);
  for (const { row } of beyond) {
    refuse(row, { entrances: [text('buildingPlan.tooManyAtOnce', { most: UNITS_OF_CALL })] });
  }
  const first = new Map<string, number>();
  /** Rows of a part that can be made; each address once. */
  const soundRows = (part: readonly Planned[]): Sound[] =>
    part.flatMap((plan) => {
      const { sound, errors } = laidOut(plan);
      const address = addressKey(plan.passport);
      const before = first.get(address);
      if (errors) refuse(plan.row, errors);
      else if (before !== undefined) {
        refuse(plan.row, { number: [text('buildingPlan.repeatedRow', { row: before })] });
      } else {
        first.set(address, plan.row);
        return [sound];
      }
      return [];
    });
  const newHolders = new Set<number>();
  try {
    for (const [at, plans] of parts.entries()) {
      if (at > 0) await letOthers(database);
      const part = soundRows(plans);
      if (!part.length) continue;
      const partOutcomes = check
        ? await checkPart(db, part)
        : await keepPart(db, { reader, request, newHolders }, part);
      for (const [row, outcome] of partOutcomes) outcomes.set(row, outcome);
    }
  } finally {
    if (newHolders.size) await bus.publish(db, 'access-changed', { users: [...newHolders] });
  }
  return rows.map(({ row }) => ({ row, ...(outcomes.get(row) ?? { id: null, errors: {} }) }));
}

/** Rows whose address a building has. */
async function taken(db: ServerContext['db'], part: readonly Sound[]): Promise<Outcomes> {
  const addresses = await takenAddresses(
    db,
    part.map(({ building }) => building),
  );
  return new Map(
    addresses.flatMap(({ at, closed }) => {
      const row = part[at]?.row;
      return row === undefined ? [] : [[row, { id: null, errors: { number: [text(takenMessage({ closed }))] } }]];
    }),
  );
}

async function checkPart(db: ServerContext['db'], part: readonly Sound[]): Promise<Outcomes> {
  const refused = await taken(db, part);
  return new Map(part.map(({ row }) => [row, refused.get(row) ?? { id: null, errors: {} }]));
}

async function keepPart(
  db: ServerContext['db'],
  { reader, request, newHolders }: { reader: Reader; request: FastifyRequest; newHolders: Set<number> },
  part: readonly Sound[],
): Promise<Outcomes> {
  return retriedWhenTaken(() =>
    db.transaction().execute(async (trx) => {
      const before = await importedBuildings(
        trx,
        part.map((row) => row.key),
      );
      const newRows = part.filter((row) => !before.has(row.key));
      const outcomes: Outcomes = new Map(
        part.flatMap((row) => {
          const id = before.get(row.key);
          return id === undefined ? [] : [[row.row, { id, errors: {} }]];
        }),
      );
      const refused = await taken(trx, newRows);
      for (const [row, outcome] of refused) outcomes.set(row, outcome);
      const fresh = newRows.filter(({ row }) => !refused.has(row));
      if (!fresh.length) return outcomes;
      const holders = await holdersOfAll(trx);
      const made = fresh.map(({ building, key }) => ({ ...building, import_key: key }));
      const ids = await insertBuildings(trx, reader.user, made);
      await tellAccessLater(trx);
      await openBuildingsTo(trx, ids, [reader.user, ...holders]);
      for (const user of [reader.user, ...holders]) newHolders.add(user);
      for (const [at, { row, building }] of fresh.entries()) {
        const id = ids[at] ?? null;
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
