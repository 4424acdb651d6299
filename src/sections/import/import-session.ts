import { randomId } from '#console/data/random-id.ts';
import { BYTES, IMPORT } from '#resources/limits.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { namesCodes } from '#resources/rules/import/checks.ts';
import { ImportFileError, tooLarge } from '#resources/rules/import/problem.ts';
import { type ImportTable, readImportTable } from '#resources/rules/import/table.ts';
import { restFile } from './rest.ts';
import { CallFailed, convertResidents, loadUnits, submitResidents } from './server-calls.ts';
import { type Cells, type Patch, Sheet } from './sheet.ts';
import { inSpans } from './spans.ts';
import { codeHint } from './words.ts';
import type { OpenedFile, Rest, TaskFailure, TaskName, Tasks, WorkerReply, WorkerRequest } from './worker-messages.ts';

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

/** Rows handed over at once: few enough that the page stays responsive. */
const HANDED = 1000;
const PREVIEW = 3;
/** A part is a CSV whatever the file is. */
const PART_NAME = 'list.csv';
/** Parts of a submission on their way at once: while the server writes one down it reads the next. */
const AT_ONCE = 2;

/** A part of the list on its way to the server, under a key of its own. */
interface Part {
  key: string;
  rows: ImportRow[];
}

/** The failure of a task, as it is sent to the page. */
export function taskFailure(error: unknown): TaskFailure {
  if (error instanceof ImportFileError) return { kind: 'file', problem: error.problem, params: error.params };
  if (error instanceof CallFailed) return error.failure;
  return { kind: 'unforeseen', message: error instanceof Error ? error.message : String(error) };
}

/** A row with the codes of what is no name, also where the server takes it for one: an error of Excel, cells with doubtful quotes. */
function withOwnCodes(row: ImportRow, isDoubtful: boolean): ImportRow {
  const ofNames = namesCodes(row).filter((code) => code.startsWith('BROKEN'));
  if (isDoubtful && !ofNames.length) ofNames.push('BROKEN_FIELD_LAST_NAME');
  const codes = ofNames.filter((code) => !row.errors.includes(code));
  return codes.length ? { ...row, errors: [...row.errors, ...codes] } : row;
}

/** Whether a call may succeed when it is made once more: no answer, or a server that was not itself. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallFailed &&
  error.failure.kind === 'server' &&
  (error.failure.status === 0 || error.failure.status >= 500);

/** Everything that is done with a file and its rows; in the browser it lives in a worker, so that the page never waits. */
export class ImportSession {
  #file: Blob | null = null;
  #table: ImportTable | null = null;
  #sheet: Sheet | null = null;
  #building = 0;
  /** Rows left by a failed submission. */
  #parts: Part[] = [];

  /** Carries out a task. @throws what `failureOf` reads */
  run({ task, ask }: WorkerRequest, tell: (told: WorkerReply) => void): Promise<Tasks[TaskName]['answer']> {
    switch (task) {
      case 'open':
        return this.#open(ask);
      case 'check':
        return this.#check(ask, tell);
      case 'mend':
        return Promise.resolve(this.#sheetNow().mend(ask.at, ask.cells));
      case 'confirm':
        return this.#confirm(ask);
      case 'submit':
        return this.#submit(ask.token, tell);
      case 'rest':
        return Promise.resolve(this.#rest());
    }
  }

  async #open({ file, encoding, withHidden }: Tasks['open']['ask']): Promise<OpenedFile> {
    this.#table = null;
    this.#file = file;
    if (file.size > IMPORT.file) throw tooLarge(IMPORT.file);
    const table = await readImportTable(new Uint8Array(await file.arrayBuffer()), { encoding, withHidden });
    // Another file may have come meanwhile.
    if (this.#file === file) this.#table = table;
    const { lines, hidden, reading } = table;
    return { rows: lines.length, hidden, reading, preview: lines.slice(0, PREVIEW) };
  }

  async #check(ask: Tasks['check']['ask'], tell: (told: WorkerReply) => void): Promise<Patch> {
    if (!this.#file) throw new Error('no file was opened');
    const [all, units] = await Promise.all([this.#convert(this.#file, ask, tell), loadUnits(ask.building, ask.token)]);
    const sent = inSpans(ask.sent);
    const doubtful = new Set(this.#table?.lines.flatMap(({ row, isDoubtful }) => (isDoubtful ? row : [])));
    const rows = all.filter(({ row }) => !sent.has(row)).map((row) => withOwnCodes(row, doubtful.has(row.row)));
    const sheet = new Sheet(rows, units);
    this.#sheet = sheet;
    this.#building = ask.building;
    this.#parts = [];
    for (let from = 0; from < rows.length; from += HANDED)
      tell({ event: 'rows', rows: rows.slice(from, from + HANDED), total: rows.length });
    return { rows: [], ...sheet.lists() };
  }

  /**
   * As it is in one call, or what was read of it in as many as it takes: their rows get back the numbers they have in the file.
   * Of a workbook with hidden rows what was read is sent as well: what a server does with such rows is its own matter.
   */
  async #convert(
    file: Blob,
    { fileName, building, encoding, token }: Tasks['check']['ask'],
    tell: (told: WorkerReply) => void,
  ): Promise<ImportRow[]> {
    if (!this.#table) throw new Error('no file was opened');
    const { lines, hidden } = this.#table;
    if (file.size <= BYTES.attachment && !hidden) return convertResidents(file, fileName, building, encoding, token);
    const rows: ImportRow[] = [];
    let doneCount = 0;
    for (const part of listParts(lines)) {
      const convert = () => convertResidents(part.file, PART_NAME, building, 'utf-8', token);
      const answeredRows = await convert().catch((error: unknown) => {
        // The parts before it are checked already: a moment without a connection must not cost them.
        if (isPassing(error)) return convert();
        throw error;
      });
      for (const row of answeredRows) rows.push({ ...row, row: part.lines[row.row - 2]?.row ?? row.row });
      doneCount += part.lines.length;
      tell({ event: 'checked', done: doneCount, total: lines.length });
    }
    return rows;
  }

  /** A file of one row, checked by the same call: only the server knows whether the phone is taken. */
  async #confirm({ at, cells, token }: Tasks['confirm']['ask']): Promise<Patch | null> {
    const sheet = this.#sheetNow();
    const file = listFile([cells]);
    const [said] = await convertResidents(file, 'row.csv', this.#building, 'utf-8', token);
    return said ? sheet.confirm(at, cells, said) : null;
  }

  async #submit(token: string | null, tell: (told: WorkerReply) => void): Promise<Tasks['submit']['answer']> {
    const sheet = this.#sheetNow();
    this.#parts.push(...newParts(sheet, this.#parts));
    sheet.hold(this.#parts.flatMap(({ rows }) => rows));
    const total = this.#parts.reduce((sum, { rows }) => sum + rows.length, 0);
    let [doneCount, created, refusedCount] = [0, 0, 0];
    let patch: Patch = { rows: [], ...sheet.lists() };
    const waiting = [...this.#parts];
    const send = async (): Promise<void> => {
      for (let part = waiting.shift(); part; part = waiting.shift()) {
        const { key, rows } = part;
        const { params } = await submitResidents(rows, key, token).catch((error: unknown) => {
          // Waits for running calls and starts no new ones.
          waiting.length = 0;
          throw error;
        });
        this.#parts = this.#parts.filter((other) => other.key !== key);
        patch = sheet.settle(params.rows);
        doneCount += rows.length;
        created += params.created;
        refusedCount += rows.length - params.created;
        tell({ event: 'progress', done: doneCount, total, patch });
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, send));
    const broken = lanes.find((lane) => lane.status === 'rejected');
    if (broken) throw broken.reason;
    return { created, refused: refusedCount, patch };
  }

  #sheetNow(): Sheet {
    if (!this.#sheet) throw new Error('no list was checked');
    return this.#sheet;
  }

  #rest(): Rest {
    const sheet = this.#sheetNow();
    if (!this.#table) throw new Error('no file was opened');
    const rows = [...sheet.lists().wrong].flatMap((at) => sheet.rows[at] ?? []);
    const rowReason = (row: ImportRow) =>
      row.errors.map((code) => codeHint(code, row, sheet.firstWith(row.phone_number)?.row ?? null)).join('. ');
    const { bytes, encoding } = restFile(this.#table, rows, rowReason);
    return { blob: new Blob([bytes], { type: 'text/csv' }), encoding };
  }
}

/** Correct rows that are not being sent yet, in parts of one call each. */
function newParts(sheet: Sheet, parts: readonly Part[]): Part[] {
  const under = new Set(parts.flatMap(({ rows }) => rows.map(({ row }) => row)));
  const rows = [...sheet.lists().correct].flatMap((at) => sheet.rows[at] ?? []).filter(({ row }) => !under.has(row));
  const key = randomId();
  return Array.from({ length: Math.ceil(rows.length / IMPORT.rowsOfCall) }, (_, at) => ({
    key: `${key}-${at}`,
    rows: rows.slice(at * IMPORT.rowsOfCall, (at + 1) * IMPORT.rowsOfCall),
  }));
}
