import { normalizeHeading } from '#resources/language/heading-key.ts';
import type { FieldInput, Resource } from '../../language/define-resource.ts';
import { EVERY_KIND } from '../../language/every-kind.ts';
import { stateFields } from '../../language/moves.ts';
import { numberFields } from '../../language/numbers.ts';
import { getKind, sentFields } from '../../language/payload.ts';
import { wireName } from '../../language/wire-keys.ts';
import type { Headed } from './delimited.ts';
import { readTextCell } from './exact-cell.ts';
import type { ImportSheet } from './sheet.ts';
import { cleanCell } from './table.ts';

/** Whether a field can be in files: its kind has a CSV format. */
export const hasColumn = ({ kind }: FieldInput): boolean => 'csv' in EVERY_KIND[kind];

/** Fields that cannot be in files, such as attachments; lists mention them when records are exported or imported. */
export function fieldsNotInFiles(resource: Resource): [string, FieldInput][] {
  return Object.entries(resource.fields).filter(([, field]) => !hasColumn(field));
}

/** A field that can be filled from a column of a file. */
export interface ImportField {
  name: string;
  wire: string;
  label: string;
  field: FieldInput;
}

/**
 * The fields of a section that can be in files: form fields in their order, then automatic numbers, then states, so that an
 * unexpected state in a file is reported instead of ignored.
 */
export function importFields(resource: Resource): ImportField[] {
  const states = stateFields(resource).map(({ name }) => name);
  const numbers = numberFields(resource).map(({ name }) => name);
  return [...sentFields(resource), ...numbers, ...states].flatMap((name) => {
    const field = resource.fields[name];
    if (!field || !hasColumn(field)) return [];
    return [{ name, wire: wireName(name, field), label: field.label ?? name, field }];
  });
}

/** Possible headings of a field's column: label, name and wire name. */
const possibleHeadings = ({ name, wire, label }: Pick<ImportField, 'name' | 'wire' | 'label'>): string[] =>
  [wire, name, label].map(normalizeHeading);

/** Fields by the possible headings of their columns. */
function fieldsByPossibleHeading(resource: Resource): ReadonlyMap<string, ImportField> {
  return new Map(
    importFields(resource)
      .reverse()
      .flatMap((one) => possibleHeadings(one).map((heading) => [heading, one] as const)),
  );
}

/** Headings of computed fields, which exported files contain. */
const computedHeadings = ({ fields }: Resource): ReadonlySet<string> =>
  new Set(
    Object.entries(fields).flatMap(([name, field]) =>
      field.computed === undefined
        ? []
        : possibleHeadings({ name, wire: wireName(name, field), label: field.label ?? name }),
    ),
  );

/** Creates a function that counts the fields a row has headings for. */
export function createHeadingCounter(resource: Resource): Headed {
  const fieldsByHeading = fieldsByPossibleHeading(resource);
  return (cells) => new Set(cells.flatMap((cell) => fieldsByHeading.get(normalizeHeading(cleanCell(cell))) ?? [])).size;
}

/** Cleans a cell as its kind requires. */
const readCell = ({ field }: ImportField, cell: string): string =>
  getKind(field).csv?.isExact ? readTextCell(cell) : cleanCell(cell);

/** Maximum number of rows to search for headings, since a title may come first. */
const HEADING_ROWS_MAX = 10;

/** A row of a file, with cells by wire names of fields. */
export interface ImportCells {
  /** Row number as in Excel. */
  row: number;
  cells: Record<string, string>;
}

/** Rows of a file as records of a section, with their columns. */
export interface ImportedRows {
  /** Fields that the file has a column for. */
  fields: ImportField[];
  /** Headings that match no field. */
  strangers: string[];
  /** Headings of computed fields, whose cells are ignored. */
  computed: string[];
  rows: ImportCells[];
  /** Rows hidden in Excel; they are not in `rows`. */
  hidden: ImportCells[];
  /** Numbers of rows that have a cell with doubtful quotes. */
  doubtful: number[];
}

/**
 * Reads rows of a table as records of a section, by headings that are labels or names of fields.
 * @returns null if no row has headings of fields
 */
export function readSectionRows(
  resource: Resource,
  { rows: table, numbers, hidden: hiddenPlaces, doubtful: doubtfulPlaces }: ImportSheet,
): ImportedRows | null {
  const fieldsByHeading = fieldsByPossibleHeading(resource);
  const findColumns = (cells: readonly string[]) => {
    const places = new Map<ImportField, number>();
    for (const [column, cell] of cells.entries()) {
      const field = fieldsByHeading.get(normalizeHeading(cleanCell(cell)));
      if (field && !places.has(field)) places.set(field, column);
    }
    return places;
  };
  let best = { row: -1, places: new Map<ImportField, number>() };
  for (const [row, cells] of table.slice(0, HEADING_ROWS_MAX).entries()) {
    const places = findColumns(cells);
    if (places.size > best.places.size) best = { row, places };
  }
  if (best.row < 0) return null;
  const { places } = best;
  const fieldColumns = new Set(places.values());
  const rows: ImportCells[] = [];
  const hidden: ImportCells[] = [];
  const doubtful: number[] = [];
  for (const [index, cells] of table.slice(best.row + 1).entries()) {
    const cellsByWire = [...places].map(([one, column]) => [one.wire, readCell(one, cells[column] ?? '')] as const);
    if (cellsByWire.every(([, cell]) => cell === '')) continue;
    const rowIndex = best.row + 1 + index;
    const target = hiddenPlaces.has(rowIndex) ? hidden : rows;
    const row = numbers?.[rowIndex] ?? rowIndex + 1;
    target.push({ row, cells: Object.fromEntries(cellsByWire) });
    if (doubtfulPlaces.get(rowIndex)?.some((column) => fieldColumns.has(column))) doubtful.push(row);
  }
  const unread = (table[best.row] ?? []).filter(
    (heading, column) => heading.trim() !== '' && !fieldColumns.has(column),
  );
  const computedKeys = computedHeadings(resource);
  const isComputed = (heading: string) => computedKeys.has(normalizeHeading(cleanCell(heading)));
  const strangers = unread.filter((heading) => !isComputed(heading));
  return { fields: [...places.keys()], strangers, computed: unread.filter(isComputed), rows, hidden, doubtful };
}
