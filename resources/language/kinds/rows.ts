import * as z from 'zod';
import { expressionText } from '../expressions/schema.ts';
import { fieldName } from '../field-name.ts';
import { encodeMessage } from './bounds.ts';
import { checkbox } from './checkbox.ts';
import { choice } from './choice.ts';
import { companyNumber } from './company-number.ts';
import { date } from './date.ts';
import { duration } from './duration.ts';
import { email } from './email.ts';
import { isEmpty } from './ids.ts';
import { type CsvTexts, defineKind, type Kind, type OptionProblem, typeMessage, valueRule } from './kind.ts';
import { money } from './money.ts';
import { month } from './month.ts';
import { number } from './number.ts';
import { phone } from './phone.ts';
import { joinCells, splitCells } from './row-text.ts';
import { type Row, toRows } from './row-values.ts';
import { text } from './text.ts';
import { time } from './time.ts';

/** Kinds that a column can have: those with a single text, number or boolean as value. */
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

/** Default maximum number of rows. */
export const DEFAULT_ROWS_MAX = 100;
/** Maximum number of rows that a definition may allow; more should be records of a section. */
const ROWS_MAX = 200;
const COLUMNS_MAX = 20;
/** Maximum size of all rows of a field as JSON, characters. */
const CHARACTERS_MAX = 30_000;

/** Options of every column, whatever its kind. */
const columnOptions = {
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
  z.strictObject({ kind: z.literal(kind), ...columnOptions, ...options.shape }),
);

type ColumnOptions = { [Key in keyof typeof columnOptions]?: z.output<(typeof columnOptions)[Key]> };

/** A column of rows as a definition writes it. */
export type RowColumn = {
  [Name in CellKind]: { kind: Name; label: string } & Omit<
    ColumnOptions,
    'label' | keyof (typeof CELL_KINDS)[Name]['options']['shape']
  > &
    z.output<(typeof CELL_KINDS)[Name]['options']>;
}[CellKind];

/** Columns by name; the names are also the keys of cells in a row. */
export type RowColumns = Readonly<Record<string, RowColumn>>;

const kindOfColumn = ({ kind }: RowColumn): Kind => CELL_KINDS[kind] as unknown as Kind;

const cellAt = (row: Row, name: string): unknown => (Object.hasOwn(row, name) ? row[name] : undefined);

/** Columns that people fill in, without computed ones. */
const typedColumns = (columns: RowColumns): [string, RowColumn][] =>
  Object.entries(columns).filter(([, { computed }]) => computed === undefined);

/** Key in a form row of its initial cells; no column can have this name, and it is never sent. */
const INITIAL_CELLS = ':begun';

const isFilled = (cell: unknown): boolean => !isEmpty(cell) && cell !== false;

/** Whether nothing was typed into a row: each cell is empty or still has its initial value. */
function isUntouched(row: Row, columns: RowColumns): boolean {
  const [initialCells = {}] = toRows([row[INITIAL_CELLS]]);
  return typedColumns(columns).every(([name, column]) => {
    const cell = cellAt(row, name);
    const kind = kindOfColumn(column);
    return !isFilled(cell) || cell === kind.initial(column as never) || cell === cellAt(initialCells, name);
  });
}

/** Whether a row is not empty and has all required cells. */
function isComplete(row: Row, columns: RowColumns): boolean {
  const columnsToFill = typedColumns(columns);
  const isMissing = ([name, column]: [string, RowColumn]): boolean => {
    const cell = cellAt(row, name);
    const isGiven = !isEmpty(cell) && kindOfColumn(column).isGiven?.(cell) !== false;
    return column.required === true && !isGiven;
  };
  return columnsToFill.some(([name]) => isFilled(cellAt(row, name))) && !columnsToFill.some(isMissing);
}

/**
 * Number of rows in a form without the untouched ones at the end; an untouched row counts if its initial values make it
 * complete.
 */
export function countedRows(value: unknown, columns: RowColumns): number {
  const rows = toRows(value);
  return rows.findLastIndex((row) => !isUntouched(row, columns) || isComplete(row, columns)) + 1;
}

/**
 * Creates a row of a form.
 * @param initialCells initial values from the expressions of the columns
 */
export const newRow = (columns: RowColumns, initialCells: Row = {}): Record<string, unknown> => ({
  ...Object.fromEntries(
    typedColumns(columns).map(([name, column]) => [name, kindOfColumn(column).initial(column as never)]),
  ),
  ...initialCells,
  [INITIAL_CELLS]: initialCells,
});

/** Converts a row of a record to a form row. */
function readRow(row: Row, columns: RowColumns): Row {
  const cells = typedColumns(columns).map(([name, column]): [string, unknown] => {
    const kind = kindOfColumn(column);
    const wire = cellAt(row, name);
    if (wire === undefined || wire === null) return [name, kind.initial(column as never)];
    return [name, kind.read ? kind.read(wire, column as never) : wire];
  });
  return Object.fromEntries(cells);
}

/** Converts a form row to a wire row. */
function writeRow(row: Row, columns: RowColumns): Row {
  const cells = typedColumns(columns).map(([name, column]): [string, unknown] => {
    const kind = kindOfColumn(column);
    const cell = cellAt(row, name);
    return [name, (kind.write ? kind.write(cell, column as never) : cell) ?? null];
  });
  return Object.fromEntries(cells);
}

/** The rule of a row: valid cells, no unknown ones, and at least one that is not empty. */
function rowRule(columns: RowColumns): z.ZodType {
  // Computed cells are ignored and computed again, so that a record can be sent back as it was read.
  const cells = Object.entries(columns).map(([name, column]): [string, z.ZodType] => [
    name,
    column.computed === undefined ? valueRule(kindOfColumn(column), column) : z.unknown().optional(),
  ]);
  const typedCells = typedColumns(columns);
  return z
    .strictObject(Object.fromEntries(cells), {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? encodeMessage('kinds.rowColumn', { column: issue.keys[0]?.slice(0, 60) ?? '' })
          : 'kinds.rows',
    })
    .refine((row: Row) => typedCells.some(([name]) => isFilled(row[name])), 'kinds.rowEmpty')
    .overwrite((row: Row) => ({ ...Object.fromEntries(typedCells.map(([name]) => [name, null])), ...row }));
}

/** Runs before the cells are validated; rejects a value with too many rows or characters as a whole. */
function rejectTooLarge(max: number) {
  return (value: unknown, context: z.core.$RefinementCtx): unknown => {
    if (!Array.isArray(value)) return value;
    const isLong = value.length <= max && JSON.stringify(value).length > CHARACTERS_MAX;
    if (value.length <= max && !isLong) return value;
    const message = isLong
      ? encodeMessage('kinds.rowsLong', { max: String(CHARACTERS_MAX) })
      : encodeMessage('kinds.rowsMany', { max: String(max) });
    context.issues.push({ code: 'custom', message, input: undefined });
    return z.NEVER;
  };
}

interface RowsOptions {
  columns: RowColumns;
  totals?: readonly string[] | undefined;
}

function* columnProblems({ columns, totals = [] }: RowsOptions): Generator<OptionProblem> {
  if (!typedColumns(columns).length) yield ['columns', 'rowsComputed', {}];
  // In an expression this key would return the row's class.
  if (Object.hasOwn(columns, 'constructor')) yield ['columns.constructor', 'wireKept', { wire: 'constructor' }];
  const uniqueNames = new Set<string>();
  for (const [index, name] of totals.entries()) {
    if (uniqueNames.has(name)) yield [`totals.${index}`, 'twice', { value: name }];
    uniqueNames.add(name);
  }
}

/** A table inside a record, e.g. lines of a certificate with quantity, price and sum. */
export const rows = defineKind({
  expression: () => 'rows',
  options: z.object({
    columns: z
      .record(
        fieldName,
        z.discriminatedUnion('kind', columnShapes as never, { error: Object.keys(CELL_KINDS).join(', ') }),
      )
      .refine((columns) => Object.keys(columns).length > 0, 'noColumns')
      .refine((columns) => Object.keys(columns).length <= COLUMNS_MAX, 'manyColumns')
      .describe(`Columns by name, in order, ${COLUMNS_MAX} at the most`) as unknown as z.ZodType<
      RowColumns,
      RowColumns
    >,
    max: z
      .number()
      .int()
      .min(1)
      .max(ROWS_MAX)
      .optional()
      .describe(`Greatest number of rows; ${DEFAULT_ROWS_MAX} unless set`),
    totals: z
      .array(fieldName)
      .min(1)
      .max(COLUMNS_MAX)
      .readonly()
      .optional()
      .describe('Columns whose sums stand below the rows; lists show the first of them'),
  }),
  needsStorage: 'rowsForeign',
  rule: ({ columns, max = DEFAULT_ROWS_MAX }, missing) =>
    z.preprocess(
      rejectTooLarge(max),
      z.array(rowRule(columns), typeMessage(missing, 'kinds.rows')).min(1, missing).max(max, 'validation.tooMany'),
    ),
  initial: () => [],
  read: (wire, { columns }) => toRows(wire).map((row) => readRow(row, columns)),
  write: (value, { columns }) =>
    toRows(value)
      .slice(0, countedRows(value, columns))
      .map((row) => writeRow(row, columns)),
  csv: {
    write: (wire, { columns }, texts) =>
      toRows(wire)
        .map((row) => joinCells(Object.entries(columns).map(([name, column]) => formatCell(row, name, column, texts))))
        .join('\n'),
    read: (cell, { columns }, texts) =>
      cell
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .map((line) => parseCells(splitCells(line), Object.entries(columns), texts)),
    isExact: true,
  },
  problems: columnProblems,
  resolveToday: (options, today) => {
    const resolved = Object.entries(options.columns).map(([name, column]): [string, RowColumn, boolean] => {
      const resolvedColumn = kindOfColumn(column).resolveToday?.(column as never, today);
      return [name, (resolvedColumn ?? column) as RowColumn, Boolean(resolvedColumn)];
    });
    if (!resolved.some(([, , isChanged]) => isChanged)) return null;
    return { ...options, columns: Object.fromEntries(resolved.map(([name, column]) => [name, column])) };
  },
});

/** Formats a cell for a file. */
function formatCell(row: Row, name: string, column: RowColumn, texts?: CsvTexts): string {
  const wire = cellAt(row, name);
  if (isEmpty(wire)) return '';
  return kindOfColumn(column).csv?.write(wire, column as never, texts) ?? '';
}

/** Parses the cells of a row in a file; a cell without a column gets a key that the rule rejects. */
function parseCells(cellTexts: readonly string[], columns: readonly [string, RowColumn][], texts?: CsvTexts): Row {
  const cells = cellTexts.flatMap((cell, index): [string, unknown][] => {
    const [name, column] = columns[index] ?? [];
    if (name === undefined || column === undefined) return cell === '' ? [] : [[`№ ${index + 1}`, cell]];
    if (column.computed !== undefined || cell === '') return [];
    return [[name, kindOfColumn(column).csv?.read(cell, column as never, texts)]];
  });
  return Object.fromEntries(cells);
}
