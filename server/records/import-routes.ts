import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { dependsOnOthers } from '#resources/language/bulk-fields.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { naming } from '#resources/language/kinds/bounds.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { DEFINITION } from '#resources/limits.ts';
import {
  IMPORT_ROWS_OF_CALL,
  IMPORT_UPDATES_OF_CALL,
  type RecordImportCall,
  type RecordImportOutcome,
  recordImportAnswer,
  recordImportCall,
} from '#resources/protocol/definitions/record-import.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { letOthers } from '#server/db/let-others.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { createReadContext } from './changes.ts';
import type { StoredField } from './columns.ts';
import { CHANGE, collection, exampleBody, resourceParams } from './declared.ts';
import { definitionVersion } from './definition-version.ts';
import { purgeFilesLater } from './files-set-aside.ts';
import { type ReadRow, readRows } from './import-cells.ts';
import { type Ask, askAs } from './import-lists.ts';
import { outcomesOf, type RowResult, type RowWork, tellResults, workOnRow } from './import-rows.ts';
import { findSubjects, importKeyFields, keyCells, type RowSubject, recordsToChange } from './import-updates.ts';
import { importedBefore } from './queries.ts';
import type { ReadContext } from './show.ts';
import { createContextDefaults, type Writing } from './writing.ts';

/** A call with rows of a file. */
interface ImportCall {
  reader: Reader;
  params: z.output<typeof resourceParams>;
  body: RecordImportCall;
  request: FastifyRequest;
}

/** How often rows are read again by a definition that came into force after they were read. */
const TRIES = 3;
/** Rows are kept in transactions of about this length, ms: on the embedded database all other calls wait for one. */
const SLICE = 40;
/** Rows whose records are looked up at once in a check. */
const CHECKED = 20;

/** Rows that are understood, and the key by which they find records; null where all of them are new ones. */
interface ReadCall extends ImportCall {
  definition: Resource;
  read: readonly ReadRow[];
  updateKey: readonly StoredField[] | null;
}

/** Outcome of one transaction. */
interface Slice {
  outcomes: RecordImportOutcome[];
  /** Whether records have lost files (`setLostFilesAside`). */
  hasLostFiles: boolean;
}

/** Understands the cells of a call, before the transactions, which have the one connection there may be. */
async function understand(
  call: ImportCall,
  { readContext, definition, ask }: { readContext: ReadContext; definition: Resource; ask: Ask },
): Promise<ReadCall> {
  const cells = call.body.rows.map((row) => row.cells);
  const { by } = call.body;
  if (!by) return { ...call, definition, updateKey: null, read: await readRows(readContext, definition, cells, ask) };
  const updateKey = importKeyFields(readContext, definition, by);
  // Cells may depend on the record that their row changes, which may keep values that a list no longer has.
  if (!Object.values(definition.fields).some((field) => dependsOnOthers(field) || pointerTo(field, 'list')))
    return { ...call, definition, updateKey, read: await readRows(readContext, definition, cells, ask) };
  const ofKey = cells.map((one) => keyCells(definition, updateKey, one));
  const changed = await recordsToChange(
    readContext,
    definition,
    updateKey,
    await readRows(readContext, definition, ofKey, ask),
  );
  return { ...call, definition, updateKey, read: await readRows(readContext, definition, cells, ask, changed) };
}

/** Refuses a call with two rows of one number: the outcome of a row is kept and returned by its number. @throws FieldsError */
function refuseRowTwice(rows: RecordImportCall['rows']): void {
  const seenRows = new Set<number>();
  for (const { row } of rows) {
    if (seenRows.has(row)) throw new FieldsError({ rows: [naming('validation.rowTwice', { row: String(row) })] });
    seenRows.add(row);
  }
}

/** Rows of a file become records, each by the rules of the form, or change those that have their key. */
export function importRoutes(
  app: FastifyInstance,
  context: ServerContext,
  named: (name: string) => Resource,
  writing: Writing,
): void {
  const defaults = createContextDefaults(context);
  const purgeFiles = purgeFilesLater(app, context);

  /** Checks rows, or keeps the sound ones; null when another definition came into force after they had been read. */
  async function keep(call: ImportCall): Promise<RecordImportOutcome[] | null> {
    const readContext = { db: context.db, reader: call.reader, ...defaults() };
    const readCall = await understand(call, {
      readContext,
      definition: named(call.params.resource),
      ask: askAs(app, call.request),
    });
    const outcomes: RecordImportOutcome[] = [];
    while (outcomes.length < readCall.read.length) {
      if (outcomes.length > 0) await letOthers(context.database);
      const slice = await keepSlice(readCall, outcomes.length);
      if (!slice) return null;
      if (slice.hasLostFiles) purgeFiles();
      outcomes.push(...slice.outcomes);
    }
    return outcomes;
  }

  /**
   * As many rows from this one on as are done in `SLICE`, in one transaction. Rows that change records are kept all in one, so that
   * people are notified of them together.
   */
  function keepSlice(call: ReadCall, from: number): Promise<Slice | null> {
    const { reader, params, body, request, definition, read, updateKey } = call;
    const { key, check: isCheck, rows } = body;
    return writing(params.resource, async (trx, resource) => {
      // Read again from its file it is another object that says the same.
      if (definitionVersion(resource) !== definitionVersion(definition)) return null;
      const end = updateKey ? Math.min(rows.length, from + (isCheck ? CHECKED : IMPORT_UPDATES_OF_CALL)) : rows.length;
      const onceKeyOf = (row: number) => `${reader.user}:${key}:${row}`;
      const changing = { trx, resource, reader, request: request.id, now: context.now(), ...defaults() };
      const work: RowWork = { ...changing, isCheck, onceKeyOf };
      const keys = rows.slice(from).map(({ row }) => onceKeyOf(row));
      const before = isCheck ? new Map<string, number>() : await importedBefore(trx, resource, keys);
      const subjects = updateKey
        ? await findSubjects(createReadContext(work), resource, updateKey, { rows, read, isCheck }, [from, end])
        : new Map<number, RowSubject>();
      const until = updateKey && !isCheck ? Number.POSITIVE_INFINITY : performance.now() + SLICE;
      const results: RowResult[] = [];
      for (let at = from; at < end && (at === from || performance.now() < until); at += 1) {
        const sentRow = rows[at];
        const readRow = read[at];
        if (!sentRow || !readRow) break;
        // A row that is to change a record is no repeat of the one that made it.
        const importedId = typeof sentRow.version === 'string' ? undefined : before.get(onceKeyOf(sentRow.row));
        const result =
          importedId === undefined
            ? await workOnRow(work, sentRow, readRow, subjects.get(at) ?? null)
            : { outcome: { row: sentRow.row, id: importedId, errors: {} } };
        results.push(result);
        if (result.createdId !== undefined) before.set(onceKeyOf(sentRow.row), result.createdId);
      }
      await tellResults(context.bus, work, results);
      return { outcomes: await outcomesOf(work, results), hasLostFiles: results.some((result) => result.hasLostFiles) };
    });
  }

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/import/',
    summary: `Записи из строк файла: проверить их или сохранить годные; с ключом \`by\` строки меняют записи, до ${IMPORT_UPDATES_OF_CALL} за раз; повтор той же отправки ничего не удваивает`,
    access: { ...CHANGE, outside: { building: 200, entrance: 200 } },
    params: resourceParams,
    body: recordImportCall,
    // A cell counts twice, its name and its text.
    bodyItems: IMPORT_ROWS_OF_CALL * (2 * DEFINITION.fields + 10),
    answer: recordImportAnswer,
    example: (world) => {
      const cells = Object.entries(exampleBody(world)).map(([wire, value]) => [wire, String(value)]);
      const rows = [{ row: 2, cells: Object.fromEntries(cells) }];
      return { url: `${collection(world)}/import/`, body: { key: 'rows-of-a-file', check: true, rows } };
    },
    handle: async (call) => {
      const { by, check, rows } = call.body;
      refuseRowTwice(rows);
      if (by && !check && rows.length > IMPORT_UPDATES_OF_CALL) throw new FieldsError({ rows: ['validation.tooMany'] });
      for (let tries = 1; tries <= TRIES; tries += 1) {
        const kept = await keep(call);
        if (kept) return { rows: kept };
      }
      throw new ApiError('unavailable');
    },
  });
}
