import { IMPORT } from '../../limits.ts';
import { ImportBudget } from './budget.ts';
import { type NumberFormat, shownNumber } from './number-format.ts';
import { ImportFileError } from './problem.ts';
import type { YieldTurn } from './unzip.ts';
import { readXml } from './xml.ts';

/** Rows of a sheet that have something in them, each with the number that Excel shows. */
export interface Worksheet {
  rows: string[][];
  numbers: number[];
  /** Places of the rows that Excel does not show: a filter or a person has hidden them. */
  hidden: ReadonlySet<number>;
}

/** Texts, formats and the calendar that the cells of a sheet refer to, and the limit of its rows. */
export interface WorksheetContext {
  strings: readonly string[];
  formats: readonly NumberFormat[];
  /** Its days are counted from 1904. */
  is1904: boolean;
  /** More rows than these are refused. */
  rowsMost: number;
}

/** Cells that are filled in below merged ones: a book may say of any that they are one. */
const SPREAD_MOST = 1_000_000;
/** Codes of formats that the cells of a sheet may have: Excel itself takes 250 in a book. */
const CODES_MOST = 500;
/** As a Russian Excel shows them. */
const TRUTH: Readonly<Record<string, string>> = { 1: 'ИСТИНА', 0: 'ЛОЖЬ' };

/** The column of `BC12`, from 0; the one after the last where a cell does not say. */
function readColumn(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (!letters) return next;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** How Excel writes a character that XML cannot have, a carriage return above all: `_x000D_`. */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** A text of a workbook as its cells show it. */
export const unescaped = (text: string): string =>
  text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Cells of one column that are one: `D5:D6`. Rows as Excel numbers them. */
interface Merged {
  column: number;
  first: number;
  last: number;
}

/** Null for cells that are one in a single row: a title above a table. */
function mergedBy(reference: string): Merged | null {
  const [from = '', to = ''] = reference.split(':');
  const [first, last] = [from, to].map((corner) => Number(/^[A-Z]{1,3}(\d{1,7})$/.exec(corner)?.[1])) as [
    number,
    number,
  ];
  return last > first ? { column: readColumn(from, 0), first, last } : null;
}

const ISO_DAY = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?Z?)?$/;

/** A day that a workbook keeps as ISO has it, «21.11.2026 18:00»; without its time where that is midnight. */
function isoDay(text: string): string {
  const [, day = '', time = ''] = ISO_DAY.exec(text) ?? [];
  if (!day) return text;
  const shown = day.split('-').reverse().join('.');
  return /[1-9]/.test(time) ? `${shown} ${time}` : shown;
}

/** Whether Excel hides a row. @param height of it, points; undefined: that of the others */
const isHiddenRow = (hidden: string | undefined, height: string | undefined) =>
  hidden === '1' || hidden === 'true' || (height !== undefined && Number(height) === 0);

/** Shown in place of a formula that no program has computed yet. */
const NOT_WORKED_OUT = '#CALC!';

/** Puts a cell into its column; those before it that are missing are empty. */
function place(cells: string[], column: number, cell: string, budget: ImportBudget): void {
  if (column >= cells.length) budget.room(column + 1 - cells.length);
  while (cells.length < column) cells.push('');
  cells[column] = cell;
}

/** A flat that stands beside two residents once belongs to both: only the first of merged cells holds what all of them show. */
function spread(
  { rows, numbers }: Pick<Worksheet, 'rows' | 'numbers'>,
  merged: readonly Merged[],
  budget: ImportBudget,
): void {
  const placesByNumber = new Map(numbers.map((number, at) => [number, at]));
  let budgetCells = SPREAD_MOST;
  for (const { column, first, last } of merged) {
    const text = rows[placesByNumber.get(first) ?? -1]?.[column];
    if (!text) continue;
    for (let number = first + 1; number <= last && budgetCells > 0; number += 1) {
      budgetCells -= 1;
      const cells = rows[placesByNumber.get(number) ?? -1];
      if (!cells || cells[column]) continue;
      budget.take(text, number);
      place(cells, column, text, budget);
    }
  }
}

/**
 * Reads a sheet by what its cells show.
 * @throws ImportFileError tooManyRows, tooManyCells, tooMuchText, longCell
 */
export async function readWorksheet(
  document: string,
  { strings, formats, is1904, rowsMost }: WorksheetContext,
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
  /** The format of the present cell. What is known of each code stays in memory. */
  const formatNow = (): NumberFormat => {
    const format = formats[style] ?? { shows: 'general' };
    if (format.shows === 'code') codes.add(format.code);
    if (codes.size > CODES_MOST) throw new ImportFileError('tooHard');
    return format;
  };
  const finish = (): string => {
    if (hasFormula && text === '' && type !== 'str') return NOT_WORKED_OUT;
    if (type === 's') return strings[Number(text)] ?? '';
    if (type === 'b') return TRUTH[text] ?? text;
    if (type === 'inlineStr' || type === 'str') return unescaped(text);
    if (type === 'd') return isoDay(text);
    if (type !== 'n' || text === '') return text;
    return shownNumber(text, formatNow(), is1904);
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
          const one = mergedBy(attribute('ref') ?? '');
          if (one && merged.length < rowsMost) merged.push(one);
        } else if (name === 'rPh') inReading = true;
        else {
          inText = name === 'v' || name === 't';
          hasFormula ||= name === 'f';
        }
      },
      close: (name) => {
        if (name === 'c') {
          const cell = column < IMPORT.columns ? finish() : '';
          // Empty cells that only have a colour may be many.
          if (cell === '') return;
          budget.take(cell, number);
          place(cells, column, cell, budget);
        } else if (name === 'row') {
          if (cells.every((cell) => cell === '')) return;
          if (sheet.rows.length >= rowsMost) throw new ImportFileError('tooManyRows', { most: rowsMost });
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
  spread(sheet, merged, budget);
  return sheet;
}
