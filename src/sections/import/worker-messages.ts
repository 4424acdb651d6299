import type { ImportRow } from '#resources/protocol/import/import.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import type { ImportProblem } from '#resources/rules/import/problem.ts';
import type { ImportLine, ImportTable } from '#resources/rules/import/table.ts';
import type { Cells, Patch } from './sheet.ts';
import type { RowSpan } from './spans.ts';

/** How a file is read. */
export interface Reading {
  /** Chosen by the person; undefined: found out. */
  encoding?: Encoding | undefined;
  /** Rows that Excel hides are taken in. */
  withHidden?: boolean | undefined;
}

/** Requests to the worker, and its answers. */
export interface Tasks {
  /** Reads a file. Only the newest one counts. */
  open: { ask: { file: Blob } & Reading; answer: OpenedFile };
  /** Has the server check the file for a building. The rows come before the answer, a thousand at a time (`Told`). */
  check: {
    ask: {
      building: number;
      fileName: string;
      encoding?: Encoding | undefined;
      token: string | null;
      /** Rows that were sent before and are left out, by their numbers in the file. */
      sent: readonly RowSpan[];
    };
    answer: Patch;
  };
  mend: { ask: { at: number; cells: Cells }; answer: Patch };
  /** Asks the server about a mended row; null when it has been changed again meanwhile. */
  confirm: { ask: { at: number; cells: Cells; token: string | null }; answer: Patch | null };
  /** Submits the correct rows. Sent again after a failure, it goes on where it stopped. */
  submit: { ask: { token: string | null }; answer: { created: number; refused: number; patch: Patch } };
  /** The wrong rows as a file like the original. */
  rest: { ask: object; answer: Rest };
}
export type TaskName = keyof Tasks;

/** Rows that were left behind, as a file. */
export interface Rest {
  blob: Blob;
  /** In which encoding it is written. */
  encoding: Encoding;
}

/** A file that was read. */
export interface OpenedFile {
  rows: number;
  /** Rows that Excel hides: among them where they were asked for. */
  hidden: number;
  reading: ImportTable['reading'];
  /** The first lines, to see whether letters are letters. */
  preview: ImportLine[];
}

/** Why a task failed: the file, the server (status 0: no answer), or something unforeseen. */
export type TaskFailure =
  | { kind: 'file'; problem: ImportProblem; params: Readonly<Record<string, string | number>> }
  | { kind: 'server'; path: string; status: number; json: unknown; requestId: string | null }
  | { kind: 'unforeseen'; message: string };

/** Progress messages of the worker. */
export type WorkerReply =
  /** Rows that the server has checked so far, of a list in parts. */
  | { event: 'checked'; done: number; total: number }
  /** Rows that the server has checked, of how many it has. */
  | { event: 'rows'; rows: ImportRow[]; total: number }
  | { event: 'progress'; done: number; total: number; patch?: Patch };

/** To the worker. */
export type WorkerRequest = { [Name in TaskName]: { id: number; task: Name; ask: Tasks[Name]['ask'] } }[TaskName];

/** From the worker. */
export type WorkerAnswer =
  | { id: number; answer: Tasks[TaskName]['answer'] }
  | { id: number; failure: TaskFailure }
  | { id: number; told: WorkerReply };

/** The two ends of the line to the worker, as this side needs it. */
export interface WorkerPort {
  post(message: WorkerRequest): void;
  /** Calls back with everything that comes. */
  hear(listener: (message: WorkerAnswer) => void): void;
  close(): void;
}
