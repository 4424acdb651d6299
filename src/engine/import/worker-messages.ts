import type { Encoding } from '#resources/rules/import/encoding.ts';
import type { ImportProblem } from '#resources/rules/import/problem.ts';
import type { NumberedRow } from './rows-table.tsx';

/** Options for reading a file. */
export interface Reading {
  /** Chosen by the person; undefined: detected. */
  encoding?: Encoding | undefined;
  /** Whether rows hidden in Excel are included. */
  withHidden?: boolean | undefined;
}

/** Types by which the messages of one import differ from those of another. */
export interface ImportShapes {
  row: NumberedRow;
  /** The part of a row that can be corrected. */
  cells: object;
  /** Parameters for reading a file, besides the file. */
  open: object;
  /** What the page needs to know about a file that was read. */
  file: object;
  /** Parameters of the server's check. */
  check: object;
}

/** Indexes of the correct and of the wrong rows, in file order. */
export interface RowIndexes {
  correct: Uint32Array<ArrayBuffer>;
  wrong: Uint32Array<ArrayBuffer>;
}

/** A change of the list: changed rows by index, and the new lists of correct and wrong rows. */
export interface Patch<Row> extends RowIndexes {
  rows: [at: number, row: Row][];
}

/** Result of a submission. */
export interface Submitted<Row> {
  created: number;
  refused: number;
  patch: Patch<Row>;
}

/** Token for the worker's calls. */
interface Signed {
  token: string | null;
}

/** Requests to the worker and their answers. */
export interface Tasks<Shapes extends ImportShapes> {
  /** Reads a file; only the last one opened counts. */
  open: { ask: { file: Blob } & Reading & Shapes['open']; answer: Shapes['file'] };
  /** Has the server check rows of the file. New rows arrive before the answer, a thousand at a time (`WorkerReply`). */
  check: { ask: Signed & Shapes['check']; answer: Patch<Shapes['row']> };
  mend: { ask: { at: number; cells: Shapes['cells'] }; answer: Patch<Shapes['row']> };
  /** Has the server check a corrected row; null if it was changed again meanwhile. */
  confirm: { ask: Signed & { at: number; cells: Shapes['cells'] }; answer: Patch<Shapes['row']> | null };
  /** Submits the correct rows; repeated after a failure, it continues where it stopped. */
  submit: { ask: Signed; answer: Submitted<Shapes['row']> };
  /** The wrong rows as a file like the original. */
  rest: { ask: object; answer: Rest };
}
export type TaskName = keyof Tasks<ImportShapes>;

/** The remaining rows as a file. */
export interface Rest {
  blob: Blob;
  /** Encoding of the file. */
  encoding: Encoding;
}

/**
 * Why a task failed: the file, the server (status 0: no response), a worker that did not load or crashed, or an unforeseen error.
 */
export type TaskFailure =
  | { kind: 'file'; problem: ImportProblem; params: Readonly<Record<string, string | number>> }
  | {
      kind: 'server';
      path: string;
      status: number;
      json: unknown;
      requestId: string | null;
      /** The call timed out, or the response was not JSON; null for a refusal by the server. */
      trouble: 'late' | 'noData' | null;
    }
  | { kind: 'worker' }
  | { kind: 'unforeseen'; message: string };

/** Progress messages of the worker. */
export type WorkerReply<Row> =
  /** Number of rows checked so far, for a check in parts. */
  | { event: 'checked'; done: number; total: number }
  /** A batch of checked rows, and the total number. */
  | { event: 'rows'; rows: Row[]; total: number }
  | { event: 'progress'; done: number; total: number; patch?: Patch<Row> };

/** Messages to the worker. */
export type WorkerRequest<Shapes extends ImportShapes> = {
  [Name in TaskName]: { id: number; task: Name; ask: Tasks<Shapes>[Name]['ask'] };
}[TaskName];

/** Messages from the worker. */
export type WorkerAnswer<Shapes extends ImportShapes> =
  | { id: number; answer: Tasks<Shapes>[TaskName]['answer'] }
  | { id: number; failure: TaskFailure }
  | { id: number; told: WorkerReply<Shapes['row']> };

/** The page's end of the connection to the worker. */
export interface WorkerPort<Shapes extends ImportShapes> {
  post(message: WorkerRequest<Shapes>): void;
  /** Subscribes to all messages. */
  hear(listener: (message: WorkerAnswer<Shapes>) => void): void;
  /** Called when no more messages will arrive, because the script did not load or crashed. */
  onLost?(listener: () => void): void;
  close(): void;
}

/** Connects to a worker; replaced in tests. */
export type Connect<Shapes extends ImportShapes> = () => Promise<WorkerPort<Shapes>>;
