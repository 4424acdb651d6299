import { setImmediate as turn } from 'node:timers/promises';
import type { SubmittedRow } from '#resources/protocol/import/import.ts';
import { isArchive } from '#resources/rules/import/encoding.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { type ImportLine, readImportTable } from '#resources/rules/import/table.ts';
import { createConcurrencyLimit } from '#server/concurrency-limit.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { type WorkEnded, type WorkLimits, WorkProcess } from '#server/work-process.ts';
import { type ImportWork, type ImportWorkAnswer, type ListOptions, parseRows } from './reading.ts';

/** A heap of 256 MB keeps the whole process under 512 MB. */
const LIMITS: WorkLimits = { cpuTimeMs: 20_000, memory: 256 };
/** Number of files that wait while one is read; further ones are refused. */
const WAITING_FILES_MAX = 2;
/**
 * Largest body read in this process, bytes; it takes a few milliseconds. Workbooks are never read here, because they may unpack to
 * a thousand times their size.
 */
const SMALL_BODY_BYTES = 65_536;

/** Reads files and submissions of residents, so that no file crashes this process or delays other calls. */
export interface FileReading {
  /** @throws ImportFileError, ApiError too_many_requests, overloaded */
  lines(bytes: Uint8Array, options?: ListOptions): Promise<ImportLine[]>;
  /** @param field name of the form field of the rows @throws FieldsError, ApiError malformed, too_many_requests, overloaded */
  rows(bytes: Uint8Array, field: string): Promise<SubmittedRow[]>;
}

/** Returns the items of an answer, or null after the last one. @throws if the answer is a refusal or a failure */
function takeItems(answer: ImportWorkAnswer | WorkEnded): readonly (ImportLine | SubmittedRow)[] | null {
  if (answer.kind === 'items') return answer.items;
  if (answer.kind === 'end') return null;
  if (answer.kind === 'problem') throw new ImportFileError(answer.problem, answer.params);
  if (answer.kind === 'fields') throw new FieldsError(answer.fields);
  if (answer.kind === 'malformed') throw new ApiError('malformed');
  if (answer.kind === 'failed') throw new Error(`A file was not read: ${answer.message}`);
  if (answer.failure !== null) throw new Error(`The process that reads files does not run: ${answer.failure}`);
  throw new ImportFileError('tooHard');
}

/** Creates a reader with a process of its own. */
export function createFileReading(limits: WorkLimits = LIMITS): FileReading {
  const moduleUrl = new URL('./reading.ts', import.meta.url);
  const workProcess = new WorkProcess<ImportWork | 'next', ImportWorkAnswer>({ module: moduleUrl, ...limits });
  const limitReads = createConcurrencyLimit(1, WAITING_FILES_MAX);

  async function read(work: ImportWork): Promise<(ImportLine | SubmittedRow)[]> {
    const allItems: (ImportLine | SubmittedRow)[] = [];
    for (let answer = await workProcess.request(work); ; answer = await workProcess.request('next')) {
      const items = takeItems(answer);
      if (!items) return allItems;
      for (const item of items) allItems.push(item);
      await turn();
    }
  }
  const runAlone = (work: ImportWork) => limitReads(() => workProcess.run(() => read(work)));

  return {
    lines: async (bytes, { encoding, withHidden } = {}) => {
      if (bytes.length <= SMALL_BODY_BYTES && !isArchive(bytes))
        return (await readImportTable(bytes, { encoding })).lines;
      return (await runAlone({ kind: 'file', bytes, encoding, withHidden })) as ImportLine[];
    },
    rows: async (bytes, field) => {
      if (bytes.length > SMALL_BODY_BYTES) {
        const rows = await runAlone({ kind: 'rows', bytes, field }).catch((error: unknown) => {
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
