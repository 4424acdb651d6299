import type { FieldInput } from '../define-resource.ts';
import { idOf, idsOf, isEmpty } from '../kinds/ids.ts';
import { roundTo } from '../kinds/rounding.ts';
import { kindOf } from '../payload.ts';
import { columnTotal, rowsShape } from '../rows.ts';
import { wireName, wireOf } from '../wire-keys.ts';
import type { ExpressionType } from './types.ts';

/** The value of a variable in an expression; undefined for one that is empty. */
type Value = string | number | boolean | Date | readonly (string | number | Row)[] | undefined;

/** A row of a record, whose class tells its columns; a cell without a value is not in it. */
class Row {
  constructor(cells: Readonly<Record<string, unknown>>) {
    Object.assign(this, cells);
  }
}

interface Form {
  /** Its type in CEL. */
  cel: 'string' | 'bool' | 'double' | 'google.protobuf.Timestamp' | 'list<double>' | 'list<string>' | 'list<dyn>';
  read(wire: unknown, field: FieldInput): Value;
  /** The wire value of one that is not empty. */
  write(value: unknown): unknown;
}

const TIMESTAMP = 'google.protobuf.Timestamp';

/** The moment at which a day begins in UTC, where expressions reckon; undefined for what is no day. */
function readDay(text: string): Date | undefined {
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? undefined : day;
}

const asList = (wire: unknown): readonly unknown[] => (Array.isArray(wire) ? wire : []);

const isoDay = (value: unknown): string | undefined =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString().slice(0, 10) : undefined;

/** Texts, lists and yes-or-no are never empty to an expression: they are `""`, `[]` and `false`. */
const FORMS: Readonly<Record<ExpressionType, Form>> = {
  text: { cel: 'string', read: (wire) => (isEmpty(wire) ? '' : String(wire)), write: String },
  'yes-no': { cel: 'bool', read: (wire) => wire === true, write: (value) => value === true },
  // Whether there is a value at all, of one that says no more to an expression; nothing comes to such a value.
  given: { cel: 'bool', read: (wire) => !isEmpty(wire), write: () => undefined },
  number: { cel: 'double', read: (wire) => (typeof wire === 'number' ? wire : undefined), write: Number },
  // In roubles; on the wire kopecks.
  money: {
    cel: 'double',
    read: (wire) => (typeof wire === 'number' ? wire / 100 : undefined),
    write: (value) => roundTo(Number(value) * 100, 0),
  },
  day: { cel: TIMESTAMP, read: (wire) => (typeof wire === 'string' ? readDay(wire) : undefined), write: isoDay },
  // On the wire `MMYYYY`; its first day.
  month: {
    cel: TIMESTAMP,
    read: (wire) => (typeof wire === 'string' ? readDay(`${wire.slice(2)}-${wire.slice(0, 2)}-01`) : undefined),
    write: (value) => isoDay(value)?.replace(/^(\d+)-(\d+)-\d+$/, '$2$1'),
  },
  id: { cel: 'double', read: (wire) => idOf(wire) ?? undefined, write: Number },
  ids: { cel: 'list<double>', read: (wire) => idsOf(asList(wire)), write: (value) => asList(value).map(Number) },
  texts: { cel: 'list<string>', read: (wire) => asList(wire).map(String), write: (value) => asList(value).map(String) },
  // Rows have a type of their own in each field (`rowTypes`); nothing comes to rows.
  rows: { cel: 'list<dyn>', read: rowsOf, write: () => undefined },
};

const rowClasses = new WeakMap<FieldInput, typeof Row>();

/** The class of the rows of a field: CEL tells types of its own by it. */
function rowClass(field: FieldInput): typeof Row {
  const madeClass = rowClasses.get(field) ?? class extends Row {};
  rowClasses.set(field, madeClass);
  return madeClass;
}

function rowsOf(wire: unknown, field: FieldInput): Row[] {
  const RowOfField = rowClass(field);
  const columns = Object.entries(rowsShape(field)?.columns ?? {});
  return asList(wire).map((row) => {
    const cells = columns.map(
      ([name, column]) => [name, expressionForm(column)?.read(cellAt(row, name), column)] as const,
    );
    return new RowOfField(Object.fromEntries(cells.filter(([, cell]) => cell !== undefined)));
  });
}

const cellAt = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null && Object.hasOwn(row, name) ? Reflect.get(row, name) : undefined;

/** The type of the rows of a field in CEL; no field begins with a capital letter. */
const rowType = (name: string): string => `Rows_${name}`;

/** The types of rows that expressions over these fields have: the class of each, and the types of its cells. */
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

/** The sum of the cells of a column, as a value of an expression. @param rows of the record, as the expression has them */
export function addedCells(column: FieldInput, name: string, rows: unknown): Value {
  return readWire(
    column,
    columnTotal(
      column,
      asList(rows).map((row) => toWire(column, cellAt(row, name))),
    ),
  );
}

const readWire = (field: FieldInput, wire: unknown): Value => expressionForm(field)?.read(wire, field);

/** Fields of a definition. */
export type Fields = Readonly<Record<string, FieldInput>>;

/** Variables of expressions besides the fields of the record. */
export interface ExpressionContext {
  /** The day of the company, `YYYY-MM-DD`. */
  today: string;
  /** Id of the reader; null when there is none. */
  me: number | null;
  /** Id of the building that a new record is most likely about; null or left out where several are checked. */
  building?: number | null;
}

/** Names that an expression has besides fields; a field of the same name stands in their place. */
const SURROUNDINGS = { today: TIMESTAMP, me: 'double' } as const;
/** Names that the value of a new record has besides. */
const OF_NEW_RECORDS = { ...SURROUNDINGS, building: 'double' } as const;

/** No fields: expressions for new records are compiled for these. */
export const NO_FIELDS: Fields = {};

const expressionForm = (field: FieldInput): Form | null => {
  const type = kindOf(field).expression?.(field as never);
  return type ? FORMS[type] : null;
};

/** The type of a field's value in CEL; null where expressions do not know its kind. */
export const celType = (field: FieldInput): string | null => expressionForm(field)?.cel ?? null;

/** The result of an expression, as a value of a field on the wire; undefined for none. */
export const toWire = (field: FieldInput, value: unknown): unknown =>
  value === undefined ? undefined : expressionForm(field)?.write(value);

/** Every name that an expression over these fields may use, with its type in CEL. */
export function variableTypes(fields: Fields): ReadonlyMap<string, string> {
  const types = new Map<string, string>(Object.entries(fields === NO_FIELDS ? OF_NEW_RECORDS : SURROUNDINGS));
  for (const [name, field] of Object.entries(fields)) {
    const form = expressionForm(field);
    if (form) types.set(name, rowsShape(field) ? `list<${rowType(name)}>` : form.cel);
    else types.delete(name);
  }
  return types;
}

/** The value of a field in a record: under its name, as the box keeps it, or at a path, as other servers and forms name it. */
function valueAt(name: string, field: FieldInput, record: Readonly<Record<string, unknown>>): unknown {
  const wire = wireName(name, field);
  return Object.hasOwn(record, wire) ? record[wire] : wireOf(name, field, record);
}

/**
 * The part of a record that an expression reads.
 * @param names of the fields that it looks at
 * @param record wire names and values: what a form would send, what the server keeps, or what an answer carries
 */
export function variables(
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
