import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { compileExpression } from '#resources/language/expressions/compile.ts';
import type { ReaderLevel } from '#resources/language/field-levels.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { capitalise } from '#resources/language/words.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';
import { importFields } from '#resources/rules/import/fields.ts';
import { ERRORS, FieldsError } from '#server/http/errors.ts';
import type { Bus } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { type ChangeContext, createReadContext, log, writeChange } from './changes.ts';
import { storedFields } from './columns.ts';
import { lowestVisibleLevel, readerView } from './field-rights.ts';
import type { ReadRow } from './import-cells.ts';
import {
  changedCells,
  isChanged,
  isObstacle,
  OUTDATED_MESSAGES,
  type RowSubject,
  type SubjectRecord,
  showChanges,
} from './import-updates.ts';
import { notifyRecords, type StoredRecordEvent } from './notify-records.ts';
import { withNumbers } from './numbers.ts';
import { publishWritten } from './publish-written.ts';
import { insertRecord, type StoredRecord } from './queries.ts';
import { cellMessage } from './row-places.ts';
import { findActionRefusal, validateRecord } from './write.ts';

/** Creates or updates records from import rows, within a transaction that locks the section. */

type Errors = RecordImportOutcome['errors'];
type SentRow = RecordImportCall['rows'][number];

/**
 * Wire name of the column to show an error of a field in; a computed field has no column, so the error goes to one that it is
 * computed from. Null for none.
 */
function cellField({ fields }: Resource, name: string, cells: ReadonlySet<string>): string | null {
  const field = fields[name];
  if (!field) return null;
  if (field.computed === undefined) return cells.has(name) ? wireName(name, field) : null;
  for (const one of compileExpression(field.computed, fields).names) {
    const columnField = cellField({ fields } as Resource, one, cells);
    if (columnField !== null) return columnField;
  }
  return null;
}

/** Turns validation errors into messages per import column. */
function toColumnMessages(resource: Resource, refused: Readonly<Record<string, readonly string[]>>): Errors {
  const columns = importFields(resource);
  const cells = new Set(columns.map(({ name }) => name));
  const errors: Errors = {};
  for (const [wire, messages] of Object.entries(refused)) {
    const sentences = messages.map((one) => text(one));
    const cellError = cellMessage(resource, wire, sentences.join('. '));
    if (cellError) {
      errors[cellError.wire] = [...(errors[cellError.wire] ?? []), cellError.message];
      continue;
    }
    const [name, field] = Object.entries(resource.fields).find((one) => wireName(...one) === wire) ?? [];
    if (name === undefined || field?.computed === undefined) {
      errors[wire] = [...(errors[wire] ?? []), ...sentences];
      continue;
    }
    const columnWire = cellField(resource, name, cells) ?? columns[0]?.wire ?? wire;
    errors[columnWire] = [...(errors[columnWire] ?? []), ...sentences.map((one) => `${field.label ?? name}: ${one}`)];
  }
  return errors;
}

/**
 * Validates a row by the rules of the section.
 * @param before the record that it changes; null for a new one
 * @throws FieldsError with all errors of the row
 */
async function validateRow(
  changing: ChangeContext,
  { payload, errors }: Pick<ReadRow, 'payload' | 'errors'>,
  before: StoredRecord | null = null,
) {
  try {
    const record = await validateRecord(createReadContext(changing), changing.resource, payload, before, true);
    if (Object.keys(errors).length) throw new FieldsError(errors);
    return record;
  } catch (error) {
    if (error instanceof FieldsError) throw new FieldsError({ ...error.fields, ...errors });
    throw error;
  }
}

/**
 * Refuses a row that a rule about single records forbids, with the error at the column of that rule.
 * @throws FieldsError
 */
async function refuseRow({ trx, reader, resource }: ChangeContext, data: Readonly<Record<string, unknown>>) {
  const refused = await findActionRefusal(trx, reader, resource, data);
  if (!refused) return;
  const [first] = storedFields(resource.fields).keys();
  const message = text(ERRORS[refused.code][1], { section: capitalise(resource.words.plural) });
  throw new FieldsError({ [refused.wire ?? first ?? 'detail']: [message] });
}

/** The write that rows belong to: whether it is only a check, and the key that makes creating a row's record idempotent. */
export interface RowWork extends ChangeContext {
  isCheck: boolean;
  onceKeyOf: (row: number) => string;
}

/** Outcome of a row, with the record that it created or changed. */
export interface RowResult {
  outcome: RecordImportOutcome;
  createdId?: number;
  change?: { before: StoredRecord; after: StoredRecord };
  /** Whether the record has lost files (`setLostFilesAside`). */
  hasLostFiles?: boolean;
}

/** @throws FieldsError */
async function createFromRow(work: RowWork, { row }: SentRow, read: ReadRow): Promise<RowResult> {
  const { trx, reader, resource, today } = work;
  const validRecord = await validateRow(work, read);
  await refuseRow(work, validRecord.data);
  // A check assigns no automatic numbers.
  if (work.isCheck) return { outcome: { row, id: null, errors: {} } };
  const after = await withNumbers(trx, resource, validRecord, today);
  const id = await insertRecord(trx, reader, resource, after, work.onceKeyOf(row));
  await log(work, { action: 'create', record: id, after: after.data });
  return { outcome: { row, id, errors: {} }, createdId: id };
}

/** @throws FieldsError */
async function updateFromRow(
  work: RowWork,
  sentRow: SentRow,
  read: ReadRow,
  { record, version, keyWire }: SubjectRecord,
): Promise<RowResult> {
  const { reader, resource, isCheck } = work;
  const { row } = sentRow;
  const outcome: RecordImportOutcome = isCheck
    ? { row, id: null, errors: {}, record: { id: record.id, version, changes: [] } }
    : { row, id: record.id, errors: {} };
  const { payload, errors } = changedCells(readerView(reader, resource), read, record);
  const allErrors = { ...errors, ...read.errors };
  if (!Object.keys({ ...payload, ...allErrors }).length) return { outcome };
  if (!isCheck && sentRow.version !== undefined && sentRow.version !== version)
    return {
      outcome: {
        row,
        id: null,
        errors: toColumnMessages(resource, { [keyWire]: [OUTDATED_MESSAGES.changed] }),
        outdated: true,
      },
    };
  await refuseRow(work, record.data);
  const validRecord = await validateRow(work, { payload, errors: allErrors }, record);
  await refuseRow(work, validRecord.data);
  if (!isChanged(resource, record.data, validRecord.data)) return { outcome };
  if (isCheck) return { outcome, change: { before: record, after: { ...record, ...validRecord } } };
  const { after, hasLostFiles } = await writeChange(work, record, validRecord);
  return { outcome, change: { before: record, after }, hasLostFiles };
}

/**
 * Checks a row, or stores it.
 * @param subject what the row is about; null for a new record
 */
export async function handleRow(
  work: RowWork,
  sentRow: SentRow,
  read: ReadRow,
  subject: RowSubject,
): Promise<RowResult> {
  const { row } = sentRow;
  try {
    if (isObstacle(subject)) {
      const { errors, isOutdated } = subject;
      const outcome = { row, id: null, errors: toColumnMessages(work.resource, errors) };
      return { outcome: isOutdated ? { ...outcome, outdated: true } : outcome };
    }
    return await (subject ? updateFromRow(work, sentRow, read, subject) : createFromRow(work, sentRow, read));
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    return { outcome: { row, id: null, errors: toColumnMessages(work.resource, error.fields) } };
  }
}

/** Outcomes of rows; a check also lists the changes to existing records. */
export async function collectOutcomes(work: RowWork, results: readonly RowResult[]): Promise<RecordImportOutcome[]> {
  if (!work.isCheck) return results.map(({ outcome }) => outcome);
  const changing = results.flatMap(({ change }) => (change ? [change] : []));
  const changes = await showChanges(createReadContext(work), work.resource, changing);
  const byRecord = new Map(changing.map(({ before }, at) => [before.id, changes[at] ?? []]));
  return results.map(({ outcome }) => {
    const { record } = outcome;
    return record ? { ...outcome, record: { ...record, changes: byRecord.get(record.id) ?? [] } } : outcome;
  });
}

/** Publishes what rows have written, and notifies people of changed records only: a file may create too many new ones. */
export async function publishResults(bus: Bus<Topics>, work: RowWork, results: readonly RowResult[]): Promise<void> {
  if (work.isCheck) return;
  const { trx, resource } = work;
  const levels = new Map<number, ReaderLevel>();
  const recordEvents: StoredRecordEvent[] = [];
  for (const { createdId, change } of results) {
    if (createdId !== undefined) levels.set(createdId, 'read');
    if (!change) continue;
    levels.set(change.after.id, lowestVisibleLevel(resource, change.before.data, change.after.data));
    recordEvents.push({ on: 'change', before: change.before.data, record: change.after });
  }
  await publishWritten(bus, trx, resource, [...levels.keys()], (id) => levels.get(id) ?? 'read');
  await notifyRecords(bus, work, recordEvents);
}
