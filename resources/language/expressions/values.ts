import type { FieldInput } from '../define-resource.ts';
import { isEmpty, toId, toIds } from '../kinds/ids.ts';
import { roundTo } from '../kinds/rounding.ts';
import { getKind } from '../payload.ts';
import { rowsShape, sumColumn } from '../rows.ts';
import { readWireValue, wireName } from '../wire-keys.ts';
import type { ExpressionType } from './types.ts';

/** The value of a variable in an expression; undefined if empty. */
type Value = string | number | boolean | Date | readonly (string | number | Row)[] | undefined;

/** A row of a record; each field has its own subclass, which is its CEL type. Empty cells are left out. */
class Row {
  constructor(cells: Readonly<Record<string, unknown>>) {
    Object.assign(this, cells);
  }
}

interface TypeForm {
  /** CEL type of the value. */
  cel: 'string' | 'bool' | 'double' | 'google.protobuf.Timestamp' | 'list<double>' | 'list<string>' | 'list<dyn>';
  read(wire: unknown, field: FieldInput): Value;
  /** Converts a non-empty value to its wire form. */
  write(value: unknown): unknown;
}

const TIMESTAMP = 'google.protobuf.Timestamp';

/** Start of a day in UTC, the time zone of expressions; undefined for an invalid day. */
function readDay(text: string): Date | undefined {
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? undefined : day;
}

const asList = (wire: unknown): readonly unknown[] => (Array.isArray(wire) ? wire : []);

const isoDay = (value: unknown): string | undefined =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString().slice(0, 10) : undefined;

/**
 * How each type is read and written. Texts, lists and booleans are never empty in an expression: they are `""`, `[]` and
 * `false`.
 */
const TYPE_FORMS: Readonly<Record<ExpressionType, TypeForm>> = {
  text: { cel: 'string', read: (wire) => (isEmpty(wire) ? '' : String(wire)), write: String },
  'yes-no': { cel: 'bool', read: (wire) => wire === true, write: (value) => value === true },
  // True if the field has any value; for kinds whose value an expression cannot use, and cannot compute.
  given: { cel: 'bool', read: (wire) => !isEmpty(wire), write: () => undefined },
  number: { cel: 'double', read: (wire) => (typeof wire === 'number' ? wire : undefined), write: Number },
  // Roubles in expressions, kopecks on the wire.
  money: {
    cel: 'double',
    read: (wire) => (typeof wire === 'number' ? wire / 100 : undefined),
    write: (value) => roundTo(Number(value) * 100, 0),
  },
  day: { cel: TIMESTAMP, read: (wire) => (typeof wire === 'string' ? readDay(wire) : undefined), write: isoDay },
  // First day of the month; `MMYYYY` on the wire.
  month: {
    cel: TIMESTAMP,
    read: (wire) => (typeof wire === 'string' ? readDay(`${wire.slice(2)}-${wire.slice(0, 2)}-01`) : undefined),
    write: (value) => isoDay(value)?.replace(/^(\d+)-(\d+)-\d+$/, '$2$1'),
  },
  id: { cel: 'double', read: (wire) => toId(wire) ?? undefined, write: Number },
  ids: { cel: 'list<double>', read: (wire) => toIds(asList(wire)), write: (value) => asList(value).map(Number) },
  texts: { cel: 'list<string>', read: (wire) => asList(wire).map(String), write: (value) => asList(value).map(String) },
  // The rows of each field have their own type (`rowTypes`); rows cannot be computed.
  rows: { cel: 'list<dyn>', read: readRows, write: () => undefined },
};

const rowClasses = new WeakMap<FieldInput, typeof Row>();

/** The class of a field's rows, cached, since CEL identifies custom types by class. */
function rowClass(field: FieldInput): typeof Row {
  const cachedClass = rowClasses.get(field) ?? class extends Row {};
  rowClasses.set(field, cachedClass);
  return cachedClass;
}

function readRows(wire: unknown, field: FieldInput): Row[] {
  const FieldRow = rowClass(field);
  const columns = Object.entries(rowsShape(field)?.columns ?? {});
  return asList(wire).map((row) => {
    const cells = columns.map(
      ([name, column]) => [name, getTypeForm(column)?.read(cellAt(row, name), column)] as const,
    );
    return new FieldRow(Object.fromEntries(cells.filter(([, cell]) => cell !== undefined)));
  });
}

const cellAt = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null && Object.hasOwn(row, name) ? Reflect.get(row, name) : undefined;

/** Name of the CEL type of a field's rows; the capital letter avoids collisions with fields. */
const rowType = (name: string): string => `Rows_${name}`;

/** Custom types of rows to register in CEL: class and cell types for each field of rows. */
export function rowTypes(fields: Fields): { name: string; ctor: typeof Row; fields: Record<string, string> }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const columns = Object.entries(rowsShape(field)?.columns ?? {});
    if (!columns.length) return [];
    const cells = columns.flatMap(([cell, column]) => {
      const type = celType(column);
      return type === null ? [] : [[cell, type] as const];
    });
    return { name: rowType(name), ctor: rowClass(field), fields: Object.fromEntries(cells) };
  });
}

/**
 * The sum of a column's cells.
 * @param rows rows as the expression has them
 */
export function sumCells(column: FieldInput, name: string, rows: unknown): Value {
  return readWire(
    column,
    sumColumn(
      column,
      asList(rows).map((row) => toWire(column, cellAt(row, name))),
    ),
  );
}

const readWire = (field: FieldInput, wire: unknown): Value => getTypeForm(field)?.read(wire, field);

/** Fields of a definition. */
export type Fields = Readonly<Record<string, FieldInput>>;

/** Variables of expressions besides the fields of the record. */
export interface ExpressionContext {
  /** Today in the company's time zone, `YYYY-MM-DD`. */
  today: string;
  /** Id of the reader; null if there is none. */
  me: number | null;
  /** Id of the only selected building, the default of a new record; null or missing if several are selected. */
  building?: number | null;
}

/** Variables besides fields; a field with the same name takes precedence. */
const CONTEXT_TYPES = { today: TIMESTAMP, me: 'double' } as const;
/** Variables in expressions for initial values. */
const NEW_RECORD_TYPES = { ...CONTEXT_TYPES, building: 'double' } as const;

/** Empty set of fields, for which expressions for initial values are compiled. */
export const NO_FIELDS: Fields = {};

const getTypeForm = (field: FieldInput): TypeForm | null => {
  const type = getKind(field).expression?.(field as never);
  return type ? TYPE_FORMS[type] : null;
};

/** CEL type of a field's value; null if expressions do not support its kind. */
export const celType = (field: FieldInput): string | null => getTypeForm(field)?.cel ?? null;

/** Converts the result of an expression to the wire value of a field; undefined for no result. */
export const toWire = (field: FieldInput, value: unknown): unknown =>
  value === undefined ? undefined : getTypeForm(field)?.write(value);

/** Every variable that an expression over these fields may use, with its CEL type. */
export function variableTypes(fields: Fields): ReadonlyMap<string, string> {
  const types = new Map<string, string>(Object.entries(fields === NO_FIELDS ? NEW_RECORD_TYPES : CONTEXT_TYPES));
  for (const [name, field] of Object.entries(fields)) {
    const typeForm = getTypeForm(field);
    if (typeForm) types.set(name, rowsShape(field) ? `list<${rowType(name)}>` : typeForm.cel);
    else types.delete(name);
  }
  return types;
}

/** The value of a field in a record: stored under its wire name, or at a path, as other servers and forms have it. */
function valueAt(name: string, field: FieldInput, record: Readonly<Record<string, unknown>>): unknown {
  const wire = wireName(name, field);
  return Object.hasOwn(record, wire) ? record[wire] : readWireValue(name, field, record);
}

/**
 * The values of the variables of an expression; empty ones are left out.
 * @param names identifiers that the expression uses
 * @param record by wire names: from a form, from the storage or from a response
 */
export function collectVariables(
  fields: Fields,
  names: readonly string[],
  record: Readonly<Record<string, unknown>>,
  { today, me, building }: ExpressionContext,
) {
  const values: Record<string, Value> = {
    today: readDay(today),
    me: me ?? undefined,
    ...(fields === NO_FIELDS ? { building: building ?? undefined } : {}),
  };
  for (const name of names) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field) values[name] = readWire(field, valueAt(name, field, record));
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
