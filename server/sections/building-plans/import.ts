import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { BUILDING } from '#resources/limits.ts';
import type { BuildingPassport } from '#resources/protocol/buildings/building-plan.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';
import { layOut } from '#resources/rules/buildings/layout.ts';
import { columnOf, type PlanRow, planOfRow } from '#resources/rules/buildings/table-row.ts';
import { buildingTable } from '#resources/sections/building-table.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { letOthers } from '#server/db/let-others.ts';
import { FieldsError } from '#server/http/errors.ts';
import { addressKey, type Errors, type Outcomes, readCells, type TableRow } from './cells.ts';
import {
  holdersOfAll,
  importedBuildings,
  insertBuildings,
  type NewBuilding,
  openBuildingsTo,
  takenAddresses,
  takenMessage,
  tellAccessLater,
} from './make-queries.ts';

/** Units of one transaction, about a fifth of a second: on the embedded database all other calls wait for it. */
const UNITS_OF_PART = 1_500;
/** How often a part is begun anew when somebody makes one of its buildings meanwhile. */
const TRIES = 3;

const TABLE = buildingTable(text);

/** A row that was understood. */
interface Sound {
  row: number;
  key: string;
  building: NewBuilding;
}

/** A row as a building, or what is wrong with it by its columns. */
function understood(
  { row, cells }: TableRow,
  key: string,
): { sound: Sound; errors: null } | { sound: null; errors: Errors } {
  const { values, errors } = readCells(TABLE, cells);
  if (errors) return { sound: null, errors };
  const told = (mistakes: readonly { column: string; message: string }[]) =>
    Object.fromEntries(mistakes.map(({ column, message }) => [column, [text(message)]]));
  const { plan, mistakes } = planOfRow(values as unknown as PlanRow, BUILDING);
  if (mistakes) return { sound: null, errors: told(mistakes) };
  const laid = layOut(plan);
  if (laid.mistakes) return { sound: null, errors: told(laid.mistakes.map(columnOf)) };
  const { street, number, complex, building_type } = values as unknown as BuildingPassport;
  const building = { street, number, complex, building_type: building_type ?? 'tenement', layout: laid.layout };
  return { sound: { row, key, building }, errors: null };
}

/** Rows in parts of so many units that one is done in a moment; at least one row each. */
function partsOf(rows: readonly Sound[]): Sound[][] {
  const parts: Sound[][] = [];
  let units = 0;
  for (const row of rows) {
    const part = parts.at(-1);
    const more = row.building.layout.units.length;
    if (part && units + more <= UNITS_OF_PART) {
      part.push(row);
      units += more;
    } else {
      parts.push([row]);
      units = more;
    }
  }
  return parts;
}

/** Checks rows of a table of buildings, or makes the sound ones; what the same submission has made is not made twice. */
export async function importBuildings(
  context: Pick<ServerContext, 'db' | 'database' | 'bus'>,
  { reader, request }: { reader: Reader; request: FastifyRequest },
  { key, check, rows }: RecordImportCall,
): Promise<RecordImportOutcome[]> {
  const { db, database, bus } = context;
  const outcomes = new Map<number, Omit<RecordImportOutcome, 'row'>>();
  const sound: Sound[] = [];
  const first = new Map<string, number>();
  for (const row of rows) {
    const read = understood(row, `${reader.user}:${key}:${row.row}`);
    if (read.errors) {
      outcomes.set(row.row, { id: null, errors: read.errors });
      continue;
    }
    const { street, number } = read.sound.building;
    const address = addressKey({ street, number });
    const before = first.get(address);
    if (before === undefined) {
      first.set(address, row.row);
      sound.push(read.sound);
    } else {
      outcomes.set(row.row, { id: null, errors: { number: [text('buildingPlan.repeatedRow', { row: before })] } });
    }
  }
  const told = new Set<number>();
  try {
    for (const [at, part] of partsOf(sound).entries()) {
      if (at > 0) await letOthers(database);
      const kept = check ? await checkPart(db, part) : await keepPart(db, { reader, request, told }, part);
      for (const [row, outcome] of kept) outcomes.set(row, outcome);
    }
  } finally {
    if (told.size) await bus.publish(db, 'access-changed', { users: [...told] });
  }
  return rows.map(({ row }) => ({ row, ...(outcomes.get(row) ?? { id: null, errors: {} }) }));
}

/** Rows whose address a building has. */
async function taken(db: ServerContext['db'], part: readonly Sound[]): Promise<Outcomes> {
  const found = await takenAddresses(
    db,
    part.map(({ building }) => building),
  );
  return new Map(
    found.flatMap(({ at, closed }) => {
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
  { reader, request, told }: { reader: Reader; request: FastifyRequest; told: Set<number> },
  part: readonly Sound[],
): Promise<Outcomes> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        const before = await importedBuildings(
          trx,
          part.map((row) => row.key),
        );
        const left = part.filter((row) => !before.has(row.key));
        const outcomes: Outcomes = new Map(
          part.flatMap((row) => {
            const id = before.get(row.key);
            return id === undefined ? [] : [[row.row, { id, errors: {} }]];
          }),
        );
        const refused = await taken(trx, left);
        for (const [row, outcome] of refused) outcomes.set(row, outcome);
        const fresh = left.filter(({ row }) => !refused.has(row));
        if (!fresh.length) return outcomes;
        const holders = await holdersOfAll(trx);
        const made = fresh.map(({ building, key }) => ({ ...building, import_key: key }));
        const ids = await insertBuildings(trx, reader.user, made);
        await tellAccessLater(trx);
        await openBuildingsTo(trx, ids, [reader.user, ...holders]);
        for (const user of [reader.user, ...holders]) told.add(user);
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
          const deed = { user: reader.user, action: 'create', resource: 'buildings', record: id };
          await audit(trx, { ...deed, after, request: request.id });
          outcomes.set(row, { id, errors: {} });
        }
        return outcomes;
      });
    } catch (error) {
      if (!(error instanceof FieldsError) || tries === TRIES) throw error;
    }
  }
}
