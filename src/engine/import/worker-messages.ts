import type { Encoding } from '#resources/rules/import/encoding.ts';
import type { ImportProblem } from '#resources/rules/import/problem.ts';
import type { NumberedRow } from './rows-table.tsx';

/** How a file is read. */
export interface Reading {
  /** Chosen by the person; undefined: found out. */
  encoding?: Encoding | undefined;
  /** Rows that Excel hides are taken in. */
  withHidden?: boolean | undefined;
}

/** What one import has its own of, in what passes between its page and its worker. */
export interface ImportShapes {
  row: NumberedRow;
  /** What of a row may be corrected. */
  cells: object;
  /** What the worker is told besides to read a file. */
  open: object;
  /** What the page is told of a file that was read. */
  file: object;
  /** What the server is told to check the rows. */
  check: object;
}

/** Places of the correct and of the wrong rows, in the order of the file. */
export interface RowPlaces {
  correct: Uint32Array<ArrayBuffer>;
  wrong: Uint32Array<ArrayBuffer>;
}

/** A change: rows by position in the list, and which of all rows are correct and which are wrong. */
export interface Patch<Row> extends RowPlaces {
  rows: [at: number, row: Row][];
}

/** What a submission has come to. */
export interface Submitted<Row> {
  created: number;
  refused: number;
  patch: Patch<Row>;
}

/** With what the worker makes its calls. */
interface Signed {
  token: string | null;
}

/** Requests to the worker, and its answers. */
export interface Tasks<Shapes extends ImportShapes> {
  /** Reads a file. Only the newest one counts. */
  open: { ask: { file: Blob } & Reading & Shapes['open']; answer: Shapes['file'] };
  /** Has the server check rows of the file. New rows come before the answer, a thousand at a time (`WorkerReply`). */
  check: { ask: Signed & Shapes['check']; answer: Patch<Shapes['row']> };
  mend: { ask: { at: number; cells: Shapes['cells'] }; answer: Patch<Shapes['row']> };
  /** Asks the server about a mended row; null when it has been changed again meanwhile. */
  confirm: { ask: Signed & { at: number; cells: Shapes['cells'] }; answer: Patch<Shapes['row']> | null };
  /** Submits the correct rows. Sent again after a failure, it goes on where it stopped. */
  submit: { ask: Signed; answer: Submitted<Shapes['row']> };
  /** The wrong rows as a file like the original. */
  rest: { ask: object; answer: Rest };
}
export type TaskName = keyof Tasks<ImportShapes>;

/** Rows that were left behind, as a file. */
export interface Rest {
  blob: Blob;
  /** In which encoding it is written. */
  encoding: Encoding;
}

/** Why a task failed: the file, the server (status 0: no answer), a worker that did not load or broke down, or something unforeseen. */
export type TaskFailure =
  | { kind: 'file'; problem: ImportProblem; params: Readonly<Record<string, string | number>> }
  | {
      kind: 'server';
      path: string;
      status: number;
      json: unknown;
      requestId: string | null;
      /** The time for an answer was over, or the answer was no JSON; null for what the server has refused itself. */
      trouble: 'late' | 'noData' | null;
    }
  | { kind: 'worker' }
  | { kind: 'unforeseen'; message: string };

/** Progress messages of the worker. */
export type WorkerReply<Row> =
  /** Rows that the server has checked so far, of a list in parts. */
  | { event: 'checked'; done: number; total: number }
  /** Rows that the server has checked, of how many it has. */
  | { event: 'rows'; rows: Row[]; total: number }
  | { event: 'progress'; done: number; total: number; patch?: Patch<Row> };

/** To the worker. */
export type WorkerRequest<Shapes extends ImportShapes> = {
  [Name in TaskName]: { id: number; task: Name; ask: Tasks<Shapes>[Name]['ask'] };
}[TaskName];

/** From the worker. */
export type WorkerAnswer<Shapes extends ImportShapes> =
  | { id: number; answer: Tasks<Shapes>[TaskName]['answer'] }
  | { id: number; failure: TaskFailure }
  | { id: number; told: WorkerReply<Shapes['row']> };

/** The two ends of the line to the worker, as this side needs it. */
export interface WorkerPort<Shapes extends ImportShapes> {
  post(message: WorkerRequest<Shapes>): void;
  /** Calls back with everything that comes. */
  hear(listener: (message: WorkerAnswer<Shapes>) => void): void;
  /** Calls back where nothing will come any more: its script did not load, or broke down. */
  onLost?(listener: () => void): void;
  close(): void;
}

/** How a worker is reached; a test puts itself in its place. */
export type Connect<Shapes extends ImportShapes> = () => Promise<WorkerPort<Shapes>>;
