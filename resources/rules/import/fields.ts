import { headingKey } from '#resources/language/heading-key.ts';
import type { FieldInput, Resource } from '../../language/define-resource.ts';
import { EVERY_KIND } from '../../language/every-kind.ts';
import { stateFields } from '../../language/moves.ts';
import { numberFields } from '../../language/numbers.ts';
import { kindOf, writtenFields } from '../../language/payload.ts';
import { wireName } from '../../language/wire-keys.ts';
import type { Headed } from './delimited.ts';
import { textCell } from './exact-cell.ts';
import type { ImportSheet } from './sheet.ts';
import { cleanCell } from './table.ts';

/** Whether files carry a field: its kind has a form there. */
export const hasColumn = ({ kind }: FieldInput): boolean => 'csv' in EVERY_KIND[kind];

/** Fields that no file carries, such as files and pictures; a list says so where records are saved as a file or loaded. */
export function fieldsWithoutColumn(resource: Resource): [string, FieldInput][] {
  return Object.entries(resource.fields).filter(([, field]) => !hasColumn(field));
}

/** A field that a column of a file can fill in. */
export interface ImportField {
  name: string;
  wire: string;
  label: string;
  field: FieldInput;
}

/**
 * The fields of a section that files carry, in the order of the form; then numbers that the server gives to records which
 * bring none along; at the end states, so that a file cannot say one that a
 * record does not begin in without being told.
 */
export function importFields(resource: Resource): ImportField[] {
  const states = stateFields(resource).map(({ name }) => name);
  const numbers = numberFields(resource).map(({ name }) => name);
  return [...writtenFields(resource), ...numbers, ...states].flatMap((name) => {
    const field = resource.fields[name];
    if (!field || !hasColumn(field)) return [];
    return [{ name, wire: wireName(name, field), label: field.label ?? name, field }];
  });
}

/** Headings that the column of a field may have: label, name and wire name. */
const headings = ({ name, wire, label }: Pick<ImportField, 'name' | 'wire' | 'label'>): string[] =>
  [wire, name, label].map(headingKey);

/** Fields by the headings that their columns may have. */
function headingsByField(resource: Resource): ReadonlyMap<string, ImportField> {
  return new Map(
    importFields(resource)
      .reverse()
      .flatMap((one) => headings(one).map((heading) => [heading, one] as const)),
  );
}

/** Headings of the computed fields, whose columns a file of saved records has. */
const computedHeadings = ({ fields }: Resource): ReadonlySet<string> =>
  new Set(
    Object.entries(fields).flatMap(([name, field]) =>
      field.computed === undefined ? [] : headings({ name, wire: wireName(name, field), label: field.label ?? name }),
    ),
  );

/** How many fields of a section a row heads. */
export function headedIn(resource: Resource): Headed {
  const known = headingsByField(resource);
  return (cells) => new Set(cells.flatMap((cell) => known.get(headingKey(cleanCell(cell))) ?? [])).size;
}

/** A cell as its kind wants it. */
const readCell = ({ field }: ImportField, cell: string): string =>
  kindOf(field).csv?.isExact ? textCell(cell) : cleanCell(cell);

/** Headings are looked for among so many first rows: a title of the list may stand above them. */
const HEADINGS_WITHIN = 10;

/** A row of a file, by the wire names of the fields that its columns head. */
export interface ImportCells {
  /** Number of the row as Excel shows it. */
  row: number;
  cells: Record<string, string>;
}

/** Rows of a file as records of a section, and the columns that it has for them. */
export interface ImportedRows {
  /** Fields that the file has a column for. */
  fields: ImportField[];
  /** Headings that name no field of the section. */
  strangers: string[];
  /** Headings of fields that are computed: what stands below them is not read. */
  computed: string[];
  rows: ImportCells[];
  /** Rows that Excel does not show; they are in none of `rows`. */
  hidden: ImportCells[];
  /** Numbers of the rows that have a cell with doubtful quotes. */
  doubtful: number[];
}

/**
 * Reads rows of a table as records of a section: its columns are headed by the labels or the names of fields.
 * @returns null when no row heads a field
 */
export function rowsOfSection(
  resource: Resource,
  { rows: table, numbers, hidden: hiddenPlaces, doubtful: doubtfulPlaces }: ImportSheet,
): ImportedRows | null {
  const fieldsByHeading = headingsByField(resource);
  const placesIn = (cells: readonly string[]) => {
    const places = new Map<ImportField, number>();
    for (const [at, cell] of cells.entries()) {
      const field = fieldsByHeading.get(headingKey(cleanCell(cell)));
      if (field && !places.has(field)) places.set(field, at);
    }
    return places;
  };
  let best = { at: -1, places: new Map<ImportField, number>() };
  for (const [at, cells] of table.slice(0, HEADINGS_WITHIN).entries()) {
    const places = placesIn(cells);
    if (places.size > best.places.size) best = { at, places };
  }
  if (best.at < 0) return null;
  const { places } = best;
  const fieldColumns = new Set(places.values());
  const rows: ImportCells[] = [];
  const hidden: ImportCells[] = [];
  const doubtful: number[] = [];
  for (const [index, cells] of table.slice(best.at + 1).entries()) {
    const read = [...places].map(([one, at]) => [one.wire, readCell(one, cells[at] ?? '')] as const);
    if (read.every(([, cell]) => cell === '')) continue;
    const at = best.at + 1 + index;
    const into = hiddenPlaces.has(at) ? hidden : rows;
    const row = numbers?.[at] ?? at + 1;
    into.push({ row, cells: Object.fromEntries(read) });
    if (doubtfulPlaces.get(at)?.some((column) => fieldColumns.has(column))) doubtful.push(row);
  }
  const unread = (table[best.at] ?? []).filter((heading, at) => heading.trim() !== '' && !fieldColumns.has(at));
  const computedKeys = computedHeadings(resource);
  const isComputed = (heading: string) => computedKeys.has(headingKey(cleanCell(heading)));
  const strangers = unread.filter((heading) => !isComputed(heading));
  return { fields: [...places.keys()], strangers, computed: unread.filter(isComputed), rows, hidden, doubtful };
}
