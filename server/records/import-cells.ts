import { text } from '#i18n/text.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { idOf, isEmpty } from '#resources/language/kinds/ids.ts';
import { pointerOf, pointerTo } from '#resources/language/kinds/traits.ts';
import { kindOf } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { type ImportField, importFields } from '#resources/rules/import/fields.ts';
import { type Ask, findListed } from './import-lists.ts';
import { buildingNames, type Found, Names, recordNames, unitNames } from './import-names.ts';
import type { Looker } from './show.ts';

type Cells = Readonly<Record<string, string>>;
/** A row as a payload, and what of it could not be understood, by wire name. */
export interface ReadRow {
  payload: Record<string, unknown>;
  errors: Record<string, string[]>;
}

const cellOf = (cells: Cells, wire: string): string => (Object.hasOwn(cells, wire) ? (cells[wire] ?? '') : '').trim();

/** Cells under the names of now: a column that was read before a field was renamed stands under the former one. */
function underNames(cells: Cells, fields: readonly ImportField[]): Cells {
  const known = new Set(fields.map(({ wire }) => wire));
  const renamed = fields.flatMap(({ wire, field: { was } }) => {
    const former = was === undefined || known.has(was) || Object.hasOwn(cells, wire) ? '' : cellOf(cells, was);
    return former === '' ? [] : [[wire, former] as const];
  });
  return renamed.length ? { ...cells, ...Object.fromEntries(renamed) } : cells;
}

/** What an untouched form would send: a column that is missing, or an empty cell, leaves the field so. */
function untouched(field: FieldInput): unknown {
  const kind = kindOf(field);
  const value = kind.initial(field as never);
  return kind.write ? kind.write(value, field as never) : value;
}

/** What cells name: looked up at once for all rows of a call. */
async function lookUp(looker: Looker, fields: readonly ImportField[], rows: readonly Cells[]) {
  const pointed = new Set(fields.map(({ field }) => pointerOf(field)?.to));
  const buildings = pointed.has('building') || pointed.has('buildings') ? await buildingNames(looker) : new Names([]);
  const named = fields.flatMap(({ field, wire }) => (pointerTo(field, 'building') ? [wire] : []));
  const inRows = rows.flatMap((cells) => named.map((wire) => buildings.find(cellOf(cells, wire))));
  const ids = inRows.filter((found): found is number => typeof found === 'number');
  const units = pointed.has('unit') ? await unitNames(looker, ids) : new Map<number, Names>();
  const records = new Map<string, Names>();
  for (const { field, wire } of fields) {
    const to = pointerTo(field, 'records');
    if (!to) continue;
    const labels = rows.map((cells) => cellOf(cells, wire)).filter((label) => label !== '');
    records.set(wire, await recordNames(looker, to.section, labels));
  }
  return { houses: buildings, units, records };
}

const wrong = (found: Found): string => (found === 'several' ? 'validation.several' : 'validation.unknown');

/** Writes down what a cell names; what cannot be told is an error of the cell, and the field is left empty. */
function settle({ payload, errors }: ReadRow, wire: string, found: readonly Found[], several: boolean): void {
  const bad = found.find((id) => typeof id !== 'number');
  if (bad !== undefined) errors[wire] = [wrong(bad)];
  const value = bad !== undefined ? null : several ? found : found[0];
  payload[wire] = isEmpty(value) ? null : value;
}

/**
 * Understands the rows of a file as payloads: what they name by address, label or title becomes its id. Not to be called within
 * a transaction (`Ask`).
 */
export async function readRows(
  looker: Looker,
  resource: Resource,
  given: readonly Cells[],
  ask: Ask,
): Promise<ReadRow[]> {
  const fields = importFields(resource);
  const rows = given.map((cells) => underNames(cells, fields));
  const { houses: buildings, units, records } = await lookUp(looker, fields, rows);

  function find(one: ImportField, cell: string, payload: ReadRow['payload']): Found {
    const { field, wire } = one;
    const pointer = pointerOf(field);
    if (pointer?.to === 'records') return records.get(wire)?.find(cell) ?? null;
    if (pointer?.to !== 'unit') return buildings.find(cell);
    const house = resource.fields[pointer.inBuilding];
    const building = house ? idOf(payload[wireName(pointer.inBuilding, house)]) : null;
    return building === null ? null : (units.get(building)?.find(cell) ?? null);
  }

  // A flat is looked for in the building of its row, so buildings come first.
  const isUnit = ({ field }: ImportField) => Number(pointerTo(field, 'unit') !== null);
  const inOrder = [...fields].sort((a, b) => isUnit(a) - isUnit(b));
  const all = rows.map((cells) => {
    const read: ReadRow = { payload: {}, errors: {} };
    for (const one of inOrder) {
      const { field, wire } = one;
      const cell = cellOf(cells, wire);
      const { csv } = kindOf(field);
      if (cell === '') read.payload[wire] = untouched(field);
      else if (pointerTo(field, 'list')) continue;
      else if (!csv?.named) read.payload[wire] = csv?.read(cell, field as never, { say: text }) ?? null;
      else {
        const parts = csv.read(cell, field as never) as string[];
        const found = parts.map((part) => find(one, part, read.payload));
        settle(read, wire, found, csv.named === 'several');
      }
      if (isEmpty(read.payload[wire])) read.payload[wire] = null;
    }
    return read;
  });

  // Lists of the server come last: which one it is may depend on what else the row names, also out of a list before it.
  for (const { field, wire } of fields) {
    const list = pointerTo(field, 'list');
    if (!list) continue;
    const filled = all.flatMap((read, at) => {
      const cell = cellOf(rows[at] ?? {}, wire);
      return cell === '' ? [] : [{ read, cell, payload: read.payload }];
    });
    const found = await findListed(ask, resource, list, filled);
    for (const [at, { read }] of filled.entries()) settle(read, wire, found[at] ?? [], list.several);
  }
  return all;
}
