import {
  type ImportedTable,
  type ImportKind,
  type ImportSession,
  importSession,
} from '#console/engine/import/import-session.ts';
import { sendInParts } from '#console/engine/import/send-parts.ts';
import { isTransientFailure } from '#console/engine/import/server-call.ts';
import type { Tasks, WorkerReply } from '#console/engine/import/worker-messages.ts';
import { BYTES, IMPORT } from '#resources/limits.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { checkNames } from '#resources/rules/import/checks.ts';
import { createTooLargeError } from '#resources/rules/import/problem.ts';
import { type ImportTable, readImportTable } from '#resources/rules/import/table.ts';
import { codeHint } from './cell-names.ts';
import type { Cells, ResidentShapes } from './resident-shapes.ts';
import { makeRestFile } from './rest-file.ts';
import { convertResidents, loadUnits, submitResidents } from './server-calls.ts';
import { Sheet } from './sheet.ts';
import { spanNumbers } from './spans.ts';

/** Maximum length of a file for one call, characters; assumes up to three bytes per character, with a margin. */
const PART_LENGTH_MAX = Math.floor(BYTES.attachment / 3) - 10_000;

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const csvLine = ({ label, last_name, first_name, phone_number }: Cells) =>
  `${[label, last_name, first_name, phone_number].map(quote).join(',')}\r\n`;

const csvFile = (lines: readonly string[]) =>
  new Blob(['unit,last_name,first_name,phone_number\r\n', ...lines], { type: 'text/csv' });

/** Writes rows as a UTF-8 CSV file, in which the first row has number 2. */
function listFile(rows: readonly Cells[]): Blob {
  return csvFile(rows.map(csvLine));
}

/** Splits a list into files small enough for one call each. */
function* listParts<Row extends Cells>(rows: readonly Row[]): Generator<{ file: Blob; lines: readonly Row[] }> {
  let texts: string[] = [];
  let [from, length] = [0, 0];
  for (const [index, row] of rows.entries()) {
    const text = csvLine(row);
    if (texts.length && length + text.length > PART_LENGTH_MAX) {
      yield { file: csvFile(texts), lines: rows.slice(from, index) };
      [texts, from, length] = [[], index, 0];
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length) yield { file: csvFile(texts), lines: rows.slice(from) };
}

/** Number of rows in the preview. */
const PREVIEW_ROWS = 3;
/** File name of a part, which is always a CSV. */
const PART_NAME = 'list.csv';
/** Parallel calls of a submission, so that the server can read the next part while it saves the previous one. */
const PARALLEL_CALLS = 2;

/** Adds error codes for names that the server accepts although they are none: Excel errors and cells with unmatched quotes. */
function withNameCodes(row: ImportRow, isDoubtful: boolean): ImportRow {
  const nameCodes = checkNames(row).filter((code) => code.startsWith('BROKEN'));
  if (isDoubtful && !nameCodes.length) nameCodes.push('BROKEN_FIELD_LAST_NAME');
  const codes = nameCodes.filter((code) => !row.errors.includes(code));
  return codes.length ? { ...row, errors: [...row.errors, ...codes] } : row;
}

type CheckAsk = Tasks<ResidentShapes>['check']['ask'];

/**
 * Has the server check a file: the file itself in one call, or its rows in parts if it is too large or has hidden rows (servers
 * may treat those differently). Rows of parts get their original row numbers back.
 */
async function convertFile(
  { file, table: { lines, hidden } }: ImportedTable<ImportTable, Sheet>,
  { fileName, building, encoding, token }: CheckAsk,
  report: (event: WorkerReply<ImportRow>) => void,
): Promise<ImportRow[]> {
  if (file.size <= BYTES.attachment && !hidden) return convertResidents(file, fileName, building, encoding, token);
  const rows: ImportRow[] = [];
  let doneCount = 0;
  await sendInParts(listParts(lines), {
    isTransient: isTransientFailure,
    send: (part) => convertResidents(part.file, PART_NAME, building, 'utf-8', token),
    onAnswer: (answeredRows, part) => {
      for (const row of answeredRows) rows.push({ ...row, row: part.lines[row.row - 2]?.row ?? row.row });
      doneCount += part.lines.length;
      report({ event: 'checked', done: doneCount, total: lines.length });
    },
  });
  return rows;
}

/** Import of residents of a building, who are invited when their rows are sent. */
const RESIDENTS_IMPORT: ImportKind<ResidentShapes, ImportTable, Sheet> = {
  async read({ file, encoding, withHidden }) {
    if (file.size > IMPORT.file) throw createTooLargeError(IMPORT.file);
    return readImportTable(new Uint8Array(await file.arrayBuffer()), { encoding, withHidden });
  },
  describe: ({ lines, hidden, reading }) => ({
    rows: lines.length,
    hidden,
    reading,
    preview: lines.slice(0, PREVIEW_ROWS),
  }),
  async check(openedTable, request, report) {
    const [checkedRows, units] = await Promise.all([
      convertFile(openedTable, request, report),
      loadUnits(request.building, request.token),
    ]);
    const sentRows = spanNumbers(request.sent);
    const doubtful = new Set(openedTable.table.lines.flatMap(({ row, isDoubtful }) => (isDoubtful ? row : [])));
    const rows = checkedRows
      .filter(({ row }) => !sentRows.has(row))
      .map((row) => withNameCodes(row, doubtful.has(row.row)));
    return new Sheet(rows, units, request.building);
  },
  /** Checks one row as a file of its own, because only the server knows whether the phone is taken. */
  async confirm(sheet, { at, cells, token }) {
    const [checkedRow] = await convertResidents(listFile([cells]), 'row.csv', sheet.building, 'utf-8', token);
    return checkedRow ? sheet.confirm(at, cells, checkedRow) : null;
  },
  rowsOfCall: () => IMPORT.rowsPerCall,
  atOnce: PARALLEL_CALLS,
  holdsBroken: true,
  async send(sheet, { key, rows }, token) {
    const { params } = await submitResidents(rows, key, token);
    return { created: params.created, patch: sheet.settle(params.rows) };
  },
  rest(table, sheet) {
    const wrongRows = [...sheet.lists().wrong].flatMap((at) => sheet.rows[at] ?? []);
    const rowReason = (row: ImportRow) =>
      row.errors.map((code) => codeHint(code, row, sheet.firstWith(row.phone_number)?.row ?? null)).join('. ');
    const { bytes, encoding } = makeRestFile(table, wrongRows, rowReason);
    return { blob: new Blob([bytes], { type: 'text/csv' }), encoding };
  },
};

/** Creates an import session for residents. */
export const createResidentSession = (): ImportSession<ResidentShapes> => importSession(RESIDENTS_IMPORT);
