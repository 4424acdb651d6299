import { IMPORT } from '#resources/limits.ts';
import { type SubmittedRow, submittedRows } from '#resources/protocol/import/import.ts';
import { ImportFileError, type ImportProblem } from '#resources/rules/import/problem.ts';
import { type ImportLine, type ReadOptions, readImportTable } from '#resources/rules/import/table.ts';
import { findExcess } from '#server/http/body.ts';
import { FieldsError } from '#server/http/errors.ts';
import { normalizeStrings } from '#server/http/normalize-strings.ts';
import { isStorable, parsePayload } from '#server/http/validation.ts';
import type { Port } from '#server/work-process.ts';

/** Options for reading a list. */
export type ListOptions = Pick<ReadOptions, 'encoding' | 'withHidden'>;

/** Input of the process that reads lists. */
export type ImportWork =
  | ({ kind: 'file'; bytes: Uint8Array } & ListOptions)
  /** JSON of rows, and the name of the field that it came in. */
  | { kind: 'rows'; bytes: Uint8Array; field: string };

/** Answers of the process: items in slices, each after a `next`, then the end; or the reason of a failure. */
export type ImportWorkAnswer =
  | { kind: 'items'; items: ImportLine[] | SubmittedRow[] }
  | { kind: 'end' }
  | { kind: 'problem'; problem: ImportProblem; params: ImportFileError['params'] }
  | { kind: 'fields'; fields: Readonly<Record<string, readonly string[]>> }
  | { kind: 'malformed' }
  | { kind: 'failed'; message: string };

/** Number of items in a message, so that receiving one does not delay other calls. */
const ITEMS_PER_MESSAGE = 2_000;

/** Maximum number of JSON values in a row, keys included, with room for those that other programs add. */
const VALUES_PER_ROW = 30;

/**
 * Parses submitted rows. Too many values are refused before they are parsed, and too many rows before they are validated.
 * @returns null for text that the database cannot store, or that is nested too deeply
 * @throws FieldsError if it is not a list of rows, or there are too many
 */
export function parseRows(source: string, field: string): SubmittedRow[] | null {
  const excess = findExcess(source, IMPORT.rows * VALUES_PER_ROW);
  if (excess === 'deep') return null;
  if (excess === 'many') throw new FieldsError({ [field]: ['api.tooManyValues'] });
  let list: unknown;
  try {
    list = JSON.parse(source);
  } catch (error) {
    throw error instanceof SyntaxError ? new FieldsError({ [field]: ['api.malformed'] }) : error;
  }
  if (Array.isArray(list) && list.length > IMPORT.rows) throw new FieldsError({ [field]: ['api.tooManyValues'] });
  normalizeStrings(list);
  if (!isStorable(list)) return null;
  return parsePayload(submittedRows(field), { [field]: list })[field] ?? [];
}

async function readItems(work: ImportWork): Promise<ImportLine[] | SubmittedRow[] | null> {
  if (work.kind === 'rows') return parseRows(Buffer.from(work.bytes).toString('utf8'), work.field);
  return (await readImportTable(work.bytes, { encoding: work.encoding, withHidden: work.withHidden })).lines;
}

function toFailureAnswer(error: unknown): ImportWorkAnswer {
  if (error instanceof ImportFileError) return { kind: 'problem', problem: error.problem, params: error.params };
  if (error instanceof FieldsError) return { kind: 'fields', fields: error.fields };
  return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** Does the work in this process, one piece at a time. */
export function answerWork(port: Port<ImportWork | 'next', ImportWorkAnswer>): void {
  let items: ImportLine[] | SubmittedRow[] = [];
  let sentCount = 0;
  const send = (answer: ImportWorkAnswer) => port.send?.(answer);
  const sendNext = () => {
    if (sentCount >= items.length) {
      items = [];
      return send({ kind: 'end' });
    }
    send({ kind: 'items', items: items.slice(sentCount, sentCount + ITEMS_PER_MESSAGE) as ImportLine[] });
    sentCount += ITEMS_PER_MESSAGE;
  };
  port.on('message', async (message) => {
    if (message === 'next') return sendNext();
    try {
      const result = await readItems(message);
      if (result === null) return send({ kind: 'malformed' });
      [items, sentCount] = [result, 0];
      sendNext();
    } catch (error) {
      send(toFailureAnswer(error));
    }
  });
}
