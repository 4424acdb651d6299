import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { dependsOnOtherFields } from '#resources/language/bulk-fields.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { encodeMessage } from '#resources/language/kinds/bounds.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { DEFINITION } from '#resources/limits.ts';
import {
  IMPORT_ROWS_PER_CALL,
  IMPORT_UPDATES_PER_CALL,
  type RecordImportCall,
  type RecordImportOutcome,
  recordImportAnswer,
  recordImportCall,
} from '#resources/protocol/definitions/record-import.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { yieldToOthers } from '#server/db/yield-to-others.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { createReadContext } from './changes.ts';
import type { StoredField } from './columns.ts';
import { CHANGE, collectionUrl, exampleBody, resourceParams } from './declared.ts';
import { definitionVersion } from './definition-version.ts';
import { createFilePurgeScheduler } from './files-set-aside.ts';
import { type ReadRow, readRows } from './import-cells.ts';
import { createFetchList, type FetchList } from './import-lists.ts';
import { collectOutcomes, handleRow, publishResults, type RowResult, type RowWork } from './import-rows.ts';
import { findSubjects, importKeyFields, keyCells, loadChangedRecords, type RowSubject } from './import-updates.ts';
import { selectImportedIds } from './queries.ts';
import type { ReadContext } from './show.ts';
import { createContextDefaults, type WriteSection } from './writing.ts';

/** An import call with rows of a file. */
interface ImportCall {
  reader: Reader;
  params: z.output<typeof resourceParams>;
  body: RecordImportCall;
  request: FastifyRequest;
}

/** Attempts to import rows if a new definition comes into force meanwhile. */
const ATTEMPTS_MAX = 3;
/** Target length of a transaction, ms: on the embedded database all other requests wait for it. */
const SLICE_MS = 40;
/** Rows per transaction when checking updates. */
const CHECK_BATCH = 20;

/** A call whose rows have been read; `updateKey` finds the records to update, null if all rows are new records. */
interface ParsedImportCall extends ImportCall {
  definition: Resource;
  read: readonly ReadRow[];
  updateKey: readonly StoredField[] | null;
}

/** Outcome of one transaction. */
interface SliceResult {
  outcomes: RecordImportOutcome[];
  /** Whether records have lost files (`setLostFilesAside`). */
  hasLostFiles: boolean;
}

/**
 * Reads the cells of a call. Not within a transaction, since fetching lists needs the only connection of the embedded database.
 */
async function readCells(
  call: ImportCall,
  { readContext, definition, ask: fetchList }: { readContext: ReadContext; definition: Resource; ask: FetchList },
): Promise<ParsedImportCall> {
  const cells = call.body.rows.map((row) => row.cells);
  const { by } = call.body;
  if (!by)
    return { ...call, definition, updateKey: null, read: await readRows(readContext, definition, cells, fetchList) };
  const updateKey = importKeyFields(readContext, definition, by);
  // Some cells depend on the record that their row changes, which may keep values that a list no longer has.
  if (!Object.values(definition.fields).some((field) => dependsOnOtherFields(field) || getPointerTo(field, 'list')))
    return { ...call, definition, updateKey, read: await readRows(readContext, definition, cells, fetchList) };
  const keyOnlyCells = cells.map((one) => keyCells(definition, updateKey, one));
  const changedRecords = await loadChangedRecords(
    readContext,
    definition,
    updateKey,
    await readRows(readContext, definition, keyOnlyCells, fetchList),
  );
  return {
    ...call,
    definition,
    updateKey,
    read: await readRows(readContext, definition, cells, fetchList, changedRecords),
  };
}

/**
 * Refuses a call with duplicate row numbers, since outcomes are returned and repeated by row number.
 * @throws FieldsError
 */
function refuseDuplicateRows(rows: RecordImportCall['rows']): void {
  const seenRows = new Set<number>();
  for (const { row } of rows) {
    if (seenRows.has(row))
      throw new FieldsError({ rows: [encodeMessage('validation.rowTwice', { row: String(row) })] });
    seenRows.add(row);
  }
}

/** Registers the import route: rows create records by the rules of the form, or update those with the same key. */
export function importRoutes(
  app: FastifyInstance,
  context: ServerContext,
  requireDefinition: (name: string) => Resource,
  writeSection: WriteSection,
): void {
  const defaults = createContextDefaults(context);
  const purgeFiles = createFilePurgeScheduler(app, context);

  /** Checks all rows, or stores the valid ones; null if the definition changed after they were read. */
  async function importRows(call: ImportCall): Promise<RecordImportOutcome[] | null> {
    const readContext = { db: context.db, reader: call.reader, ...defaults() };
    const readCall = await readCells(call, {
      readContext,
      definition: requireDefinition(call.params.resource),
      ask: createFetchList(app, call.request),
    });
    const outcomes: RecordImportOutcome[] = [];
    while (outcomes.length < readCall.read.length) {
      if (outcomes.length > 0) await yieldToOthers(context.database);
      const slice = await importSlice(readCall, outcomes.length);
      if (!slice) return null;
      if (slice.hasLostFiles) purgeFiles();
      outcomes.push(...slice.outcomes);
    }
    return outcomes;
  }

  /**
   * Handles in one transaction as many rows as fit into the time slice. A real update handles all rows of the call at once, so
   * that people get one notification about them.
   */
  function importSlice(call: ParsedImportCall, from: number): Promise<SliceResult | null> {
    const { reader, params, body, request, definition, read, updateKey } = call;
    const { key, check: isCheck, rows } = body;
    return writeSection(params.resource, async (trx, resource) => {
      // Compared by version, since rereading the file creates an equal new object.
      if (definitionVersion(resource) !== definitionVersion(definition)) return null;
      const end = updateKey
        ? Math.min(rows.length, from + (isCheck ? CHECK_BATCH : IMPORT_UPDATES_PER_CALL))
        : rows.length;
      const onceKeyOf = (row: number) => `${reader.user}:${key}:${row}`;
      const changing = { trx, resource, reader, request: request.id, now: context.now(), ...defaults() };
      const work: RowWork = { ...changing, isCheck, onceKeyOf };
      const keys = rows.slice(from).map(({ row }) => onceKeyOf(row));
      const importedIds = isCheck ? new Map<string, number>() : await selectImportedIds(trx, resource, keys);
      const subjects = updateKey
        ? await findSubjects(createReadContext(work), resource, updateKey, { rows, read, isCheck }, [from, end])
        : new Map<number, RowSubject>();
      const deadline = updateKey && !isCheck ? Number.POSITIVE_INFINITY : performance.now() + SLICE_MS;
      const results: RowResult[] = [];
      for (let at = from; at < end && (at === from || performance.now() < deadline); at += 1) {
        const sentRow = rows[at];
        const readRow = read[at];
        if (!sentRow || !readRow) break;
        // A row that updates a record is never a repeat of the one that created it.
        const importedId = typeof sentRow.version === 'string' ? undefined : importedIds.get(onceKeyOf(sentRow.row));
        const result =
          importedId === undefined
            ? await handleRow(work, sentRow, readRow, subjects.get(at) ?? null)
            : { outcome: { row: sentRow.row, id: importedId, errors: {} } };
        results.push(result);
        if (result.createdId !== undefined) importedIds.set(onceKeyOf(sentRow.row), result.createdId);
      }
      await publishResults(context.bus, work, results);
      return {
        outcomes: await collectOutcomes(work, results),
        hasLostFiles: results.some((result) => result.hasLostFiles),
      };
    });
  }

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/import/',
    summary: `Записи из строк файла: проверить их или сохранить годные; с ключом \`by\` строки меняют записи, до ${IMPORT_UPDATES_PER_CALL} за раз; повтор той же отправки ничего не удваивает`,
    access: { ...CHANGE, outside: { building: 200, entrance: 200 } },
    params: resourceParams,
    body: recordImportCall,
    // A cell counts as two items, its name and its text.
    bodyItems: IMPORT_ROWS_PER_CALL * (2 * DEFINITION.fields + 10),
    answer: recordImportAnswer,
    example: (world) => {
      const cells = Object.entries(exampleBody(world)).map(([wire, value]) => [wire, String(value)]);
      const rows = [{ row: 2, cells: Object.fromEntries(cells) }];
      return { url: `${collectionUrl(world)}/import/`, body: { key: 'rows-of-a-file', check: true, rows } };
    },
    handle: async (call) => {
      const { by, check, rows } = call.body;
      refuseDuplicateRows(rows);
      if (by && !check && rows.length > IMPORT_UPDATES_PER_CALL)
        throw new FieldsError({ rows: ['validation.tooMany'] });
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
        const outcomes = await importRows(call);
        if (outcomes) return { rows: outcomes };
      }
      throw new ApiError('unavailable');
    },
  });
}
