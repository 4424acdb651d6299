import { IMPORT } from '#resources/limits.ts';
import { type SubmittedRow, submittedRows } from '#resources/protocol/import/import.ts';
import { ImportFileError, type ImportProblem } from '#resources/rules/import/problem.ts';
import { type ImportLine, type ReadOptions, readImportTable } from '#resources/rules/import/table.ts';
import { findExcess } from '#server/http/body.ts';
import { composed } from '#server/http/composed.ts';
import { FieldsError } from '#server/http/errors.ts';
import { parsePayload, storable } from '#server/http/validation.ts';
import type { Port } from '#server/work-process.ts';

/** How a list is read. */
export type ListOptions = Pick<ReadOptions, 'encoding' | 'withHidden'>;

/** Input of the process that reads lists. */
export type ImportWork =
  | ({ kind: 'file'; bytes: Uint8Array } & ListOptions)
  /** JSON of rows, and the name of the field that it came in. */
  | { kind: 'rows'; bytes: Uint8Array; field: string };

/** Its answers: items in slices, each after a `next`, then the end; or the reason of a failure. */
export type ImportWorkAnswer =
  | { kind: 'items'; items: ImportLine[] | SubmittedRow[] }
  | { kind: 'end' }
  | { kind: 'problem'; problem: ImportProblem; params: ImportFileError['params'] }
  | { kind: 'fields'; fields: Readonly<Record<string, readonly string[]>> }
  | { kind: 'malformed' }
  | { kind: 'failed'; message: string };

/** Items of one message: taking them over must not hold other calls. */
const SLICE = 2_000;

/** Values of a row, keys included, with some that other programs add. */
const ITEMS_OF_ROW = 30;

/**
 * Reads rows that were submitted. Too many values are refused before they are parsed, and too many rows before they are looked at.
 * @throws FieldsError for what is no list of rows, and for too many; null for text that no database keeps
 */
export function parseRows(source: string, field: string): SubmittedRow[] | null {
  const excess = findExcess(source, IMPORT.rows * ITEMS_OF_ROW);
  if (excess === 'deep') return null;
  if (excess === 'many') throw new FieldsError({ [field]: ['api.tooManyValues'] });
  let list: unknown;
  try {
    list = JSON.parse(source);
  } catch (error) {
    throw error instanceof SyntaxError ? new FieldsError({ [field]: ['api.malformed'] }) : error;
  }
  if (Array.isArray(list) && list.length > IMPORT.rows) throw new FieldsError({ [field]: ['api.tooManyValues'] });
  composed(list);
  if (!storable(list)) return null;
  return parsePayload(submittedRows(field), { [field]: list })[field] ?? [];
}

async function readItems(work: ImportWork): Promise<ImportLine[] | SubmittedRow[] | null> {
  if (work.kind === 'rows') return parseRows(Buffer.from(work.bytes).toString('utf8'), work.field);
  return (await readImportTable(work.bytes, { encoding: work.encoding, withHidden: work.withHidden })).lines;
}

function refusal(error: unknown): ImportWorkAnswer {
  if (error instanceof ImportFileError) return { kind: 'problem', problem: error.problem, params: error.params };
  if (error instanceof FieldsError) return { kind: 'fields', fields: error.fields };
  return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** Answers work, one piece at a time. */
export function answerWork(port: Port<ImportWork | 'next', ImportWorkAnswer>): void {
  let items: ImportLine[] | SubmittedRow[] = [];
  let sentCount = 0;
  const send = (answer: ImportWorkAnswer) => port.send?.(answer);
  const sendNext = () => {
    if (sentCount >= items.length) {
      items = [];
      return send({ kind: 'end' });
    }
    send({ kind: 'items', items: items.slice(sentCount, sentCount + SLICE) as ImportLine[] });
    sentCount += SLICE;
  };
  port.on('message', async (message) => {
    if (message === 'next') return sendNext();
    try {
      const read = await readItems(message);
      if (read === null) return send({ kind: 'malformed' });
      [items, sentCount] = [read, 0];
      sendNext();
    } catch (error) {
      send(refusal(error));
    }
  });
}
