import { setImmediate as turn } from 'node:timers/promises';
import type { SubmittedRow } from '#resources/protocol/import/import.ts';
import { isArchive } from '#resources/rules/import/encoding.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { type ImportLine, readImportTable } from '#resources/rules/import/table.ts';
import { createConcurrencyLimit } from '#server/concurrency-limit.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { type Ended, WorkProcess } from '#server/work-process.ts';
import { type ImportWork, type ImportWorkAnswer, type ListOptions, parseRows } from './reading.ts';

/** Bounds of the process that reads. */
export interface ReadingBounds {
  /** Longest time one file may take, ms. */
  patience: number;
  /** Memory limit of the process, MB; it is ended beyond that. */
  memory: number;
}

/** Heap limit; with memory outside the heap the process stays under 512 MB. */
const BOUNDS: ReadingBounds = { patience: 20_000, memory: 256 };
/** One file is read, so many wait; the next one is refused for now. */
const WAITING = 2;
/** Shorter bodies take a few milliseconds and are read at once, bytes. A workbook never is: it may be a thousand times larger inside. */
const SMALL = 65_536;

/** Reads files and submissions of residents so that no file stops the process or holds other calls. */
export interface FileReading {
  /** @throws ImportFileError, ApiError too_many_requests */
  lines(bytes: Uint8Array, options?: ListOptions): Promise<ImportLine[]>;
  /** @param field it came in @throws FieldsError, ApiError malformed, too_many_requests */
  rows(bytes: Uint8Array, field: string): Promise<SubmittedRow[]>;
}

/** The items of an answer; null at the end. @throws the refusal in the answer */
function itemsIn(answer: ImportWorkAnswer | Ended): readonly (ImportLine | SubmittedRow)[] | null {
  if (answer.kind === 'items') return answer.items;
  if (answer.kind === 'end') return null;
  if (answer.kind === 'problem') throw new ImportFileError(answer.problem, answer.params);
  if (answer.kind === 'fields') throw new FieldsError(answer.fields);
  if (answer.kind === 'malformed') throw new ApiError('malformed');
  if (answer.kind === 'failed') throw new Error(`A file was not read: ${answer.message}`);
  if (answer.failure !== null) throw new Error(`The process that reads files does not run: ${answer.failure}`);
  throw new ImportFileError('tooHard');
}

/** A reader with a process of its own. */
export function fileReading({ patience, memory }: ReadingBounds = BOUNDS): FileReading {
  const module = new URL('./reading.ts', import.meta.url);
  const process = new WorkProcess<ImportWork | 'next', ImportWorkAnswer>({ module, memory });
  const oneAtATime = createConcurrencyLimit(1, WAITING);

  async function read(work: ImportWork): Promise<(ImportLine | SubmittedRow)[]> {
    const all: (ImportLine | SubmittedRow)[] = [];
    // It is ended from here: the process itself may be busy for minutes.
    const timer = setTimeout(() => process.end(), patience);
    try {
      for (let answer = await process.ask(work); ; answer = await process.ask('next')) {
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
    lines: async (bytes, { encoding, withHidden } = {}) => {
      if (bytes.length <= SMALL && !isArchive(bytes)) return (await readImportTable(bytes, { encoding })).lines;
      return (await oneAtATime(() => read({ kind: 'file', bytes, encoding, withHidden }))) as ImportLine[];
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
