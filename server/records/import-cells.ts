import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { encodeMessage } from '#resources/language/kinds/bounds.ts';
import { isEmpty, toId, toIds } from '#resources/language/kinds/ids.ts';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { fillPattern, matchPattern } from '#resources/language/kinds/patterns.ts';
import { getPointer, getPointerTo } from '#resources/language/kinds/traits.ts';
import { getKind, untouchedWireValue } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { isBrokenCell } from '#resources/rules/import/broken-cell.ts';
import { type ImportField, importFields } from '#resources/rules/import/fields.ts';
import {
  indexBuildings,
  indexTitles,
  type Named,
  type NameIndex,
  SUGGESTED_LABELS_MAX,
} from '#resources/rules/import/names.ts';
import { readerView } from './field-rights.ts';
import { type CellMatch, type FetchList, findListItems } from './import-lists.ts';
import { buildingNames, type RecordNames, recordNames, unitNames } from './import-names.ts';
import type { ReadContext } from './show.ts';
import { zonedInstant } from './zoned-time.ts';

type Cells = Readonly<Record<string, string>>;
type Data = Readonly<Record<string, unknown>>;
/** A row read as a payload, with errors by wire name for cells that could not be read. */
export interface ReadRow {
  payload: Record<string, unknown>;
  /** Wire names of the fields whose cells are not empty. */
  filled: Set<string>;
  errors: Record<string, string[]>;
}

const cellAt = (cells: Cells, wire: string): string => (Object.hasOwn(cells, wire) ? (cells[wire] ?? '') : '').trim();

/** Cells by the current names of fields; a file read before a field was renamed still has its former name. */
function withCurrentNames(cells: Cells, fields: readonly ImportField[]): Cells {
  const wires = new Set(fields.map(({ wire }) => wire));
  const renamed = fields.flatMap(({ wire, field: { was } }) => {
    const former = was === undefined || wires.has(was) || Object.hasOwn(cells, wire) ? '' : cellAt(cells, was);
    return former === '' ? [] : [[wire, former] as const];
  });
  return renamed.length ? { ...cells, ...Object.fromEntries(renamed) } : cells;
}

/** Loads the candidates for all names in the cells of a call at once. */
async function loadNames(
  readContext: ReadContext,
  fields: readonly ImportField[],
  rows: readonly Cells[],
  records: readonly (Data | undefined)[],
) {
  const pointerTypes = new Set(fields.map(({ field }) => getPointer(field)?.to));
  const buildings =
    pointerTypes.has('building') || pointerTypes.has('buildings')
      ? await buildingNames(readContext)
      : indexBuildings<Named>([]);
  const buildingWires = fields.flatMap(({ field, wire }) => (getPointerTo(field, 'building') ? [wire] : []));
  const rowBuildings = rows.flatMap((cells) => buildingWires.map((wire) => buildings.find(cellAt(cells, wire))));
  const recordBuildings = records.flatMap((data) => buildingWires.flatMap((wire) => toId(data?.[wire]) ?? []));
  const ids = rowBuildings.flatMap((found) => (found === null || found === 'several' ? [] : [found.id]));
  const units = await unitNames(readContext, pointerTypes.has('unit') ? [...ids, ...recordBuildings] : []);
  const byField = new Map<string, RecordNames>();
  for (const { field, wire } of fields) {
    const to = getPointerTo(field, 'records');
    if (!to) continue;
    const labels = rows.flatMap((cells) => {
      const cell = cellAt(cells, wire);
      return cell === '' ? [] : ((getKind(field).csv?.read(cell, field as never) ?? []) as string[]);
    });
    const numbers = labels.flatMap((label) => parseNumbered(label)?.id ?? []);
    byField.set(wire, await recordNames(readContext, to.section, { labels, numbers }));
  }
  return { buildings, units, records: byField };
}

/** Message keys for a cell whose name matches nothing. */
const MISSING_KEYS = { building: 'noBuilding', unit: 'noUnit', records: 'noRecord' } as const;

const PATTERN_TEXTS = { translate: text };

/** Name and number from a cell like «Подвал (№ 12)»; null for other cells. */
function parseNumbered(cell: string): { name: string; id: number } | null {
  const { name = '', id } = matchPattern('numbered', cell, { name: '[^]*', id: '\\d{1,15}' }, PATTERN_TEXTS) ?? {};
  return id === undefined || Number(id) > ID_MAX ? null : { name, id: Number(id) };
}

/** Error for an ambiguous name, listing what to write instead: labels, or for records labels with numbers. */
function ambiguityMessage(candidates: readonly Named[], to: keyof typeof MISSING_KEYS): string {
  const labels = [...new Set(candidates.map(({ label }) => label))].slice(0, SUGGESTED_LABELS_MAX);
  if (to === 'records') {
    const numbered = candidates
      .slice(0, SUGGESTED_LABELS_MAX)
      .map(({ id, label }) => fillPattern('numbered', { name: label, id }, PATTERN_TEXTS) ?? label);
    return encodeMessage('validation.severalNumbered', { names: numbered.join('», «') });
  }
  return labels.length > 1
    ? encodeMessage('validation.severalNear', { names: labels.join('», «') })
    : 'validation.severalNamed';
}

/** Looks a name up in an index; the error for an unknown name lists similar labels. */
function lookUpName(to: keyof typeof MISSING_KEYS, names: NameIndex<Named> | undefined, name: string): CellMatch {
  const match = names?.find(name) ?? null;
  if (match === 'several') return { wrong: ambiguityMessage(names?.fitting(name) ?? [], to) };
  if (match !== null) return match;
  const near = names?.near(name) ?? [];
  const key = `validation.${MISSING_KEYS[to]}`;
  return { wrong: near.length ? encodeMessage(`${key}Near`, { near: near.join('», «') }) : key };
}

/** Finds a record by its name, or by name and number if both belong to the same record. */
function lookUpRecord(names: RecordNames | undefined, name: string): CellMatch {
  const byName = lookUpName('records', names?.byName, name);
  const numbered = 'wrong' in byName ? parseNumbered(name) : null;
  const record = numbered && names?.byNumber.get(numbered.id);
  return record && indexTitles([record]).find(numbered.name) !== null ? { id: record.id } : byName;
}

/** Stores the ids that a cell names; on any error the field stays empty. */
function storeMatches(
  { payload, errors }: ReadRow,
  wire: string,
  matches: readonly CellMatch[],
  several: boolean,
): void {
  const messages = matches.flatMap((part) => ('wrong' in part ? [part.wrong] : []));
  if (messages[0] !== undefined) errors[wire] = [messages[0]];
  const ids = matches.flatMap((part) => ('id' in part ? [part.id] : []));
  const value = messages.length ? null : several ? ids : ids[0];
  payload[wire] = isEmpty(value) ? null : value;
}

/**
 * Reads the rows of a file as payloads, replacing addresses, labels and titles by ids. Not to be called within a transaction
 * (`FetchList`). Cells of fields hidden from the reader are ignored.
 * @param storedData stored data of the records that rows change, by row index; names may be looked up depending on it
 */
export async function readRows(
  readContext: ReadContext,
  definition: Resource,
  cellRows: readonly Cells[],
  fetchList: FetchList,
  storedData: readonly (Data | undefined)[] = [],
): Promise<ReadRow[]> {
  const resource = readerView(readContext.reader, definition);
  const fields = importFields(resource);
  const rows = cellRows.map((cells) => withCurrentNames(cells, fields));
  const { buildings, units, records } = await loadNames(readContext, fields, rows, storedData);

  /** The values that the record of a row will have, as far as the row has been read. */
  const futureValues = (at: number, { payload, filled }: ReadRow): Data => {
    const storedValues = storedData[at];
    if (!storedValues) return payload;
    return { ...payload, ...storedValues, ...Object.fromEntries([...filled].map((wire) => [wire, payload[wire]])) };
  };

  function findMatch(one: ImportField, cell: string, payload: Data): CellMatch {
    const { field, wire } = one;
    const pointer = getPointer(field);
    if (pointer?.to === 'records') return lookUpRecord(records.get(wire), cell);
    if (pointer?.to !== 'unit') return lookUpName('building', buildings, cell);
    const inBuilding = resource.fields[pointer.inBuilding];
    const building = inBuilding ? toId(payload[wireName(pointer.inBuilding, inBuilding)]) : null;
    return lookUpName('unit', building === null ? undefined : units.get(building), cell);
  }

  const { zone } = readContext;
  const texts = {
    translate: text,
    ...(zone ? { fromCompanyTime: (written: string) => zonedInstant(zone, written) } : {}),
  };
  // Flats are looked up in the building of their row, so buildings come first.
  const isUnit = ({ field }: ImportField) => Number(getPointerTo(field, 'unit') !== null);
  const orderedFields = [...fields].sort((a, b) => isUnit(a) - isUnit(b));
  // Cells of locked fields that are importable are compared with the stored value later (`filterPayloadByRights`).
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
    for (const one of orderedFields) {
      const { field, wire } = one;
      const cell = cellAt(cells, wire);
      const { csv } = getKind(field);
      if (cell !== '') read.filled.add(wire);
      // A missing column or an empty cell counts as an untouched form field.
      if (cell === '') read.payload[wire] = untouchedWireValue(field);
      else if (isBrokenCell(cell)) storeMatches(read, wire, [{ wrong: 'import.brokenCell' }], false);
      else if (getPointerTo(field, 'list')) continue;
      else if (!csv?.namesRecords) read.payload[wire] = csv?.read(cell, field as never, texts) ?? null;
      else {
        const parts = csv.read(cell, field as never) as string[];
        const matches = parts.map((part) => findMatch(one, part, futureValues(at, read)));
        storeMatches(read, wire, matches, csv.namesRecords === 'several');
      }
      if (isEmpty(read.payload[wire])) read.payload[wire] = null;
    }
    return read;
  });

  // Server lists come last: which list applies may depend on the other cells, including earlier lists.
  for (const { field, wire } of fields) {
    const list = getPointerTo(field, 'list');
    if (!list) continue;
    const filled = all.flatMap((read, at) => {
      const cell = cellAt(rows[at] ?? {}, wire);
      const storedIds = toIds([storedData[at]?.[wire]].flat());
      return cell === '' || isBrokenCell(cell) ? [] : [{ read, cell, payload: futureValues(at, read), storedIds }];
    });
    const matches = await findListItems(fetchList, resource, list, filled);
    for (const [at, { read }] of filled.entries()) storeMatches(read, wire, matches[at] ?? [], list.isMultiple);
  }
  return all;
}
