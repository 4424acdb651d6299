import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { type RecordAction, type Refusal, refusal } from '#resources/language/access.ts';
import { ALL_BUILDINGS } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { failedChecks } from '#resources/language/expressions/conditions.ts';
import {
  derivedFields,
  isGiven,
  isSameComputed,
  readonlyFields,
  requiredFields,
} from '#resources/language/expressions/fields.ts';
import type { ExpressionContext } from '#resources/language/expressions/values.ts';
import { idsOf, isEmpty } from '#resources/language/kinds/ids.ts';
import { missingMessage } from '#resources/language/kinds/kind.ts';
import { isSameSignature, signatureOf } from '#resources/language/kinds/signature.ts';
import { pointerTo, traitsOf } from '#resources/language/kinds/traits.ts';
import { askedFields, type FieldMove, stateFields } from '#resources/language/moves.ts';
import { numberFields } from '#resources/language/numbers.ts';
import {
  fieldRule,
  onDay,
  type PayloadAt,
  payloadRule,
  waitingFor,
  writtenFields,
} from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { capitalise } from '#resources/language/words.ts';
import { holdsAll } from '#server/access/links.ts';
import type { Reader } from '#server/access/reader.ts';
import { readScope } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { giveUpFiles } from '#server/files/links.ts';
import { ApiError, type ErrorCode, FieldsError } from '#server/http/errors.ts';
import { parsePayload } from '#server/http/validation.ts';
import { storedFields } from './columns.ts';
import { givenInitials, readerView, withinRights } from './field-rights.ts';
import { filesSetAside } from './files-set-aside.ts';
import { isTaken, type StoredRecord, type WrittenRecord } from './queries.ts';
import { checkReference, withUnseen } from './references.ts';
import { payloadPlace } from './row-places.ts';
import { showValues, type WriteContext } from './show.ts';
import { treeMistakes } from './trees.ts';

const buildingWire = ({ building, fields }: Resource): string | null => {
  const field = building === undefined ? undefined : fields[building];
  return field && building !== undefined ? wireName(building, field) : null;
};

/** The buildings that a record belongs to by its data; null for none. */
export function tiedTo(resource: Resource, data: Readonly<Record<string, unknown>>): number[] | null {
  const wire = buildingWire(resource);
  const ids = wire === null ? [] : idsOf([data[wire]].flat());
  return ids.length ? ids : null;
}

/** Files that a record holds, in all its fields. */
export function storedFileIds(resource: Resource, data: StoredRecord['data']): number[] {
  const fields = [...storedFields(resource.fields).values()].filter(({ field }) => pointerTo(field, 'files'));
  return fields.flatMap(({ wire }) => idsOf(data[wire]));
}

/**
 * Deletes the files that a record no longer holds.
 * @returns names of bytes for `dropBytes`, after the commit
 */
export function giveUpLost(
  trx: Db,
  resource: Resource,
  before: StoredRecord['data'],
  after: StoredRecord['data'],
): Promise<string[]> {
  const keptIds = new Set(storedFileIds(resource, after));
  return giveUpFiles(
    trx,
    storedFileIds(resource, before).filter((id) => !keptIds.has(id)),
  );
}

/** States that a record is in: of a new one the first. @throws FieldsError where a payload says another one, for moves alone change it */
function settleStates(resource: Resource, payload: Readonly<Record<string, unknown>>, before: StoredRecord | null) {
  const states: Record<string, unknown> = {};
  const refused: Record<string, string[]> = {};
  for (const { wire, process } of stateFields(resource)) {
    const currentValue = before ? before.data[wire] : process.first;
    const sentValue = Object.hasOwn(payload, wire) ? payload[wire] : undefined;
    if (!isEmpty(sentValue) && sentValue !== currentValue)
      refused[wire] = [before ? 'validation.movedOnly' : 'validation.firstState'];
    if (currentValue !== undefined) states[wire] = currentValue;
  }
  if (Object.keys(refused).length) throw new FieldsError(refused);
  return states;
}

/**
 * Numbers that a record has: of a new one those that it brings along out of a file.
 * @throws FieldsError where a payload says another one, for the server gives them
 */
function settleNumbers(
  resource: Resource,
  payload: Readonly<Record<string, unknown>>,
  before: StoredRecord | null,
  fromFile: boolean,
) {
  const numbers: Record<string, unknown> = {};
  const refused: Record<string, string[]> = {};
  for (const { name, wire } of numberFields(resource)) {
    const currentValue = before?.data[wire];
    if (currentValue !== undefined) numbers[wire] = currentValue;
    const sentValue = Object.hasOwn(payload, wire) ? payload[wire] : undefined;
    const field = resource.fields[name];
    if (isEmpty(sentValue) || sentValue === currentValue || !field) continue;
    const read = before || !fromFile ? null : fieldRule(field).safeParse(sentValue);
    if (read?.success) numbers[wire] = read.data;
    else refused[wire] = [read?.error.issues[0]?.message ?? 'kinds.numberGiven'];
  }
  if (Object.keys(refused).length) throw new FieldsError(refused);
  return numbers;
}

/**
 * Checks a payload and returns the values to store: the definition's rules, references, unique values. Only while the section is held
 * (`writing.ts`).
 * @param before the record as it is; null for a new one. What the payload leaves out stays
 * @param fromFile whether a new one may bring its numbers along
 * @throws FieldsError
 */
export async function settleRecord(
  readContext: WriteContext,
  resource: Resource,
  sentPayload: Readonly<Record<string, unknown>>,
  before: StoredRecord | null,
  fromFile = false,
): Promise<WrittenRecord> {
  const { features = null, today } = readContext;
  const view = readerView(readContext.reader, resource);
  const initials = before ? {} : givenInitials(resource, view, { features, moment: expressionMoment(readContext) });
  const kept = before ? await keptValues(readContext, view, before) : [{ ...initials, ...firstStates(resource) }];
  const { payload, refused: locked } = withinRights(resource, view, sentPayload, kept);
  const assignedValues = {
    ...settleStates(resource, payload, before),
    ...settleNumbers(resource, payload, before, fromFile),
  };
  const parts = await withUnseen(readContext, resource, payload, before?.data ?? {});
  // Parts of a form may wait for a state.
  const fullRecord = { ...before?.data, ...initials, ...payload, ...parts, ...assignedValues };
  const at: PayloadAt = { use: before ? 'edit' : 'create', payload: fullRecord, features, today };
  const formValues = parsePayload(payloadRule(view, at), fullRecord, payloadPlace(view));
  const data = { ...before?.data, ...initials, ...formValues, ...assignedValues };
  dateSignatures(readContext, resource, data, before);
  const refused = before ? refusedChanges(readContext, resource, data, before.data) : {};
  const { absent, needless } = settleDerived(readContext, resource, data, before, initials);
  const written = new Set(writtenFields(view, at.use, features));
  const missing = missingValues(readContext, resource, data, (name) => written.has(name) && !absent.has(name));
  const computed = refusedComputed(resource, payload, data, before);
  const errors = { ...missing, ...refused, ...needless, ...computed, ...locked };
  return settleData(readContext, resource, data, before, errors, initials);
}

/** Sets the moment of new signatures, which no caller may choose; older ones stay as they were. */
function dateSignatures(
  { at }: WriteContext,
  { fields }: Resource,
  data: Record<string, unknown>,
  before: StoredRecord | null,
): void {
  for (const { wire, field } of storedFields(fields).values()) {
    const value = traitsOf(field).isSigned ? signatureOf(data[wire]) : null;
    if (!value) continue;
    const formerValue = before?.data[wire];
    data[wire] = isSameSignature(value, formerValue) ? formerValue : { ...value, at: at.toISOString() };
  }
}

/** The first states of a new record, by wire name; a file may give them. */
const firstStates = (resource: Resource) =>
  Object.fromEntries(stateFields(resource).map(({ wire, process }) => [wire, process.first]));

/** The values of a record, as stored and as shown to its editor: a locked field may be sent back in either form. */
async function keptValues(readContext: WriteContext, view: Resource, { data }: StoredRecord) {
  if (!view.locked?.size) return [data];
  const ways = await showValues(readContext, view, [data]);
  const shown = Object.fromEntries([...ways].map(([wire, show]) => [wire, show(data[wire])]));
  return [data, { ...data, ...shown }];
}

/**
 * Empties fields whose condition is not met, and computes the computed ones.
 * @param initials values that its author did not choose, and is not told of
 * @returns their names, and messages for those that a call has given a new value: it would be lost without a word
 */
function settleDerived(
  readContext: WriteContext,
  resource: Resource,
  data: Record<string, unknown>,
  before: StoredRecord | null,
  initials: Readonly<Record<string, unknown>> = {},
): { absent: ReadonlySet<string>; needless: Record<string, string[]> } {
  const { absent, computed } = derivedFields(resource, data, expressionMoment(readContext));
  const needless: Record<string, string[]> = {};
  for (const name of absent) {
    const field = resource.fields[name];
    if (!field || field.computed !== undefined) continue;
    const wire = wireName(name, field);
    const isNew = !Object.hasOwn(initials, wire) && !isDeepStrictEqual(data[wire], before?.data[wire]);
    if (isNew && !isEmpty(data[wire]) && data[wire] !== false) needless[wire] = ['kinds.notAsked'];
    data[wire] = null;
  }
  Object.assign(data, computed);
  return { absent, needless };
}

/** Messages for computed fields for which a call sends another value than the present one, or the one that its sender read. */
function refusedComputed(
  { fields }: Resource,
  payload: Readonly<Record<string, unknown>>,
  data: Readonly<Record<string, unknown>>,
  before: StoredRecord | null,
) {
  const messages: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(fields)) {
    const wire = wireName(name, field);
    const sentValue = Object.hasOwn(payload, wire) ? payload[wire] : undefined;
    if (field.computed === undefined || isEmpty(sentValue)) continue;
    const isSame = [data, ...(before ? [before.data] : [])].some((one) => isSameComputed(field, sentValue, one[wire]));
    if (!isSame) messages[wire] = ['kinds.computed'];
  }
  return messages;
}

/** Messages for read-only fields that a call would change. */
function refusedChanges(
  readContext: WriteContext,
  resource: Resource,
  data: Readonly<Record<string, unknown>>,
  before: StoredRecord['data'],
) {
  const messages: Record<string, string[]> = {};
  for (const name of readonlyFields(resource, before, expressionMoment(readContext))) {
    const field = resource.fields[name];
    const wire = field && wireName(name, field);
    if (!wire || (isEmpty(data[wire]) && isEmpty(before[wire]))) continue;
    if (!isDeepStrictEqual(data[wire], before[wire])) messages[wire] = ['kinds.readonly'];
  }
  return messages;
}

/**
 * The values that a move stores of a payload: of the fields that it asks for, by their own rules; and the state that it leads to.
 * @throws FieldsError
 */
export async function settleMove(
  readContext: WriteContext,
  resource: Resource,
  { state, move }: FieldMove,
  payload: Readonly<Record<string, unknown>>,
  before: StoredRecord,
): Promise<WrittenRecord> {
  const view = readerView(readContext.reader, resource);
  const asked = new Set(askedFields(resource, move).map(({ wire }) => wire));
  const answers = Object.fromEntries(Object.entries(payload).filter(([wire]) => asked.has(wire)));
  const kept = await keptValues(readContext, view, before);
  const { payload: given, refused } = withinRights(resource, view, answers, kept);
  const parts = await withUnseen(readContext, resource, given, before.data);
  const fullRecord = { ...before.data, ...given, ...parts };
  const { today } = readContext;
  const dialogFields = askedFields(view, move, fullRecord);
  const rules = dialogFields.map(({ wire, field }) => {
    const dated = onDay(field, () => today) ?? field;
    return [wire, fieldRule(field.when === undefined ? dated : { ...dated, required: false })] as const;
  });
  const read = parsePayload(z.object(Object.fromEntries(rules)), fullRecord, payloadPlace(resource));
  const data = { ...before.data, ...read, [state.wire]: move.to };
  dateSignatures(readContext, resource, data, before);
  const { absent, needless } = settleDerived(readContext, resource, data, before);
  const names = new Set(dialogFields.map(({ name }) => name));
  const missing = missingValues(readContext, resource, data, (name) => names.has(name) && !absent.has(name));
  return settleData(readContext, resource, data, before, { ...missing, ...needless, ...refused });
}

/** Variables of expressions besides the record. */
export const expressionMoment = ({ today, reader }: Pick<WriteContext, 'today' | 'reader'>): ExpressionContext => ({
  today,
  me: reader.user,
});

/** Checks that references are in reach and that unique values are unique. @param errors those found already */
async function settleData(
  readContext: WriteContext,
  resource: Resource,
  data: Record<string, unknown>,
  before: StoredRecord | null,
  errors: Record<string, string[]>,
  initials: Readonly<Record<string, unknown>> = {},
): Promise<WrittenRecord> {
  const trx = readContext.db;
  // The writer may not move files of hidden fields to others.
  const view = readerView(readContext.reader, resource);
  const files = before
    ? [...storedFileIds(view, before.data), ...(await filesSetAside(trx, view, before.id, readContext.at))]
    : [];
  for (const storedField of storedFields(resource.fields).values()) {
    const { wire, field } = storedField;
    const value = data[wire];
    data[wire] = await checkReference({
      readContext,
      resource,
      storedField,
      value,
      // The writer is not to blame for values that the server has filled in.
      before: before?.data ?? initials,
      data,
      files,
    });
    if (field.unique && !isEmpty(value) && (await isTaken(trx, resource, storedField, value, before?.id ?? null))) {
      errors[wire] = ['validation.taken'];
    }
  }
  if (before) {
    const circling = await treeMistakes(trx, resource, before.id, data, before.data);
    for (const [wire, messages] of Object.entries(circling)) errors[wire] ??= messages;
  }
  // A failed check of a hidden field would reveal its value to the writer.
  const { checks = [] } = view;
  const failed = failedChecks({ checks, fields: resource.fields }, data, expressionMoment(readContext));
  for (const { wire, message } of failed) errors[wire] ??= [message];
  if (Object.keys(errors).length) throw new FieldsError(errors);
  return { data, building_ids: tiedTo(resource, data) };
}

/** Errors by reason to refuse: every reason has one. */
const REFUSALS = {
  level: 'no_right',
  own: 'own_record',
  away: 'away_building',
  building: 'partial_building',
  places: 'closed_places',
  elsewhere: 'partial_building',
  unknown: 'not_known',
} as const satisfies Record<Refusal['reason'], ErrorCode>;

/** The reason of a refusal, and the key of the record that the rule looks at; null for no refusal. */
export async function findWriteRefusal(
  db: Db,
  reader: Reader,
  resource: Resource,
  data: StoredRecord['data'],
  action: RecordAction = 'change',
): Promise<{ code: ErrorCode; wire: string | null } | null> {
  const rules = resource.record;
  if (!rules) return null;
  const named = [rules.wholeBuilding, rules.reachedBuilding].flatMap((key) => (key ? data[key] : []));
  const reach = await readScope(db, reader, [...new Set(idsOf(named))]);
  const wholeBuildings = new Set([...reach].filter(([, whole]) => whole).map(([id]) => id));
  const subject = { levels: reader.levels, user: reader.user, buildings: new Set(reach.keys()), wholeBuildings };
  const asksForPlaces = rules.allPlaces === ALL_BUILDINGS || rules.deleteWhole === ALL_BUILDINGS;
  const placeFacts = asksForPlaces ? { [ALL_BUILDINGS]: await holdsAll(db, reader, tiedTo(resource, data) ?? []) } : {};
  // In a record that is stored here a missing box means «no».
  const unsaid = action === 'delete' && rules.deleteWhole ? { [rules.deleteWhole]: false } : {};
  const refused = refusal(subject, resource.section, action, rules, { ...unsaid, ...data, ...placeFacts });
  if (!refused) return null;
  const keys: Partial<Record<Refusal['reason'], string | undefined>> = {
    own: rules.notOwn,
    away: rules.reachedBuilding,
    building: rules.wholeBuilding,
    places: rules.allPlaces,
    elsewhere: rules.deleteWhole,
  };
  const key = keys[refused.reason];
  return { code: REFUSALS[refused.reason], wire: (key === ALL_BUILDINGS ? buildingWire(resource) : key) ?? null };
}

/**
 * Refuses an action that the definition's rules about single records forbid (`RecordRules`).
 * @throws ApiError for the rule that forbids it
 */
export async function refuseRecord(...asked: Parameters<typeof findWriteRefusal>): Promise<void> {
  const refused = await findWriteRefusal(...asked);
  if (refused) throw new ApiError(refused.code, { section: capitalise(asked[2].words.plural) });
}

/** Messages for fields that have to be given because of what the record holds. @param isAsked whether a field is asked for at all */
function missingValues(
  readContext: WriteContext,
  resource: Resource,
  data: StoredRecord['data'],
  isAsked: (name: string) => boolean,
): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  const waiting = waitingFor(resource, data);
  const required = requiredFields(resource, data, expressionMoment(readContext));
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!isAsked(name) || waiting.has(name)) continue;
    const other = field.requiredWith === undefined ? undefined : resource.fields[field.requiredWith];
    const goesWith = other && !isEmpty(data[wireName(String(field.requiredWith), other)]);
    const isNeeded = goesWith || required.has(name) || (field.required === true && field.when !== undefined);
    const wire = wireName(name, field);
    if (isNeeded && !isGiven(field, data[wire])) messages[wire] = [missingMessage(field)];
  }
  return messages;
}

/** Refuses what would make a unique value stand twice, while the section is held. @throws FieldsError */
export async function refuseTaken(
  trx: Db,
  resource: Resource,
  { id, data }: Pick<StoredRecord, 'id' | 'data'>,
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const storedField of storedFields(resource.fields).values()) {
    const value = data[storedField.wire];
    if (storedField.field.unique && !isEmpty(value) && (await isTaken(trx, resource, storedField, value, id))) {
      errors[storedField.wire] = ['validation.taken'];
    }
  }
  if (Object.keys(errors).length) throw new FieldsError(errors);
}

/** Refuses to delete what is also tied to buildings that are not wholly the reader's. @throws ApiError partial_building */
export async function refuseDeletion(trx: Db, reader: Reader, resource: Resource, record: StoredRecord) {
  await refuseRecord(trx, reader, resource, record.data, 'delete');
  const field = resource.building === undefined ? undefined : resource.fields[resource.building];
  if (!field || !pointerTo(field, 'buildings')) return;
  if (!(await holdsAll(trx, reader, record.building_ids ?? []))) throw new ApiError('partial_building');
}
