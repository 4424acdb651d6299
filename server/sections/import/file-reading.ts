import { type ChildProcess, fork } from 'node:child_process';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SubmittedRow } from '#resources/protocol/import.ts';
import { type Encoding, isArchive } from '#resources/rules/import/encoding.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { type ImportLine, readImportTable } from '#resources/rules/import/table.ts';
import { createConcurrencyLimit } from '#server/concurrency-limit.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { parseRows, type ReadingAnswer, type ReadingTask } from './reading.ts';

/** Bounds of the process that reads. */
export interface ReadingBounds {
  /** Longest time one file may take, ms. */
  patience: number;
  /** Its memory, MB; one that needs more ends. */
  memory: number;
}

const BOUNDS: ReadingBounds = { patience: 20_000, memory: 320 };
/** One file is read, so many wait; the next one is refused for now. */
const WAITING = 2;
/** A process without work ends after this time, ms. */
const IDLE = 30_000;
/** Shorter bodies take a few milliseconds and are read at once, bytes. A workbook never is: it may be a thousand times larger inside. */
const SMALL = 65_536;

/** Reads files and submissions of residents so that no file stops the process or holds other calls. */
export interface FileReading {
  /** @throws ImportFileError, ApiError too_many_requests */
  lines(bytes: Uint8Array, encoding: Encoding | undefined): Promise<ImportLine[]>;
  /** @param field it came in @throws FieldsError, ApiError malformed, too_many_requests */
  rows(bytes: Uint8Array, field: string): Promise<SubmittedRow[]>;
}

/** A process that has ended: out of memory or of time, or for a mistake of ours. */
type Ended = { kind: 'ended'; mistake: string | null };

/** Exit code of a process that V8 aborts for want of memory, where it is no signal. */
const ABORTED = 134;

/** The process that reads, begun when it is needed. */
class ReadingProcess {
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #hear: (answer: ReadingAnswer | Ended) => void = () => undefined;
  readonly #memory: number;

  constructor(memory: number) {
    this.#memory = memory;
  }

  /** Gives it something to do. @returns its answer; one at a time is asked for */
  ask(message: ReadingTask | 'next'): Promise<ReadingAnswer | Ended> {
    clearTimeout(this.#idle);
    const child = this.#child ?? this.#begin();
    // The server stays alive for an answer, and not for a process without work.
    child.ref();
    child.channel?.ref();
    return new Promise((resolve) => {
      this.#hear = resolve;
      // One that has just ended says so by itself.
      child.send(message, () => undefined);
    });
  }

  rest(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
    this.#idle = setTimeout(() => this.end(), IDLE).unref();
  }

  end(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = null;
    this.#hear({ kind: 'ended', mistake: null });
  }

  #begin(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./reading-process.mjs', import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${this.#memory}`],
      // What V8 has to say of its memory is nobody's.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const ended = (mistake: string | null) => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#hear({ kind: 'ended', mistake });
    };
    child.on('message', (answer: ReadingAnswer) => {
      if (this.#child === child) this.#hear(answer);
    });
    child.on('error', (error) => ended(error.message));
    child.on('exit', (code, signal) => ended(signal || code === ABORTED ? null : `it ended with code ${code}`));
    this.#child = child;
    return child;
  }
}

/** The items of an answer; null at the end. @throws what the answer refuses */
function itemsIn(answer: ReadingAnswer | Ended): readonly (ImportLine | SubmittedRow)[] | null {
  if (answer.kind === 'items') return answer.items;
  if (answer.kind === 'end') return null;
  if (answer.kind === 'problem') throw new ImportFileError(answer.problem, answer.params);
  if (answer.kind === 'fields') throw new FieldsError(answer.fields);
  if (answer.kind === 'malformed') throw new ApiError('malformed');
  if (answer.kind === 'failed') throw new Error(`A file was not read: ${answer.message}`);
  if (answer.mistake !== null) throw new Error(`The process that reads files does not run: ${answer.mistake}`);
  throw new ImportFileError('tooHard');
}

/** A reader with a process of its own. */
export function fileReading({ patience, memory }: ReadingBounds = BOUNDS): FileReading {
  const process = new ReadingProcess(memory);
  const oneAtATime = createConcurrencyLimit(1, WAITING);

  async function read(task: ReadingTask): Promise<(ImportLine | SubmittedRow)[]> {
    const all: (ImportLine | SubmittedRow)[] = [];
    // It is ended from here: the process itself may be busy for minutes.
    const timer = setTimeout(() => process.end(), patience);
    try {
      for (let answer = await process.ask(task); ; answer = await process.ask('next')) {
        const items = itemsIn(answer);
        if (!items) return all;
        for (const item of items) all.push(item);
        await turn();
      }
    } finally {
      clearTimeout(timer);
      process.rest();
    }
  }

  return {
    lines: async (bytes, encoding) => {
      if (bytes.length <= SMALL && !isArchive(bytes)) return (await readImportTable(bytes, { encoding })).lines;
      return (await oneAtATime(() => read({ kind: 'file', bytes, encoding }))) as ImportLine[];
    },
    rows: async (bytes, field) => {
      if (bytes.length > SMALL) {
        const rows = await oneAtATime(() => read({ kind: 'rows', bytes, field })).catch((error: unknown) => {
          throw error instanceof ImportFileError ? new ApiError('malformed', {}, error) : error;
        });
        return rows as SubmittedRow[];
      }
      const rows = parseRows(Buffer.from(bytes).toString('utf8'), field);
      if (!rows) throw new ApiError('malformed');
      return rows;
    },
  };
}
