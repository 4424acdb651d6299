import { IMPORT } from '../../limits.ts';
import { ImportBudget } from './budget.ts';
import { formatCellNumber, type NumberFormat } from './number-format.ts';
import { ImportFileError } from './problem.ts';
import type { YieldTurn } from './unzip.ts';
import { readXml } from './xml.ts';

/** Non-empty rows of a sheet, with their numbers in Excel. */
export interface Worksheet {
  rows: string[][];
  numbers: number[];
  /** Indexes of rows that are hidden by a filter or by hand. */
  hidden: ReadonlySet<number>;
}

/** Shared strings, formats and date system of the workbook, and the row limit. */
export interface WorksheetContext {
  strings: readonly string[];
  formats: readonly NumberFormat[];
  /** Whether the workbook uses the 1904 date system. */
  is1904: boolean;
  /** Maximum number of rows; more are refused. */
  rowsMax: number;
}

/** Maximum number of cells to fill in merged ranges, because a workbook can merge any number of cells. */
const FILLED_CELLS_MAX = 1_000_000;
/** Maximum number of different format codes in a sheet; Excel itself allows 250 in a workbook. */
const CODES_MAX = 500;
/** Booleans as in a Russian Excel. */
const BOOLEAN_TEXTS: Readonly<Record<string, string>> = { 1: 'ИСТИНА', 0: 'ЛОЖЬ' };

/** Column index of a reference like `BC12`, from 0; the next column if there is no reference. */
function readColumn(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (!letters) return next;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Excel's escape sequence for characters that XML cannot contain, such as carriage returns: `_x000D_`. */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** Decodes the escape sequences in a text. */
export const decodeEscapes = (text: string): string =>
  text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A merged range in one column, `D5:D6`; rows as in Excel. */
interface Merged {
  column: number;
  first: number;
  last: number;
}

/** Parses a merged range; null for a range within one row, e.g. a title above a table. */
function parseMergedRange(reference: string): Merged | null {
  const [from = '', to = ''] = reference.split(':');
  const [first, last] = [from, to].map((corner) => Number(/^[A-Z]{1,3}(\d{1,7})$/.exec(corner)?.[1])) as [
    number,
    number,
  ];
  return last > first ? { column: readColumn(from, 0), first, last } : null;
}

const ISO_DAY = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?Z?)?$/;

/** Formats an ISO date of a workbook as «21.11.2026 18:00»; midnight is left out. */
function formatIsoDay(text: string): string {
  const [, day = '', time = ''] = ISO_DAY.exec(text) ?? [];
  if (!day) return text;
  const shown = day.split('-').reverse().join('.');
  return /[1-9]/.test(time) ? `${shown} ${time}` : shown;
}

/**
 * Whether a row is hidden.
 * @param height row height, points; undefined: default
 */
const isHiddenRow = (hidden: string | undefined, height: string | undefined) =>
  hidden === '1' || hidden === 'true' || (height !== undefined && Number(height) === 0);

/** Replaces a formula that has no computed value. */
const NOT_COMPUTED = '#CALC!';

/** Puts a cell into its column; missing cells before it become empty. */
function setCell(cells: string[], column: number, cell: string, budget: ImportBudget): void {
  if (column >= cells.length) budget.room(column + 1 - cells.length);
  while (cells.length < column) cells.push('');
  cells[column] = cell;
}

/** Copies the value of merged cells to all their rows, e.g. one flat beside two residents; only the first cell contains it. */
function fillMergedCells(
  { rows, numbers }: Pick<Worksheet, 'rows' | 'numbers'>,
  merged: readonly Merged[],
  budget: ImportBudget,
): void {
  const placesByNumber = new Map(numbers.map((number, at) => [number, at]));
  let budgetCells = FILLED_CELLS_MAX;
  for (const { column, first, last } of merged) {
    const text = rows[placesByNumber.get(first) ?? -1]?.[column];
    if (!text) continue;
    for (let number = first + 1; number <= last && budgetCells > 0; number += 1) {
      budgetCells -= 1;
      const cells = rows[placesByNumber.get(number) ?? -1];
      if (!cells || cells[column]) continue;
      budget.take(text, number);
      setCell(cells, column, text, budget);
    }
  }
}

/**
 * Reads a sheet as its cells are displayed.
 * @throws ImportFileError tooManyRows, tooManyCells, tooMuchText, longCell
 */
export async function readWorksheet(
  document: string,
  { strings, formats, is1904, rowsMax }: WorksheetContext,
  yieldTurn: YieldTurn,
): Promise<Worksheet> {
  const hidden = new Set<number>();
  const sheet: Worksheet = { rows: [], numbers: [], hidden };
  const merged: Merged[] = [];
  const budget = new ImportBudget();
  let [number, column, type, style] = [0, -1, 'n', 0];
  let cells: string[] = [];
  let text = '';
  let [inText, inReading, isHidden, hasFormula] = [false, false, false, false];
  const codes = new Set<string>();
  /** The format of the current cell; counts codes, because the formatter caches each one. */
  const getFormat = (): NumberFormat => {
    const format = formats[style] ?? { shows: 'general' };
    if (format.shows === 'code') codes.add(format.code);
    if (codes.size > CODES_MAX) throw new ImportFileError('tooHard');
    return format;
  };
  const getCellText = (): string => {
    if (hasFormula && text === '' && type !== 'str') return NOT_COMPUTED;
    if (type === 's') return strings[Number(text)] ?? '';
    if (type === 'b') return BOOLEAN_TEXTS[text] ?? text;
    if (type === 'inlineStr' || type === 'str') return decodeEscapes(text);
    if (type === 'd') return formatIsoDay(text);
    if (type !== 'n' || text === '') return text;
    return formatCellNumber(text, getFormat(), is1904);
  };
  await readXml(
    document,
    {
      open: (name, attribute) => {
        if (name === 'row') {
          number = Number(attribute('r')) || number + 1;
          [cells, column] = [[], -1];
          isHidden = isHiddenRow(attribute('hidden'), attribute('ht'));
        } else if (name === 'c') {
          column = readColumn(attribute('r'), column + 1);
          [type, style, text, hasFormula] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0), '', false];
        } else if (name === 'mergeCell') {
          const one = parseMergedRange(attribute('ref') ?? '');
          if (one && merged.length < rowsMax) merged.push(one);
        } else if (name === 'rPh') inReading = true;
        else {
          inText = name === 'v' || name === 't';
          hasFormula ||= name === 'f';
        }
      },
      close: (name) => {
        if (name === 'c') {
          const cell = column < IMPORT.columns ? getCellText() : '';
          // Skipped, since there may be many empty cells that only have a colour.
          if (cell === '') return;
          budget.take(cell, number);
          setCell(cells, column, cell, budget);
        } else if (name === 'row') {
          if (cells.every((cell) => cell === '')) return;
          if (sheet.rows.length >= rowsMax) throw new ImportFileError('tooManyRows', { most: rowsMax });
          if (isHidden) hidden.add(sheet.rows.length);
          sheet.rows.push(cells);
          sheet.numbers.push(number);
        } else if (name === 'rPh') inReading = false;
        else inText = false;
      },
      text: (part) => {
        if (inText && !inReading && text.length <= IMPORT.cell) text += part.slice(0, IMPORT.cell + 1);
      },
    },
    yieldTurn,
  );
  fillMergedCells(sheet, merged, budget);
  return sheet;
}
