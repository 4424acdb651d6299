import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { compileExpression } from '#resources/language/expressions/compile.ts';
import type { HeldLevel } from '#resources/language/field-levels.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { capitalise } from '#resources/language/words.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';
import { importFields } from '#resources/rules/import/fields.ts';
import { ERRORS, FieldsError } from '#server/http/errors.ts';
import type { Bus } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { type Changing, createReadContext, log, writeChange } from './changes.ts';
import { storedFields } from './columns.ts';
import { leastLevel, readerView } from './field-rights.ts';
import type { ReadRow } from './import-cells.ts';
import {
  changedCells,
  isChanged,
  isObstacle,
  OUTDATED,
  type RowSubject,
  type SubjectRecord,
  shownChanges,
} from './import-updates.ts';
import { withNumbers } from './numbers.ts';
import { insertRecord, type StoredRecord } from './queries.ts';
import { cellMessage } from './row-places.ts';
import { type RecordHappening, tellRecords } from './tell-records.ts';
import { tellWritten } from './tell-written.ts';
import { findWriteRefusal, settleRecord } from './write.ts';

/** Rows of a file become records, or change them, within the transaction that holds their section. */

type Errors = RecordImportOutcome['errors'];
type SentRow = RecordImportCall['rows'][number];

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

/** Problems of a row, as sentences at its cells. */
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

/**
 * A row by the rules of the section.
 * @param before the record that it changes; null for a new one
 * @throws FieldsError with all that is wrong with it
 */
async function settled(
  changing: Changing,
  { payload, errors }: Pick<ReadRow, 'payload' | 'errors'>,
  before: StoredRecord | null = null,
) {
  try {
    const record = await settleRecord(createReadContext(changing), changing.resource, payload, before, true);
    if (Object.keys(errors).length) throw new FieldsError(errors);
    return record;
  } catch (error) {
    if (error instanceof FieldsError) throw new FieldsError({ ...error.fields, ...errors });
    throw error;
  }
}

/** Refuses a row that a rule about single records forbids, with the error at its cell. @throws FieldsError */
async function refuseRow({ trx, reader, resource }: Changing, data: Readonly<Record<string, unknown>>) {
  const refused = await findWriteRefusal(trx, reader, resource, data);
  if (!refused) return;
  const [first] = storedFields(resource.fields).keys();
  const said = text(ERRORS[refused.code][1], { section: capitalise(resource.words.plural) });
  throw new FieldsError({ [refused.wire ?? first ?? 'detail']: [said] });
}

/** The change that rows are part of: whether they are only checked, and the once key under which a row creates its record. */
export interface RowWork extends Changing {
  isCheck: boolean;
  onceKeyOf: (row: number) => string;
}

/** Outcome of a row, and of the record that it made or changed. */
export interface RowResult {
  outcome: RecordImportOutcome;
  createdId?: number;
  change?: { before: StoredRecord; after: StoredRecord };
  /** Whether the record has lost files (`setLostFilesAside`). */
  hasLostFiles?: boolean;
}

/** @throws FieldsError */
async function createRecord(work: RowWork, { row }: SentRow, read: ReadRow): Promise<RowResult> {
  const { trx, reader, resource, today } = work;
  const settledRecord = await settled(work, read);
  await refuseRow(work, settledRecord.data);
  // A check gives no numbers.
  if (work.isCheck) return { outcome: { row, id: null, errors: {} } };
  const after = await withNumbers(trx, resource, settledRecord, today);
  const id = await insertRecord(trx, reader, resource, after, work.onceKeyOf(row));
  await log(work, { action: 'create', record: id, after: after.data });
  return { outcome: { row, id, errors: {} }, createdId: id };
}

/** @throws FieldsError */
async function updateRecord(
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
  const mistakes = { ...errors, ...read.errors };
  if (!Object.keys({ ...payload, ...mistakes }).length) return { outcome };
  if (!isCheck && sentRow.version !== undefined && sentRow.version !== version)
    return { outcome: { row, id: null, errors: worded(resource, { [keyWire]: [OUTDATED.changed] }), outdated: true } };
  await refuseRow(work, record.data);
  const settledRecord = await settled(work, { payload, errors: mistakes }, record);
  await refuseRow(work, settledRecord.data);
  if (!isChanged(resource, record.data, settledRecord.data)) return { outcome };
  if (isCheck) return { outcome, change: { before: record, after: { ...record, ...settledRecord } } };
  const { after, hasLostFiles } = await writeChange(work, record, settledRecord);
  return { outcome, change: { before: record, after }, hasLostFiles };
}

/** Checks a row, or keeps it. @param subject what it is about; null for a new record */
export async function workOnRow(
  work: RowWork,
  sentRow: SentRow,
  read: ReadRow,
  subject: RowSubject,
): Promise<RowResult> {
  const { row } = sentRow;
  try {
    if (isObstacle(subject)) {
      const { errors, isOutdated } = subject;
      const outcome = { row, id: null, errors: worded(work.resource, errors) };
      return { outcome: isOutdated ? { ...outcome, outdated: true } : outcome };
    }
    return await (subject ? updateRecord(work, sentRow, read, subject) : createRecord(work, sentRow, read));
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    return { outcome: { row, id: null, errors: worded(work.resource, error.fields) } };
  }
}

/** Outcomes of rows, with the changed records as a check shows them. */
export async function outcomesOf(work: RowWork, results: readonly RowResult[]): Promise<RecordImportOutcome[]> {
  if (!work.isCheck) return results.map(({ outcome }) => outcome);
  const changing = results.flatMap(({ change }) => (change ? [change] : []));
  const changes = await shownChanges(createReadContext(work), work.resource, changing);
  const byRecord = new Map(changing.map(({ before }, at) => [before.id, changes[at] ?? []]));
  return results.map(({ outcome }) => {
    const { record } = outcome;
    return record ? { ...outcome, record: { ...record, changes: byRecord.get(record.id) ?? [] } } : outcome;
  });
}

/** Notifies people of the records that rows have made or changed. Nobody is notified of new ones: a file has many. */
export async function tellResults(bus: Bus<Topics>, work: RowWork, results: readonly RowResult[]): Promise<void> {
  if (work.isCheck) return;
  const { trx, resource } = work;
  const levels = new Map<number, HeldLevel>();
  const happenings: RecordHappening[] = [];
  for (const { createdId, change } of results) {
    if (createdId !== undefined) levels.set(createdId, 'read');
    if (!change) continue;
    levels.set(change.after.id, leastLevel(resource, change.before.data, change.after.data));
    happenings.push({ on: 'change', before: change.before.data, record: change.after });
  }
  await tellWritten(bus, trx, resource, [...levels.keys()], (id) => levels.get(id) ?? 'read');
  await tellRecords(bus, work, happenings);
}
