import { IMPORT_ROWS_OF_CALL } from '#resources/protocol/definitions/record-import.ts';
import type { ImportCells } from '#resources/rules/import/fields.ts';
import { type ImportKind, type ImportSession, importSession } from '../import-session.ts';
import { cutIntoParts, sendInParts } from '../send-parts.ts';
import type { Tasks, WorkerReply } from '../worker-messages.ts';
import type { CheckedPart, RecordShapes } from './record-shapes.ts';
import { RecordSheet } from './record-sheet.ts';
import { type ImportRow, keptOfCall, type RecordTable, readRecords, sendRows, withOutcomes } from './rows.ts';

/** Has the server look at rows, a part after another. @throws CallFailed */
async function checkRows(
  fileRows: readonly ImportCells[],
  { resource, key, updateKey, token }: Tasks<RecordShapes>['check']['ask'],
  tell: (told: WorkerReply<ImportRow>) => void,
): Promise<ImportRow[]> {
  const checkedRows: ImportRow[] = [];
  const tellProgress = () => tell({ event: 'checked', done: checkedRows.length, total: fileRows.length });
  tellProgress();
  await sendInParts(cutIntoParts(fileRows, IMPORT_ROWS_OF_CALL), {
    send: (part) => sendRows(resource, part, { key, updateKey, token, check: true }),
    onAnswer: (outcomes, part) => {
      checkedRows.push(...withOutcomes(part, outcomes));
      tellProgress();
    },
  });
  return checkedRows;
}

const ROWS_OF_PART = {
  file: ({ rows }) => rows,
  hidden: ({ hidden }) => hidden,
  unkept: (_table, sheet) => sheet.unkept(),
  outdated: (_table, sheet) => sheet.unkept().filter(({ isOutdated }) => isOutdated),
} as const satisfies Record<CheckedPart, (table: RecordTable, sheet: RecordSheet) => readonly ImportCells[]>;

/** Records of an added section. */
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
  async check({ table, sheet }, ask, tell) {
    if (!sheet || ask.part === 'file') return new RecordSheet(ask, await checkRows(table.rows, ask, tell));
    const sentRows = ROWS_OF_PART[ask.part](table, sheet);
    const formerKey = sheet.updateKey;
    // What is mended meanwhile is looked at by the new key as well.
    sheet.updateKey = ask.updateKey;
    try {
      sheet.takeChecked(sentRows, await checkRows(sentRows, ask, tell));
    } catch (error) {
      sheet.updateKey = formerKey;
      throw error;
    }
    return sheet;
  },
  async confirm(sheet, { at, cells, token }) {
    const { resource, key, updateKey, rows } = sheet;
    const row = rows[at];
    if (!row) return null;
    const outcomes = await sendRows(resource, [{ row: row.row, cells }], { key, updateKey, token, check: true });
    // By another key, which was chosen meanwhile, the row has been looked at with all others.
    return sheet.updateKey === updateKey ? sheet.confirm(at, cells, outcomes) : null;
  },
  rowsOfCall: ({ updateKey }) => keptOfCall(updateKey),
  // One after another: numbers are given in the order in which rows come.
  atOnce: 1,
  // Rows are known to the server by the key of the file and their number.
  holdsBroken: false,
  async send(sheet, { rows }, token) {
    const { resource, key, updateKey } = sheet;
    return sheet.settle(rows, await sendRows(resource, rows, { key, updateKey, token, check: false }));
  },
};

/** Begins an import of records. */
export const recordSession = (): ImportSession<RecordShapes> => importSession(RECORDS);
