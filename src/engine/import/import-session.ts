import { randomId } from '#console/data/random-id.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { cutIntoParts, sendInParts } from './send-parts.ts';
import { CallFailed } from './server-call.ts';
import type {
  ImportShapes,
  Patch,
  Rest,
  RowPlaces,
  Submitted,
  TaskFailure,
  TaskName,
  Tasks,
  WorkerReply,
  WorkerRequest,
} from './worker-messages.ts';

/** Rows of a file that the server has checked, as they are being corrected and sent. */
export interface RowSheet<Shapes extends ImportShapes> {
  readonly rows: readonly Shapes['row'][];
  /** Positions of correct and of wrong rows; rows that were taken are in neither. */
  lists(): RowPlaces;
  /** Puts other cells into a row. */
  mend(at: number, cells: Shapes['cells']): Patch<Shapes['row']>;
  /** Correct rows that have something to be sent, in the order in which they go. */
  sendable(): Shapes['row'][];
  /** Told of rows that are sent: until they are answered nothing of them may change. Left out where correct rows never do. */
  hold?(rows: readonly Shapes['row'][]): void;
}

/** A file as it was read, and its rows once they were checked. */
export interface OpenedTable<Table, Sheet> {
  file: Blob;
  table: Table;
  sheet: Sheet | null;
}

/** What an import is of: how its files are read, how its rows are checked and where they are sent. */
export interface ImportKind<Shapes extends ImportShapes, Table, Sheet extends RowSheet<Shapes>> {
  /** @throws ImportFileError when it is no list */
  read(ask: Tasks<Shapes>['open']['ask']): Promise<Table>;
  describe(table: Table): Shapes['file'];
  /**
   * Has the server check rows.
   * @returns the sheet with them: a new one, or the one that was there
   * @throws CallFailed
   */
  check(
    opened: OpenedTable<Table, Sheet>,
    ask: Tasks<Shapes>['check']['ask'],
    tell: (told: WorkerReply<Shapes['row']>) => void,
  ): Promise<Sheet>;
  /** Asks the server about one mended row. @returns null when it has been changed again meanwhile @throws CallFailed */
  confirm(sheet: Sheet, ask: Tasks<Shapes>['confirm']['ask']): Promise<Patch<Shapes['row']> | null>;
  /** Rows of one call that sends them. */
  rowsOfCall(sheet: Sheet): number;
  /** Parts on their way at once. */
  atOnce: number;
  /** The rows of a part that broke off stay as they were sent and are sent again so, under the key of the part. */
  holdsBroken: boolean;
  /** Sends a part and takes in what became of it. @throws CallFailed */
  send(
    sheet: Sheet,
    part: SentPart<Shapes['row']>,
    token: string | null,
  ): Promise<Pick<Submitted<Shapes['row']>, 'created' | 'patch'>>;
  /** The wrong rows as a file like the original; left out where there is no such file. */
  rest?(table: Table, sheet: Sheet): Rest;
}

/** A part of the list on its way to the server, under a key of its own. */
interface SentPart<Row> {
  key: string;
  rows: Row[];
}

/** Rows handed over at once: few enough that the page stays responsive. */
const HANDED = 1000;

/** The failure of a task, as it is sent to the page. */
export function taskFailure(error: unknown): TaskFailure {
  if (error instanceof ImportFileError) return { kind: 'file', problem: error.problem, params: error.params };
  if (error instanceof CallFailed) return error.failure;
  return { kind: 'unforeseen', message: error instanceof Error ? error.message : String(error) };
}

/** What a page, a worker or a test asks of an import. */
export interface ImportSession<Shapes extends ImportShapes> {
  /** Carries out a task. @throws what `taskFailure` reads */
  run(
    request: WorkerRequest<Shapes>,
    tell: (told: WorkerReply<Shapes['row']>) => void,
  ): Promise<Tasks<Shapes>[TaskName]['answer']>;
}

/** Everything that is done with a file and its rows; in the browser it lives in a worker, so that the page never waits. */
class KindSession<Shapes extends ImportShapes, Table, Sheet extends RowSheet<Shapes>> implements ImportSession<Shapes> {
  readonly #kind: ImportKind<Shapes, Table, Sheet>;
  /** The file that is to be read last. */
  #newest: Blob | null = null;
  #opened: OpenedTable<Table, Sheet> | null = null;
  /** Parts left by a failed submission. */
  #parts: SentPart<Shapes['row']>[] = [];

  constructor(kind: ImportKind<Shapes, Table, Sheet>) {
    this.#kind = kind;
  }

  run(
    { task, ask }: WorkerRequest<Shapes>,
    tell: (told: WorkerReply<Shapes['row']>) => void,
  ): Promise<Tasks<Shapes>[TaskName]['answer']> {
    switch (task) {
      case 'open':
        return this.#open(ask);
      case 'check':
        return this.#check(ask, tell);
      case 'mend':
        return Promise.resolve(this.#sheetNow().mend(ask.at, ask.cells));
      case 'confirm':
        return this.#kind.confirm(this.#sheetNow(), ask);
      case 'submit':
        return this.#submit(ask.token, tell);
      case 'rest':
        return Promise.resolve(this.#rest());
    }
  }

  async #open(ask: Tasks<Shapes>['open']['ask']): Promise<Shapes['file']> {
    const { file } = ask;
    this.#newest = file;
    const table = await this.#kind.read(ask);
    // Another file may have come meanwhile.
    if (this.#newest === file) this.#opened = { file, table, sheet: this.#opened?.sheet ?? null };
    return this.#kind.describe(table);
  }

  async #check(
    ask: Tasks<Shapes>['check']['ask'],
    tell: (told: WorkerReply<Shapes['row']>) => void,
  ): Promise<Patch<Shapes['row']>> {
    const openedTable = this.#openedNow();
    const sheetBefore = openedTable.sheet;
    const rowsBefore = sheetBefore?.rows.slice() ?? [];
    const sheet = await this.#kind.check(openedTable, ask, tell);
    openedTable.sheet = sheet;
    const { rows } = sheet;
    if (sheet === sheetBefore) {
      const changed = rows.flatMap((row, at) => (row === rowsBefore[at] ? [] : [[at, row] as [number, Shapes['row']]]));
      return { rows: changed, ...sheet.lists() };
    }
    this.#parts = [];
    for (let from = 0; from < rows.length; from += HANDED)
      tell({ event: 'rows', rows: rows.slice(from, from + HANDED), total: rows.length });
    return { rows: [], ...sheet.lists() };
  }

  async #submit(
    token: string | null,
    tell: (told: WorkerReply<Shapes['row']>) => void,
  ): Promise<Submitted<Shapes['row']>> {
    const sheet = this.#sheetNow();
    this.#parts.push(...newParts(sheet.sendable(), this.#kind.rowsOfCall(sheet), this.#parts));
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
          tell({ event: 'progress', done: doneCount, total, patch });
        },
      });
    } finally {
      if (!this.#kind.holdsBroken) this.#parts = [];
    }
    return { created, refused: doneCount - created, patch };
  }

  #openedNow(): OpenedTable<Table, Sheet> {
    if (!this.#opened) throw new Error('no file was opened');
    return this.#opened;
  }

  #sheetNow(): Sheet {
    const { sheet } = this.#openedNow();
    if (!sheet) throw new Error('no list was checked');
    return sheet;
  }

  #rest(): Rest {
    const { rest } = this.#kind;
    if (!rest) throw new Error('there is no file of the rest');
    return rest(this.#openedNow().table, this.#sheetNow());
  }
}

/** Begins an import of a kind. */
export function importSession<Shapes extends ImportShapes, Table, Sheet extends RowSheet<Shapes>>(
  kind: ImportKind<Shapes, Table, Sheet>,
): ImportSession<Shapes> {
  return new KindSession(kind);
}

/** Rows that are in none of these parts, in parts of one call each. */
function newParts<Row extends { row: number }>(
  rows: readonly Row[],
  size: number,
  parts: readonly SentPart<Row>[],
): SentPart<Row>[] {
  const under = new Set(parts.flatMap((part) => part.rows.map(({ row }) => row)));
  const key = randomId();
  const newRows = rows.filter(({ row }) => !under.has(row));
  return cutIntoParts(newRows, size).map((part, at) => ({ key: `${key}-${at}`, rows: part }));
}
