import { IMPORT_ROWS_PER_CALL } from '#resources/protocol/definitions/record-import.ts';
import type { ImportCells } from '#resources/rules/import/fields.ts';
import { type ImportKind, type ImportSession, importSession } from '../import-session.ts';
import { cutIntoParts, sendInParts } from '../send-parts.ts';
import type { Tasks, WorkerReply } from '../worker-messages.ts';
import type { CheckedPart, RecordShapes } from './record-shapes.ts';
import { RecordSheet } from './record-sheet.ts';
import { type ImportRow, maxRowsPerCall, type RecordTable, readRecords, sendRows, withOutcomes } from './rows.ts';

/** Lets the server check rows in parts. @throws CallFailed */
async function checkRows(
  fileRows: readonly ImportCells[],
  { resource, key, updateKey, token }: Tasks<RecordShapes>['check']['ask'],
  post: (reply: WorkerReply<ImportRow>) => void,
): Promise<ImportRow[]> {
  const checkedRows: ImportRow[] = [];
  const postProgress = () => post({ event: 'checked', done: checkedRows.length, total: fileRows.length });
  postProgress();
  await sendInParts(cutIntoParts(fileRows, IMPORT_ROWS_PER_CALL), {
    send: (part) => sendRows(resource, part, { key, updateKey, token, check: true }),
    onAnswer: (outcomes, part) => {
      checkedRows.push(...withOutcomes(part, outcomes));
      postProgress();
    },
  });
  return checkedRows;
}

const SELECT_ROWS = {
  file: ({ rows }) => rows,
  hidden: ({ hidden }) => hidden,
  unkept: (_table, sheet) => sheet.unkept(),
  outdated: (_table, sheet) => sheet.unkept().filter(({ isOutdated }) => isOutdated),
} as const satisfies Record<CheckedPart, (table: RecordTable, sheet: RecordSheet) => readonly ImportCells[]>;

/** The import of records of an added section. */
const RECORDS: ImportKind<RecordShapes, RecordTable, RecordSheet> = {
  read: ({ resource, file, encoding }) => readRecords(resource, file, encoding),
  describe: ({ fields, strangers, computed, doubtful, hidden, encoding }) => ({
    fields,
    strangers,
    computed,
    doubtful,
    hidden: hidden.length,
    encoding,
  }),
  async check({ table, sheet }, request, post) {
    if (!sheet || request.part === 'file') return new RecordSheet(request, await checkRows(table.rows, request, post));
    const sentRows = SELECT_ROWS[request.part](table, sheet);
    const previousKey = sheet.updateKey;
    // Set before the check, so that rows corrected meanwhile are checked by the new key too.
    sheet.updateKey = request.updateKey;
    try {
      sheet.takeChecked(sentRows, await checkRows(sentRows, request, post));
    } catch (error) {
      sheet.updateKey = previousKey;
      throw error;
    }
    return sheet;
  },
  async confirm(sheet, { at, cells, token }) {
    const { resource, key, updateKey, rows } = sheet;
    const row = rows[at];
    if (!row) return null;
    const outcomes = await sendRows(resource, [{ row: row.row, cells }], { key, updateKey, token, check: true });
    // If the key has been changed meanwhile, the row was checked with all the others.
    return sheet.updateKey === updateKey ? sheet.confirm(at, cells, outcomes) : null;
  },
  rowsOfCall: ({ updateKey }) => maxRowsPerCall(updateKey),
  // One part at a time, because numbers are assigned in row order.
  atOnce: 1,
  // The server identifies rows by the key of the file and their number, so failed parts need no key of their own.
  holdsBroken: false,
  async send(sheet, { rows }, token) {
    const { resource, key, updateKey } = sheet;
    return sheet.settle(rows, await sendRows(resource, rows, { key, updateKey, token, check: false }));
  },
};

/** Creates an import session for records. */
export const recordSession = (): ImportSession<RecordShapes> => importSession(RECORDS);
