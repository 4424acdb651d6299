import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { compileExpression } from '#resources/language/expressions/compile.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { capitalise } from '#resources/language/words.ts';
import { DEFINITION } from '#resources/limits.ts';
import {
  IMPORT_ROWS_OF_CALL,
  type RecordImportCall,
  type RecordImportOutcome,
  recordImportAnswer,
  recordImportCall,
} from '#resources/protocol/definitions/record-import.ts';
import { importFields } from '#resources/rules/import/fields.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { letOthers } from '#server/db/let-others.ts';
import { ApiError, ERRORS, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { storedFields } from './columns.ts';
import { CHANGE, collection, exampleBody, resourceParams } from './declared.ts';
import { type ReadRow, readRows } from './import-cells.ts';
import { askAs } from './import-lists.ts';
import { definitionVersion } from './in-force.ts';
import { withNumbers } from './numbers.ts';
import { importedBefore, insertRecord } from './queries.ts';
import { cellMessage } from './row-places.ts';
import type { DatedLooker } from './show.ts';
import { tellWritten } from './tell-written.ts';
import { findWriteRefusal, settleRecord } from './write.ts';
import { lookerDefaults, type Writing } from './writing.ts';

/** A call with rows of a file. */
interface ImportCall {
  reader: Reader;
  params: z.output<typeof resourceParams>;
  body: RecordImportCall;
  request: FastifyRequest;
}

type Errors = RecordImportOutcome['errors'];

/** How often rows are read again by a definition that came into force after they were read. */
const TRIES = 3;
/** Rows are kept in transactions of about this length, ms: on the embedded database all other calls wait for one. */
const SLICE = 40;

/**
 * Name on the wire of the field at whose cell something is said of a field: of a computed one, which has no cell, one that it is
 * computed of, where the row can be mended.
 */
function cellField({ fields }: Resource, name: string, cells: ReadonlySet<string>): string | null {
  const field = fields[name];
  if (!field) return null;
  if (field.computed === undefined) return cells.has(name) ? wireName(name, field) : null;
  for (const one of compileExpression(field.computed, fields).names) {
    const found = cellField({ fields } as Resource, one, cells);
    if (found !== null) return found;
  }
  return null;
}

/** What is wrong with a row, as sentences at its cells. */
function worded(resource: Resource, refused: Readonly<Record<string, readonly string[]>>): Errors {
  const columns = importFields(resource);
  const cells = new Set(columns.map(({ name }) => name));
  const errors: Errors = {};
  for (const [wire, messages] of Object.entries(refused)) {
    const sentences = messages.map((one) => text(one));
    const ofCell = cellMessage(resource, wire, sentences.join('. '));
    if (ofCell) {
      errors[ofCell.wire] = [...(errors[ofCell.wire] ?? []), ofCell.message];
      continue;
    }
    const [name, field] = Object.entries(resource.fields).find((one) => wireName(...one) === wire) ?? [];
    if (name === undefined || field?.computed === undefined) {
      errors[wire] = [...(errors[wire] ?? []), ...sentences];
      continue;
    }
    const at = cellField(resource, name, cells) ?? columns[0]?.wire ?? wire;
    errors[at] = [...(errors[at] ?? []), ...sentences.map((one) => `${field.label ?? name}: ${one}`)];
  }
  return errors;
}

/** A row by the rules of the section. @throws FieldsError with all that is wrong with it */
async function settled(looker: DatedLooker, resource: Resource, { payload, errors }: ReadRow) {
  try {
    const record = await settleRecord(looker, resource, payload, null, true);
    if (Object.keys(errors).length) throw new FieldsError(errors);
    return record;
  } catch (error) {
    if (error instanceof FieldsError) throw new FieldsError({ ...error.fields, ...errors });
    throw error;
  }
}

/** A row that a rule about single records forbids is told of at its cell: the others are kept. @throws FieldsError */
async function refuseRow({ db, reader }: DatedLooker, resource: Resource, data: Readonly<Record<string, unknown>>) {
  const refused = await findWriteRefusal(db, reader, resource, data);
  if (!refused) return;
  const [first] = storedFields(resource.fields).keys();
  const said = text(ERRORS[refused.code][1], { section: capitalise(resource.words.plural) });
  throw new FieldsError({ [refused.wire ?? first ?? 'detail']: [said] });
}

/** Rows of a file become records, each by the rules of the form. */
export function importRoutes(
  app: FastifyInstance,
  context: ServerContext,
  named: (name: string) => Resource,
  writing: Writing,
): void {
  const defaults = lookerDefaults(context);

  /** Checks rows, or keeps the sound ones; null when another definition came into force after they had been read. */
  async function keep(call: ImportCall): Promise<RecordImportOutcome[] | null> {
    const { reader, params, body, request } = call;
    const definition = named(params.resource);
    // Before the transactions, which have the one connection there may be.
    const cells = body.rows.map((row) => row.cells);
    const read = await readRows({ db: context.db, reader, ...defaults() }, definition, cells, askAs(app, request));
    const outcomes: RecordImportOutcome[] = [];
    while (outcomes.length < read.length) {
      if (outcomes.length > 0) await letOthers(context.database);
      const slice = await keepSlice(call, definition, read, outcomes.length);
      if (!slice) return null;
      outcomes.push(...slice);
    }
    return outcomes;
  }

  /** As many rows from this one on as are done in `SLICE`, in one transaction. */
  function keepSlice(
    { reader, params, body: { key, check, rows }, request }: ImportCall,
    definition: Resource,
    read: readonly ReadRow[],
    from: number,
  ): Promise<RecordImportOutcome[] | null> {
    return writing(params.resource, async (trx, resource) => {
      // Read again from its file it is another object that says the same.
      if (definitionVersion(resource) !== definitionVersion(definition)) return null;
      const until = performance.now() + SLICE;
      const looker = { db: trx, reader, ...defaults() };
      const onceKeyOfRow = (row: number) => `${reader.user}:${key}:${row}`;
      const keys = rows.slice(from).map(({ row }) => onceKeyOfRow(row));
      const before = check ? new Map<string, number>() : await importedBefore(trx, resource, keys);
      const outcomes: RecordImportOutcome[] = [];
      for (let at = from; at < rows.length && (at === from || performance.now() < until); at += 1) {
        const row = rows[at]?.row ?? 0;
        const importedId = before.get(onceKeyOfRow(row));
        const payload = read[at];
        if (importedId !== undefined || !payload) {
          outcomes.push({ row, id: importedId ?? null, errors: {} });
          continue;
        }
        try {
          const read = await settled(looker, resource, payload);
          await refuseRow(looker, resource, read.data);
          // A check gives no numbers.
          const after = check ? read : await withNumbers(trx, resource, read, looker.today);
          const id = check ? null : await insertRecord(trx, reader, resource, after, onceKeyOfRow(row));
          if (id !== null) {
            before.set(onceKeyOfRow(row), id);
            const auditEntry = {
              user: reader.user,
              action: 'create',
              resource: resource.name,
              record: id,
              whole: true,
            };
            await audit(trx, { ...auditEntry, after: after.data, request: request.id });
          }
          outcomes.push({ row, id, errors: {} });
        } catch (error) {
          if (!(error instanceof FieldsError)) throw error;
          outcomes.push({ row, id: null, errors: worded(resource, error.fields) });
        }
      }
      const keptIds = outcomes.flatMap(({ id }) => (id === null ? [] : [id]));
      await tellWritten(context.bus, trx, resource, keptIds);
      return outcomes;
    });
  }

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/import/',
    summary: 'Записи из строк файла: проверить их или сохранить годные; повтор той же отправки ничего не удваивает',
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
      for (let tries = 1; tries <= TRIES; tries += 1) {
        const kept = await keep(call);
        if (kept) return { rows: kept };
      }
      throw new ApiError('unavailable');
    },
  });
}
