import { randomId } from '#console/data/random-id.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { cutIntoParts, sendInParts } from './send-parts.ts';
import { CallFailed } from './server-call.ts';
import type {
  ImportShapes,
  Patch,
  Rest,
  RowIndexes,
  Submitted,
  TaskFailure,
  TaskName,
  Tasks,
  WorkerReply,
  WorkerRequest,
} from './worker-messages.ts';

/** Rows of a file that the server has checked, while they are corrected and sent. */
export interface RowSheet<Shapes extends ImportShapes> {
  readonly rows: readonly Shapes['row'][];
  /** Indexes of correct and of wrong rows; rows already imported are in neither. */
  lists(): RowIndexes;
  /** Replaces the cells of a row. */
  mend(at: number, cells: Shapes['cells']): Patch<Shapes['row']>;
  /** Correct rows that have to be sent, in sending order. */
  sendable(): Shapes['row'][];
  /** Called with the rows being sent, which must not change until the response. Omitted where correct rows never change. */
  hold?(rows: readonly Shapes['row'][]): void;
}

/** A file that was read, and its rows once they were checked. */
export interface ImportedTable<Table, Sheet> {
  file: Blob;
  table: Table;
  sheet: Sheet | null;
}

/** What an import kind defines: reading its files, checking and sending its rows. */
export interface ImportKind<Shapes extends ImportShapes, Table, Sheet extends RowSheet<Shapes>> {
  /** @throws ImportFileError when the file contains no list */
  read(ask: Tasks<Shapes>['open']['ask']): Promise<Table>;
  describe(table: Table): Shapes['file'];
  /**
   * Has the server check rows.
   * @returns a new sheet, or the existing one with the rows added
   * @throws CallFailed
   */
  check(
    opened: ImportedTable<Table, Sheet>,
    ask: Tasks<Shapes>['check']['ask'],
    post: (reply: WorkerReply<Shapes['row']>) => void,
  ): Promise<Sheet>;
  /**
   * Has the server check one corrected row.
   * @returns null if it was changed again meanwhile
   * @throws CallFailed
   */
  confirm(sheet: Sheet, ask: Tasks<Shapes>['confirm']['ask']): Promise<Patch<Shapes['row']> | null>;
  /** Maximum number of rows in one sending call. */
  rowsOfCall(sheet: Sheet): number;
  /** Number of parts sent concurrently. */
  atOnce: number;
  /** Whether the rows of a failed part are locked and sent again unchanged under the key of that part. */
  holdsBroken: boolean;
  /** Sends a part and applies the results. @throws CallFailed */
  send(
    sheet: Sheet,
    part: SentPart<Shapes['row']>,
    token: string | null,
  ): Promise<Pick<Submitted<Shapes['row']>, 'created' | 'patch'>>;
  /** The wrong rows as a file like the original; omitted where that is not supported. */
  rest?(table: Table, sheet: Sheet): Rest;
}

/** A part of the list being sent, with an idempotency key. */
interface SentPart<Row> {
  key: string;
  rows: Row[];
}

/** Rows posted per message: few enough that the page stays responsive. */
const ROWS_PER_MESSAGE = 1000;

/** Converts the error of a task into a message for the page. */
export function taskFailure(error: unknown): TaskFailure {
  if (error instanceof ImportFileError) return { kind: 'file', problem: error.problem, params: error.params };
  if (error instanceof CallFailed) return error.failure;
  return { kind: 'unforeseen', message: error instanceof Error ? error.message : String(error) };
}

/** Runs the tasks of an import for a page, a worker or a test. */
export interface ImportSession<Shapes extends ImportShapes> {
  /** @throws errors that `taskFailure` converts */
  run(
    request: WorkerRequest<Shapes>,
    post: (reply: WorkerReply<Shapes['row']>) => void,
  ): Promise<Tasks<Shapes>[TaskName]['answer']>;
}

/** Does all work on a file and its rows; in the browser it runs in a worker, so that the page stays responsive. */
class KindSession<Shapes extends ImportShapes, Table, Sheet extends RowSheet<Shapes>> implements ImportSession<Shapes> {
  readonly #kind: ImportKind<Shapes, Table, Sheet>;
  /** The file opened last. */
  #latestFile: Blob | null = null;
  #opened: ImportedTable<Table, Sheet> | null = null;
  /** Parts left over from a failed submission. */
  #parts: SentPart<Shapes['row']>[] = [];

  constructor(kind: ImportKind<Shapes, Table, Sheet>) {
    this.#kind = kind;
  }

  run(
    { task, ask }: WorkerRequest<Shapes>,
    post: (reply: WorkerReply<Shapes['row']>) => void,
  ): Promise<Tasks<Shapes>[TaskName]['answer']> {
    switch (task) {
      case 'open':
        return this.#open(ask);
      case 'check':
        return this.#check(ask, post);
      case 'mend':
        return Promise.resolve(this.#requireSheet().mend(ask.at, ask.cells));
      case 'confirm':
        return this.#kind.confirm(this.#requireSheet(), ask);
      case 'submit':
        return this.#submit(ask.token, post);
      case 'rest':
        return Promise.resolve(this.#rest());
    }
  }

  async #open(ask: Tasks<Shapes>['open']['ask']): Promise<Shapes['file']> {
    const { file } = ask;
    this.#latestFile = file;
    const table = await this.#kind.read(ask);
    // Another file may have been opened meanwhile.
    if (this.#latestFile === file) this.#opened = { file, table, sheet: this.#opened?.sheet ?? null };
    return this.#kind.describe(table);
  }

  async #check(
    ask: Tasks<Shapes>['check']['ask'],
    post: (reply: WorkerReply<Shapes['row']>) => void,
  ): Promise<Patch<Shapes['row']>> {
    const openedTable = this.#requireOpened();
    const sheetBefore = openedTable.sheet;
    const rowsBefore = sheetBefore?.rows.slice() ?? [];
    const sheet = await this.#kind.check(openedTable, ask, post);
    openedTable.sheet = sheet;
    const { rows } = sheet;
    if (sheet === sheetBefore) {
      const changed = rows.flatMap((row, at) => (row === rowsBefore[at] ? [] : [[at, row] as [number, Shapes['row']]]));
      return { rows: changed, ...sheet.lists() };
    }
    this.#parts = [];
    for (let from = 0; from < rows.length; from += ROWS_PER_MESSAGE)
      post({ event: 'rows', rows: rows.slice(from, from + ROWS_PER_MESSAGE), total: rows.length });
    return { rows: [], ...sheet.lists() };
  }

  async #submit(
    token: string | null,
    post: (reply: WorkerReply<Shapes['row']>) => void,
  ): Promise<Submitted<Shapes['row']>> {
    const sheet = this.#requireSheet();
    this.#parts.push(...splitIntoParts(sheet.sendable(), this.#kind.rowsOfCall(sheet), this.#parts));
    sheet.hold?.(this.#parts.flatMap(({ rows }) => rows));
    const total = this.#parts.reduce((sum, { rows }) => sum + rows.length, 0);
    let [doneCount, created] = [0, 0];
    let patch: Patch<Shapes['row']> = { rows: [], ...sheet.lists() };
    try {
      await sendInParts([...this.#parts], {
        atOnce: this.#kind.atOnce,
        send: (part) => this.#kind.send(sheet, part, token),
        onAnswer: (answer, { key, rows }) => {
          this.#parts = this.#parts.filter((other) => other.key !== key);
          patch = answer.patch;
          doneCount += rows.length;
          created += answer.created;
          post({ event: 'progress', done: doneCount, total, patch });
        },
      });
    } finally {
      if (!this.#kind.holdsBroken) this.#parts = [];
    }
    return { created, refused: doneCount - created, patch };
  }

  #requireOpened(): ImportedTable<Table, Sheet> {
    if (!this.#opened) throw new Error('no file was opened');
    return this.#opened;
  }

  #requireSheet(): Sheet {
    const { sheet } = this.#requireOpened();
    if (!sheet) throw new Error('no list was checked');
    return sheet;
  }

  #rest(): Rest {
    const { rest } = this.#kind;
    if (!rest) throw new Error('there is no file of the rest');
    return rest(this.#requireOpened().table, this.#requireSheet());
  }
}

/** Creates an import session for a kind. */
export function importSession<Shapes extends ImportShapes, Table, Sheet extends RowSheet<Shapes>>(
  kind: ImportKind<Shapes, Table, Sheet>,
): ImportSession<Shapes> {
  return new KindSession(kind);
}

/** Splits the rows that are in none of the existing parts into parts of one call each. */
function splitIntoParts<Row extends { row: number }>(
  rows: readonly Row[],
  size: number,
  parts: readonly SentPart<Row>[],
): SentPart<Row>[] {
  const assignedRows = new Set(parts.flatMap((part) => part.rows.map(({ row }) => row)));
  const key = randomId();
  const newRows = rows.filter(({ row }) => !assignedRows.has(row));
  return cutIntoParts(newRows, size).map((part, at) => ({ key: `${key}-${at}`, rows: part }));
}
