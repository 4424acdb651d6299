import * as z from 'zod';
import { expressionText } from '../expressions/schema.ts';
import { fieldName } from '../field-name.ts';
import { naming } from './bounds.ts';
import { checkbox } from './checkbox.ts';
import { choice } from './choice.ts';
import { companyNumber } from './company-number.ts';
import { date } from './date.ts';
import { duration } from './duration.ts';
import { email } from './email.ts';
import { isEmpty } from './ids.ts';
import { type CsvWords, defineKind, type Kind, type OptionProblem, unless, valueRule } from './kind.ts';
import { money } from './money.ts';
import { month } from './month.ts';
import { number } from './number.ts';
import { phone } from './phone.ts';
import { cellsOf, rowText } from './row-text.ts';
import { type Row, rowsIn } from './row-values.ts';
import { text } from './text.ts';
import { time } from './time.ts';

/** Kinds that a column of rows can be of: those whose value is one text, number or yes/no. */
const CELL_KINDS = {
  text,
  choice,
  checkbox,
  number,
  money,
  date,
  month,
  time,
  duration,
  phone,
  email,
  'company-number': companyNumber,
} as const;

type CellKind = keyof typeof CELL_KINDS;

/** Rows of a field, unless its definition says how many. */
export const USUAL_ROWS = 100;
/** Rows that a definition may allow; one that wants more wants a section. */
const MOST_ROWS = 200;
const MOST_COLUMNS = 20;
/** Characters of all rows of a field as JSON. */
const MOST_CHARACTERS = 30_000;

/** Options of every column, whatever its kind. */
const ofColumn = {
  label: z.string().trim().min(1).max(60).describe('Heading of the column'),
  required: z.boolean().optional().describe('Has to be given in every row'),
  message: z.string().optional().describe('Shown when a required cell is empty'),
  initial: expressionText
    .optional()
    .describe('What the cell of a new row begins with, as an expression over `today` and `me`'),
  computed: expressionText
    .optional()
    .describe('The value, as an expression over the other cells of the row: the server keeps it with every change'),
};

const columnShapes = Object.entries(CELL_KINDS).map(([kind, { options }]) =>
  z.strictObject({ kind: z.literal(kind), ...ofColumn, ...options.shape }),
);

type ColumnOptions = { [Key in keyof typeof ofColumn]?: z.output<(typeof ofColumn)[Key]> };

/** A column of rows as a definition writes it. */
export type RowColumn = {
  [Name in CellKind]: { kind: Name; label: string } & Omit<
    ColumnOptions,
    'label' | keyof (typeof CELL_KINDS)[Name]['options']['shape']
  > &
    z.output<(typeof CELL_KINDS)[Name]['options']>;
}[CellKind];

/** Columns by their names, which are the keys of the cells in a row. */
export type RowColumns = Readonly<Record<string, RowColumn>>;

const kindOfColumn = ({ kind }: RowColumn): Kind => CELL_KINDS[kind] as unknown as Kind;

const cellAt = (row: Row, name: string): unknown => (Object.hasOwn(row, name) ? row[name] : undefined);

/** Columns that people fill in. */
const typedColumns = (columns: RowColumns): [string, RowColumn][] =>
  Object.entries(columns).filter(([, { computed }]) => computed === undefined);

/** Key, in a row of a form, of the cells that the row began with. No column can have this name, and it is never sent. */
const BEGUN_WITH = ':begun';

const holdsSomething = (cell: unknown): boolean => !isEmpty(cell) && cell !== false;

/** Whether nothing was typed into a row: each cell is empty, or as in a new row. */
function isUntouched(row: Row, columns: RowColumns): boolean {
  const [begunWith = {}] = rowsIn([row[BEGUN_WITH]]);
  return typedColumns(columns).every(([name, column]) => {
    const cell = cellAt(row, name);
    const kind = kindOfColumn(column);
    return !holdsSomething(cell) || cell === kind.initial(column as never) || cell === cellAt(begunWith, name);
  });
}

/** Whether a row holds something and lacks nothing that is required. */
function isComplete(row: Row, columns: RowColumns): boolean {
  const columnsToFill = typedColumns(columns);
  const isLacking = ([name, column]: [string, RowColumn]): boolean => {
    const cell = cellAt(row, name);
    const isGiven = !isEmpty(cell) && kindOfColumn(column).given?.(cell) !== false;
    return column.required === true && !isGiven;
  };
  return columnsToFill.some(([name]) => holdsSomething(cellAt(row, name))) && !columnsToFill.some(isLacking);
}

/**
 * How many rows of a form count: those at its end that nothing was typed into do not, unless what they begin with makes them
 * complete.
 */
export function countedRows(value: unknown, columns: RowColumns): number {
  const rows = rowsIn(value);
  return rows.findLastIndex((row) => !isUntouched(row, columns) || isComplete(row, columns)) + 1;
}

/**
 * An untouched row of a form.
 * @param begunWith cells that it begins with by the expressions of their columns
 */
export const newRow = (columns: RowColumns, begunWith: Row = {}): Record<string, unknown> => ({
  ...Object.fromEntries(
    typedColumns(columns).map(([name, column]) => [name, kindOfColumn(column).initial(column as never)]),
  ),
  ...begunWith,
  [BEGUN_WITH]: begunWith,
});

/** A row as a form holds it. */
function readRow(row: Row, columns: RowColumns): Row {
  const cells = typedColumns(columns).map(([name, column]): [string, unknown] => {
    const kind = kindOfColumn(column);
    const wire = cellAt(row, name);
    if (wire === undefined || wire === null) return [name, kind.initial(column as never)];
    return [name, kind.read ? kind.read(wire, column as never) : wire];
  });
  return Object.fromEntries(cells);
}

/** A row as it is sent. */
function writeRow(row: Row, columns: RowColumns): Row {
  const cells = typedColumns(columns).map(([name, column]): [string, unknown] => {
    const kind = kindOfColumn(column);
    const cell = cellAt(row, name);
    return [name, (kind.write ? kind.write(cell, column as never) : cell) ?? null];
  });
  return Object.fromEntries(cells);
}

/** The rule of a row: its cells by their kinds, no others, one at least that holds something. */
function rowRule(columns: RowColumns): z.ZodType {
  // A computed cell is computed anew whatever is said of it: a record that was read can be sent back.
  const cells = Object.entries(columns).map(([name, column]): [string, z.ZodType] => [
    name,
    column.computed === undefined ? valueRule(kindOfColumn(column), column) : z.unknown().optional(),
  ]);
  const typedCells = typedColumns(columns);
  return z
    .strictObject(Object.fromEntries(cells), {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? naming('kinds.rowColumn', { column: issue.keys[0]?.slice(0, 60) ?? '' })
          : 'kinds.rows',
    })
    .refine((row: Row) => typedCells.some(([name]) => holdsSomething(row[name])), 'kinds.rowEmpty')
    .overwrite((row: Row) => ({ ...Object.fromEntries(typedCells.map(([name]) => [name, null])), ...row }));
}

/** Looked at before the cells: a value with more rows or characters than a field holds is refused as a whole. */
function bounded(max: number) {
  return (value: unknown, context: z.core.$RefinementCtx): unknown => {
    if (!Array.isArray(value)) return value;
    const isLong = value.length <= max && JSON.stringify(value).length > MOST_CHARACTERS;
    if (value.length <= max && !isLong) return value;
    const message = isLong
      ? naming('kinds.rowsLong', { max: String(MOST_CHARACTERS) })
      : naming('kinds.rowsMany', { max: String(max) });
    context.issues.push({ code: 'custom', message, input: undefined });
    return z.NEVER;
  };
}

interface Columned {
  columns: RowColumns;
  totals?: readonly string[] | undefined;
}

function* columnProblems({ columns, totals = [] }: Columned): Generator<OptionProblem> {
  if (!typedColumns(columns).length) yield ['columns', 'rowsComputed', {}];
  // In an expression this key would give the class of a row.
  if (Object.hasOwn(columns, 'constructor')) yield ['columns.constructor', 'wireKept', { wire: 'constructor' }];
  const seenNames = new Set<string>();
  for (const [at, name] of totals.entries()) {
    if (seenNames.has(name)) yield [`totals.${at}`, 'twice', { value: name }];
    seenNames.add(name);
  }
}

/** A table of cells within a record: the lines of an act with quantity, price and sum. */
export const rows = defineKind({
  expression: () => 'rows',
  options: z.object({
    columns: z
      .record(
        fieldName,
        z.discriminatedUnion('kind', columnShapes as never, { error: Object.keys(CELL_KINDS).join(', ') }),
      )
      .refine((columns) => Object.keys(columns).length > 0, 'noColumns')
      .refine((columns) => Object.keys(columns).length <= MOST_COLUMNS, 'manyColumns')
      .describe(`Columns by name, in order, ${MOST_COLUMNS} at the most`) as unknown as z.ZodType<
      RowColumns,
      RowColumns
    >,
    max: z
      .number()
      .int()
      .min(1)
      .max(MOST_ROWS)
      .optional()
      .describe(`Greatest number of rows; ${USUAL_ROWS} unless set`),
    totals: z
      .array(fieldName)
      .min(1)
      .max(MOST_COLUMNS)
      .readonly()
      .optional()
      .describe('Columns whose sums stand below the rows; lists show the first of them'),
  }),
  needsStorage: 'rowsForeign',
  rule: ({ columns, max = USUAL_ROWS }, missing) =>
    z.preprocess(
      bounded(max),
      z.array(rowRule(columns), unless(missing, 'kinds.rows')).min(1, missing).max(max, 'validation.tooMany'),
    ),
  initial: () => [],
  read: (wire, { columns }) => rowsIn(wire).map((row) => readRow(row, columns)),
  write: (value, { columns }) =>
    rowsIn(value)
      .slice(0, countedRows(value, columns))
      .map((row) => writeRow(row, columns)),
  csv: {
    write: (wire, { columns }, words) =>
      rowsIn(wire)
        .map((row) => rowText(Object.entries(columns).map(([name, column]) => cellText(row, name, column, words))))
        .join('\n'),
    read: (cell, { columns }, words) =>
      cell
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .map((line) => readCells(cellsOf(line), Object.entries(columns), words)),
    isExact: true,
  },
  problems: columnProblems,
  onDay: (options, today) => {
    const dated = Object.entries(options.columns).map(([name, column]): [string, RowColumn, boolean] => {
      const changed = kindOfColumn(column).onDay?.(column as never, today);
      return [name, (changed ?? column) as RowColumn, Boolean(changed)];
    });
    if (!dated.some(([, , isChanged]) => isChanged)) return null;
    return { ...options, columns: Object.fromEntries(dated.map(([name, column]) => [name, column])) };
  },
});

/** A cell as a file says it. */
function cellText(row: Row, name: string, column: RowColumn, words?: CsvWords): string {
  const wire = cellAt(row, name);
  if (isEmpty(wire)) return '';
  return kindOfColumn(column).csv?.write(wire, column as never, words) ?? '';
}

/** The cells of a row in a file; one without a column is kept under a name that the rule refuses. */
function readCells(parts: readonly string[], columns: readonly [string, RowColumn][], words?: CsvWords): Row {
  const cells = parts.flatMap((part, at): [string, unknown][] => {
    const [name, column] = columns[at] ?? [];
    if (name === undefined || column === undefined) return part === '' ? [] : [[`№ ${at + 1}`, part]];
    if (column.computed !== undefined || part === '') return [];
    return [[name, kindOfColumn(column).csv?.read(part, column as never, words)]];
  });
  return Object.fromEntries(cells);
}
