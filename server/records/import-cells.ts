import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { naming } from '#resources/language/kinds/bounds.ts';
import { idOf, idsOf, isEmpty } from '#resources/language/kinds/ids.ts';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { fillPattern, matchPattern } from '#resources/language/kinds/patterns.ts';
import { pointerOf, pointerTo } from '#resources/language/kinds/traits.ts';
import { kindOf, untouchedValue } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { isBrokenCell } from '#resources/rules/import/broken-cell.ts';
import { type ImportField, importFields } from '#resources/rules/import/fields.ts';
import { indexBuildings, indexTitles, type Named, type NameIndex, TOLD } from '#resources/rules/import/names.ts';
import { readerView } from './field-rights.ts';
import { type Ask, findListed, type Meant } from './import-lists.ts';
import { buildingNames, type RecordNames, recordNames, unitNames } from './import-names.ts';
import type { ReadContext } from './show.ts';
import { momentIn } from './zoned-time.ts';

type Cells = Readonly<Record<string, string>>;
type Data = Readonly<Record<string, unknown>>;
/** A row as a payload, and what of it could not be understood, by wire name. */
export interface ReadRow {
  payload: Record<string, unknown>;
  /** Wire names of the fields whose cells hold something. */
  filled: Set<string>;
  errors: Record<string, string[]>;
}

const cellAt = (cells: Cells, wire: string): string => (Object.hasOwn(cells, wire) ? (cells[wire] ?? '') : '').trim();

/** Cells under the new names of fields: a column that was read before a field was renamed has the former name. */
function underNames(cells: Cells, fields: readonly ImportField[]): Cells {
  const known = new Set(fields.map(({ wire }) => wire));
  const renamed = fields.flatMap(({ wire, field: { was } }) => {
    const former = was === undefined || known.has(was) || Object.hasOwn(cells, wire) ? '' : cellAt(cells, was);
    return former === '' ? [] : [[wire, former] as const];
  });
  return renamed.length ? { ...cells, ...Object.fromEntries(renamed) } : cells;
}

/** The records that cells name, looked up at once for all rows of a call. */
async function lookUp(
  readContext: ReadContext,
  fields: readonly ImportField[],
  rows: readonly Cells[],
  records: readonly (Data | undefined)[],
) {
  const pointed = new Set(fields.map(({ field }) => pointerOf(field)?.to));
  const buildings =
    pointed.has('building') || pointed.has('buildings') ? await buildingNames(readContext) : indexBuildings<Named>([]);
  const named = fields.flatMap(({ field, wire }) => (pointerTo(field, 'building') ? [wire] : []));
  const inRows = rows.flatMap((cells) => named.map((wire) => buildings.find(cellAt(cells, wire))));
  const inRecords = records.flatMap((data) => named.flatMap((wire) => idOf(data?.[wire]) ?? []));
  const ids = inRows.flatMap((found) => (found === null || found === 'several' ? [] : [found.id]));
  const units = await unitNames(readContext, pointed.has('unit') ? [...ids, ...inRecords] : []);
  const byField = new Map<string, RecordNames>();
  for (const { field, wire } of fields) {
    const to = pointerTo(field, 'records');
    if (!to) continue;
    const labels = rows.flatMap((cells) => {
      const cell = cellAt(cells, wire);
      return cell === '' ? [] : ((kindOf(field).csv?.read(cell, field as never) ?? []) as string[]);
    });
    const numbers = labels.flatMap((label) => numberedIn(label)?.id ?? []);
    byField.set(wire, await recordNames(readContext, to.section, { labels, numbers }));
  }
  return { buildings, units, records: byField };
}

/** Messages for a cell that names no existing record. */
const NONE = { building: 'noBuilding', unit: 'noUnit', records: 'noRecord' } as const;

const SAY = { say: text };

/** The name and the number of a cell like «Подвал (№ 12)»; null where it is not written so. */
function numberedIn(cell: string): { name: string; id: number } | null {
  const { name = '', id } = matchPattern('numbered', cell, { name: '[^]*', id: '\\d{1,15}' }, SAY) ?? {};
  return id === undefined || Number(id) > ID_MAX ? null : { name, id: Number(id) };
}

/** Things of one name, as a cell may tell them apart: by their labels, or by their numbers where these are the same. */
function toldApart(candidates: readonly Named[], to: keyof typeof NONE): string {
  const labels = [...new Set(candidates.map(({ label }) => label))].slice(0, TOLD);
  if (to === 'records') {
    const numbered = candidates
      .slice(0, TOLD)
      .map(({ id, label }) => fillPattern('numbered', { name: label, id }, SAY) ?? label);
    return naming('validation.severalNumbered', { names: numbered.join('», «') });
  }
  return labels.length > 1
    ? naming('validation.severalNear', { names: labels.join('», «') })
    : 'validation.severalNamed';
}

/** Looks a name up in an index. The error for an unknown name lists the labels that look like it. */
function fromIndex(to: keyof typeof NONE, names: NameIndex<Named> | undefined, part: string): Meant {
  const found = names?.find(part) ?? null;
  if (found === 'several') return { wrong: toldApart(names?.fitting(part) ?? [], to) };
  if (found !== null) return found;
  const near = names?.near(part) ?? [];
  const key = `validation.${NONE[to]}`;
  return { wrong: near.length ? naming(`${key}Near`, { near: near.join('», «') }) : key };
}

/** A record by its name alone, or by its name and number, which has to be that of a record of this name. */
function fromRecords(names: RecordNames | undefined, part: string): Meant {
  const byName = fromIndex('records', names?.byName, part);
  const said = 'wrong' in byName ? numberedIn(part) : null;
  const record = said && names?.byNumber.get(said.id);
  return record && indexTitles([record]).find(said.name) !== null ? { id: record.id } : byName;
}

/** Writes down what a cell names; what cannot be told is an error of the cell, and the field is left empty. */
function settle({ payload, errors }: ReadRow, wire: string, meanings: readonly Meant[], several: boolean): void {
  const wrong = meanings.flatMap((part) => ('wrong' in part ? [part.wrong] : []));
  if (wrong[0] !== undefined) errors[wire] = [wrong[0]];
  const ids = meanings.flatMap((part) => ('id' in part ? [part.id] : []));
  const value = wrong.length ? null : several ? ids : ids[0];
  payload[wire] = isEmpty(value) ? null : value;
}

/**
 * Understands the rows of a file as payloads: what they name by address, label or title becomes its id. Not to be called within
 * a transaction (`Ask`). Cells of fields that are hidden from the reader are not looked at, as those of no field.
 * @param changed what the records hold that rows change, by the places of the rows: what a cell may name depends on it
 */
export async function readRows(
  readContext: ReadContext,
  definition: Resource,
  cellRows: readonly Cells[],
  ask: Ask,
  changed: readonly (Data | undefined)[] = [],
): Promise<ReadRow[]> {
  const resource = readerView(readContext.reader, definition);
  const fields = importFields(resource);
  const rows = cellRows.map((cells) => underNames(cells, fields));
  const { buildings, units, records } = await lookUp(readContext, fields, rows, changed);

  /** The future values of the record of a row, as far as the row has been read. */
  const heldAfter = (at: number, { payload, filled }: ReadRow): Data => {
    const held = changed[at];
    if (!held) return payload;
    return { ...payload, ...held, ...Object.fromEntries([...filled].map((wire) => [wire, payload[wire]])) };
  };

  function find(one: ImportField, cell: string, payload: Data): Meant {
    const { field, wire } = one;
    const pointer = pointerOf(field);
    if (pointer?.to === 'records') return fromRecords(records.get(wire), cell);
    if (pointer?.to !== 'unit') return fromIndex('building', buildings, cell);
    const inBuilding = resource.fields[pointer.inBuilding];
    const building = inBuilding ? idOf(payload[wireName(pointer.inBuilding, inBuilding)]) : null;
    return fromIndex('unit', building === null ? undefined : units.get(building), cell);
  }

  const { zone } = readContext;
  const words = { say: text, ...(zone ? { onClock: (written: string) => momentIn(zone, written) } : {}) };
  // A flat is looked for in the building of its row, so buildings come first.
  const isUnit = ({ field }: ImportField) => Number(pointerTo(field, 'unit') !== null);
  const inOrder = [...fields].sort((a, b) => isUnit(a) - isUnit(b));
  // A cell of a locked field that files carry is compared with the stored value (`withinRights`).
  const fieldNames = new Set(fields.map(({ name }) => name));
  const locked = Object.entries(resource.fields).filter(
    ([name]) => resource.locked?.has(name) && !fieldNames.has(name),
  );
  const all = rows.map((cells, at) => {
    const read: ReadRow = { payload: {}, filled: new Set(), errors: {} };
    for (const [name, field] of locked) {
      const wire = wireName(name, field);
      if (cellAt(cells, wire) !== '') read.errors[wire] = ['kinds.locked'];
    }
    for (const one of inOrder) {
      const { field, wire } = one;
      const cell = cellAt(cells, wire);
      const { csv } = kindOf(field);
      if (cell !== '') read.filled.add(wire);
      // A column that is missing, or an empty cell, leaves the field as an untouched form would send it.
      if (cell === '') read.payload[wire] = untouchedValue(field);
      else if (isBrokenCell(cell)) settle(read, wire, [{ wrong: 'import.brokenCell' }], false);
      else if (pointerTo(field, 'list')) continue;
      else if (!csv?.named) read.payload[wire] = csv?.read(cell, field as never, words) ?? null;
      else {
        const parts = csv.read(cell, field as never) as string[];
        const found = parts.map((part) => find(one, part, heldAfter(at, read)));
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
      const cell = cellAt(rows[at] ?? {}, wire);
      const heldIds = idsOf([changed[at]?.[wire]].flat());
      return cell === '' || isBrokenCell(cell) ? [] : [{ read, cell, payload: heldAfter(at, read), heldIds }];
    });
    const found = await findListed(ask, resource, list, filled);
    for (const [at, { read }] of filled.entries()) settle(read, wire, found[at] ?? [], list.several);
  }
  return all;
}
