import {
  type ImportKind,
  type ImportSession,
  importSession,
  type OpenedTable,
} from '#console/engine/import/import-session.ts';
import { sendInParts } from '#console/engine/import/send-parts.ts';
import { isPassing } from '#console/engine/import/server-call.ts';
import type { Tasks, WorkerReply } from '#console/engine/import/worker-messages.ts';
import { BYTES, IMPORT } from '#resources/limits.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { namesCodes } from '#resources/rules/import/checks.ts';
import { tooLarge } from '#resources/rules/import/problem.ts';
import { type ImportTable, readImportTable } from '#resources/rules/import/table.ts';
import type { Cells, ResidentShapes } from './resident-shapes.ts';
import { restFile } from './rest.ts';
import { convertResidents, loadUnits, submitResidents } from './server-calls.ts';
import { Sheet } from './sheet.ts';
import { inSpans } from './spans.ts';
import { codeHint } from './words.ts';

/** Characters of a file that is checked in one call: three bytes each at the most, with some room. */
const PART = Math.floor(BYTES.attachment / 3) - 10_000;

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const csvLine = ({ label, last_name, first_name, phone_number }: Cells) =>
  `${[label, last_name, first_name, phone_number].map(quoted).join(',')}\r\n`;

const csvFile = (lines: readonly string[]) =>
  new Blob(['unit,last_name,first_name,phone_number\r\n', ...lines], { type: 'text/csv' });

/** Rows as a file of their own, UTF-8: the first of them is row 2 of it. */
function listFile(rows: readonly Cells[]): Blob {
  return csvFile(rows.map(csvLine));
}

/** A list as files small enough for one call each, with their rows. */
function* listParts<Row extends Cells>(rows: readonly Row[]): Generator<{ file: Blob; lines: readonly Row[] }> {
  let texts: string[] = [];
  let [from, length] = [0, 0];
  for (const [at, row] of rows.entries()) {
    const text = csvLine(row);
    if (texts.length && length + text.length > PART) {
      yield { file: csvFile(texts), lines: rows.slice(from, at) };
      [texts, from, length] = [[], at, 0];
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length) yield { file: csvFile(texts), lines: rows.slice(from) };
}

const PREVIEW = 3;
/** A part is a CSV whatever the file is. */
const PART_NAME = 'list.csv';
/** Parts of a submission on their way at once: while the server writes one down it reads the next. */
const AT_ONCE = 2;

/** A row with the codes of what is no name, also where the server takes it for one: an error of Excel, cells with doubtful quotes. */
function withOwnCodes(row: ImportRow, isDoubtful: boolean): ImportRow {
  const ofNames = namesCodes(row).filter((code) => code.startsWith('BROKEN'));
  if (isDoubtful && !ofNames.length) ofNames.push('BROKEN_FIELD_LAST_NAME');
  const codes = ofNames.filter((code) => !row.errors.includes(code));
  return codes.length ? { ...row, errors: [...row.errors, ...codes] } : row;
}

type CheckAsk = Tasks<ResidentShapes>['check']['ask'];

/**
 * As it is in one call, or what was read of it in as many as it takes: their rows get back the numbers they have in the file.
 * Of a workbook with hidden rows what was read is sent as well: what a server does with such rows is its own matter.
 */
async function convertFile(
  { file, table: { lines, hidden } }: OpenedTable<ImportTable, Sheet>,
  { fileName, building, encoding, token }: CheckAsk,
  tell: (told: WorkerReply<ImportRow>) => void,
): Promise<ImportRow[]> {
  if (file.size <= BYTES.attachment && !hidden) return convertResidents(file, fileName, building, encoding, token);
  const rows: ImportRow[] = [];
  let doneCount = 0;
  await sendInParts(listParts(lines), {
    isPassing,
    send: (part) => convertResidents(part.file, PART_NAME, building, 'utf-8', token),
    onAnswer: (answeredRows, part) => {
      for (const row of answeredRows) rows.push({ ...row, row: part.lines[row.row - 2]?.row ?? row.row });
      doneCount += part.lines.length;
      tell({ event: 'checked', done: doneCount, total: lines.length });
    },
  });
  return rows;
}

/** Residents of a building, invited as soon as they are sent. */
const RESIDENTS: ImportKind<ResidentShapes, ImportTable, Sheet> = {
  async read({ file, encoding, withHidden }) {
    if (file.size > IMPORT.file) throw tooLarge(IMPORT.file);
    return readImportTable(new Uint8Array(await file.arrayBuffer()), { encoding, withHidden });
  },
  describe: ({ lines, hidden, reading }) => ({
    rows: lines.length,
    hidden,
    reading,
    preview: lines.slice(0, PREVIEW),
  }),
  async check(openedTable, ask, tell) {
    const [all, units] = await Promise.all([convertFile(openedTable, ask, tell), loadUnits(ask.building, ask.token)]);
    const sent = inSpans(ask.sent);
    const doubtful = new Set(openedTable.table.lines.flatMap(({ row, isDoubtful }) => (isDoubtful ? row : [])));
    const rows = all.filter(({ row }) => !sent.has(row)).map((row) => withOwnCodes(row, doubtful.has(row.row)));
    return new Sheet(rows, units, ask.building);
  },
  /** A file of one row, checked by the same call: only the server knows whether the phone is taken. */
  async confirm(sheet, { at, cells, token }) {
    const [said] = await convertResidents(listFile([cells]), 'row.csv', sheet.building, 'utf-8', token);
    return said ? sheet.confirm(at, cells, said) : null;
  },
  rowsOfCall: () => IMPORT.rowsOfCall,
  atOnce: AT_ONCE,
  holdsBroken: true,
  async send(sheet, { key, rows }, token) {
    const { params } = await submitResidents(rows, key, token);
    return { created: params.created, patch: sheet.settle(params.rows) };
  },
  rest(table, sheet) {
    const wrongRows = [...sheet.lists().wrong].flatMap((at) => sheet.rows[at] ?? []);
    const rowReason = (row: ImportRow) =>
      row.errors.map((code) => codeHint(code, row, sheet.firstWith(row.phone_number)?.row ?? null)).join('. ');
    const { bytes, encoding } = restFile(table, wrongRows, rowReason);
    return { blob: new Blob([bytes], { type: 'text/csv' }), encoding };
  },
};

/** Begins an import of residents. */
export const residentSession = (): ImportSession<ResidentShapes> => importSession(RESIDENTS);
