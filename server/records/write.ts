import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { type RecordAction, type Refusal, refusal } from '#resources/language/access.ts';
import { ALL_BUILDINGS } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { findFailedChecks } from '#resources/language/expressions/conditions.ts';
import {
  derivedFields,
  isGiven,
  isSameComputed,
  readonlyFields,
  requiredFields,
} from '#resources/language/expressions/fields.ts';
import type { ExpressionContext } from '#resources/language/expressions/values.ts';
import { isEmpty, toIds } from '#resources/language/kinds/ids.ts';
import { missingMessage } from '#resources/language/kinds/kind.ts';
import { isSameSignature, parseSignature } from '#resources/language/kinds/signature.ts';
import { getPointerTo, getTraits } from '#resources/language/kinds/traits.ts';
import { askedFields, type FieldMove, stateFields } from '#resources/language/moves.ts';
import { numberFields } from '#resources/language/numbers.ts';
import {
  fieldRule,
  fieldsOfUnmetSections,
  type PayloadContext,
  payloadRule,
  resolveFieldToday,
  sentFields,
} from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { capitalise } from '#resources/language/words.ts';
import { mayRemoveAllLinks } from '#server/access/links.ts';
import type { Reader } from '#server/access/reader.ts';
import { readScope } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { deleteReleasedFiles } from '#server/files/links.ts';
import { ApiError, type ErrorCode, FieldsError } from '#server/http/errors.ts';
import { parsePayload } from '#server/http/validation.ts';
import { storedFields } from './columns.ts';
import { defaultsForHiddenFields, filterPayloadByRights, readerView } from './field-rights.ts';
import { lockRestorableFiles } from './files-set-aside.ts';
import { isValueTaken, type StoredRecord, type WrittenRecord } from './queries.ts';
import { checkReference, withHiddenParts } from './references.ts';
import { payloadErrorKey } from './row-places.ts';
import { showValues, type WriteContext } from './show.ts';
import { treeErrors } from './trees.ts';

const buildingWireName = ({ building, fields }: Resource): string | null => {
  const field = building === undefined ? undefined : fields[building];
  return field && building !== undefined ? wireName(building, field) : null;
};

/** Ids of the buildings that a record belongs to by its data; null for none. */
export function linkedBuildingIds(resource: Resource, data: Readonly<Record<string, unknown>>): number[] | null {
  const wire = buildingWireName(resource);
  const ids = wire === null ? [] : toIds([data[wire]].flat());
  return ids.length ? ids : null;
}

/** Ids of the files in all fields of a record. */
export function storedFileIds(resource: Resource, data: StoredRecord['data']): number[] {
  const fields = [...storedFields(resource.fields).values()].filter(({ field }) => getPointerTo(field, 'files'));
  return fields.flatMap(({ wire }) => toIds(data[wire]));
}

/**
 * Deletes the files that a change removes from a record.
 * @returns names of the stored bytes, for `deleteStoredBytes` after the commit
 */
export function deleteRemovedFiles(
  trx: Db,
  resource: Resource,
  before: StoredRecord['data'],
  after: StoredRecord['data'],
): Promise<string[]> {
  const keptIds = new Set(storedFileIds(resource, after));
  return deleteReleasedFiles(
    trx,
    storedFileIds(resource, before).filter((id) => !keptIds.has(id)),
  );
}

/**
 * The states to store: the present ones, or the first ones of a new record.
 * @throws FieldsError if the payload has another state, since only moves change it
 */
function resolveStates(resource: Resource, payload: Readonly<Record<string, unknown>>, before: StoredRecord | null) {
  const states: Record<string, unknown> = {};
  const refused: Record<string, string[]> = {};
  for (const { wire, process } of stateFields(resource)) {
    const currentValue = before ? before.data[wire] : process.initialState;
    const sentValue = Object.hasOwn(payload, wire) ? payload[wire] : undefined;
    if (!isEmpty(sentValue) && sentValue !== currentValue)
      refused[wire] = [before ? 'validation.movedOnly' : 'validation.firstState'];
    if (currentValue !== undefined) states[wire] = currentValue;
  }
  if (Object.keys(refused).length) throw new FieldsError(refused);
  return states;
}

/**
 * The automatic numbers to store: the present ones; a new record from an import may bring its own.
 * @throws FieldsError if the payload has another number, since the server assigns them
 */
function resolveNumbers(
  resource: Resource,
  payload: Readonly<Record<string, unknown>>,
  before: StoredRecord | null,
  isImport: boolean,
) {
  const numbers: Record<string, unknown> = {};
  const refused: Record<string, string[]> = {};
  for (const { name, wire } of numberFields(resource)) {
    const currentValue = before?.data[wire];
    if (currentValue !== undefined) numbers[wire] = currentValue;
    const sentValue = Object.hasOwn(payload, wire) ? payload[wire] : undefined;
    const field = resource.fields[name];
    if (isEmpty(sentValue) || sentValue === currentValue || !field) continue;
    const parsed = before || !isImport ? null : fieldRule(field).safeParse(sentValue);
    if (parsed?.success) numbers[wire] = parsed.data;
    else refused[wire] = [parsed?.error.issues[0]?.message ?? 'kinds.numberGiven'];
  }
  if (Object.keys(refused).length) throw new FieldsError(refused);
  return numbers;
}

/**
 * Checks a payload by the definition's rules, references and unique values, and returns the values to store. The section must be
 * locked (`writing.ts`).
 * @param before the stored record, whose values stay where the payload has none; null for a new record
 * @param isImport whether a new record may bring its own automatic numbers, as an import does
 * @throws FieldsError
 */
export async function validateRecord(
  writeContext: WriteContext,
  resource: Resource,
  sentPayload: Readonly<Record<string, unknown>>,
  before: StoredRecord | null,
  isImport = false,
): Promise<WrittenRecord> {
  const { features = null, today } = writeContext;
  const view = readerView(writeContext.reader, resource);
  const initials = before
    ? {}
    : defaultsForHiddenFields(resource, view, { features, moment: expressionContext(writeContext) });
  const acceptedValues = before
    ? await lockedFieldValues(writeContext, view, before)
    : [{ ...initials, ...firstStates(resource) }];
  const { payload, refused: lockedErrors } = filterPayloadByRights(resource, view, sentPayload, acceptedValues);
  const assignedValues = {
    ...resolveStates(resource, payload, before),
    ...resolveNumbers(resource, payload, before, isImport),
  };
  const buildingParts = await withHiddenParts(writeContext, resource, payload, before?.data ?? {});
  // The rules need the whole record, because parts of a form may apply only in some states.
  const fullRecord = { ...before?.data, ...initials, ...payload, ...buildingParts, ...assignedValues };
  const at: PayloadContext = { use: before ? 'edit' : 'create', payload: fullRecord, features, today };
  const formValues = parsePayload(payloadRule(view, at), fullRecord, payloadErrorKey(view));
  const data = { ...before?.data, ...initials, ...formValues, ...assignedValues };
  dateSignatures(writeContext, resource, data, before);
  const refused = before ? refusedChanges(writeContext, resource, data, before.data) : {};
  const { absent, absentErrors } = applyDerivedFields(writeContext, resource, data, before, initials);
  const writtenNames = new Set(sentFields(view, at.use, features));
  const missing = missingValues(writeContext, resource, data, (name) => writtenNames.has(name) && !absent.has(name));
  const computedErrors = refusedComputed(resource, payload, data, before);
  const errors = { ...missing, ...refused, ...absentErrors, ...computedErrors, ...lockedErrors };
  return checkData(writeContext, resource, data, before, errors, initials);
}

/** Dates new signatures on the server, since a caller may not choose the time; unchanged ones keep theirs. */
function dateSignatures(
  { at }: WriteContext,
  { fields }: Resource,
  data: Record<string, unknown>,
  before: StoredRecord | null,
): void {
  for (const { wire, field } of storedFields(fields).values()) {
    const value = getTraits(field).hasSigningTime ? parseSignature(data[wire]) : null;
    if (!value) continue;
    const oldValue = before?.data[wire];
    data[wire] = isSameSignature(value, oldValue) ? oldValue : { ...value, at: at.toISOString() };
  }
}

/** The initial states of a new record, by wire name; a payload may contain exactly these. */
const firstStates = (resource: Resource) =>
  Object.fromEntries(stateFields(resource).map(({ wire, process }) => [wire, process.initialState]));

/** The values of a record as stored and as displayed to its editor: a locked field may be sent back in either form. */
async function lockedFieldValues(writeContext: WriteContext, view: Resource, { data }: StoredRecord) {
  if (!view.locked?.size) return [data];
  const formatters = await showValues(writeContext, view, [data]);
  const displayed = Object.fromEntries([...formatters].map(([wire, show]) => [wire, show(data[wire])]));
  return [data, { ...data, ...displayed }];
}

/**
 * Empties fields whose condition is not met and fills the computed ones.
 * @param initials default values set by the server; clearing one is not an error
 * @returns the names of the emptied fields, and messages for those that the call set to a new value, which would otherwise be
 * lost silently
 */
function applyDerivedFields(
  writeContext: WriteContext,
  resource: Resource,
  data: Record<string, unknown>,
  before: StoredRecord | null,
  initials: Readonly<Record<string, unknown>> = {},
): { absent: ReadonlySet<string>; absentErrors: Record<string, string[]> } {
  const { absent, computed } = derivedFields(resource, data, expressionContext(writeContext));
  const absentErrors: Record<string, string[]> = {};
  for (const name of absent) {
    const field = resource.fields[name];
    if (!field || field.computed !== undefined) continue;
    const wire = wireName(name, field);
    const isNew = !Object.hasOwn(initials, wire) && !isDeepStrictEqual(data[wire], before?.data[wire]);
    if (isNew && !isEmpty(data[wire]) && data[wire] !== false) absentErrors[wire] = ['kinds.notAsked'];
    data[wire] = null;
  }
  Object.assign(data, computed);
  return { absent, absentErrors };
}

/** Messages for computed fields sent with a value that is neither the computed nor the stored one. */
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
  writeContext: WriteContext,
  resource: Resource,
  data: Readonly<Record<string, unknown>>,
  before: StoredRecord['data'],
) {
  const messages: Record<string, string[]> = {};
  for (const name of readonlyFields(resource, before, expressionContext(writeContext))) {
    const field = resource.fields[name];
    const wire = field && wireName(name, field);
    if (!wire || (isEmpty(data[wire]) && isEmpty(before[wire]))) continue;
    if (!isDeepStrictEqual(data[wire], before[wire])) messages[wire] = ['kinds.readonly'];
  }
  return messages;
}

/**
 * The values that a move stores: its new state, and those payload fields that it asks for, checked by their own rules.
 * @throws FieldsError
 */
export async function validateMove(
  writeContext: WriteContext,
  resource: Resource,
  { state, move }: FieldMove,
  payload: Readonly<Record<string, unknown>>,
  before: StoredRecord,
): Promise<WrittenRecord> {
  const view = readerView(writeContext.reader, resource);
  const askedWires = new Set(askedFields(resource, move).map(({ wire }) => wire));
  const answers = Object.fromEntries(Object.entries(payload).filter(([wire]) => askedWires.has(wire)));
  const acceptedValues = await lockedFieldValues(writeContext, view, before);
  const { payload: allowedPayload, refused } = filterPayloadByRights(resource, view, answers, acceptedValues);
  const buildingParts = await withHiddenParts(writeContext, resource, allowedPayload, before.data);
  const fullRecord = { ...before.data, ...allowedPayload, ...buildingParts };
  const { today } = writeContext;
  const dialogFields = askedFields(view, move, fullRecord);
  const rules = dialogFields.map(({ wire, field }) => {
    const datedField = resolveFieldToday(field, () => today) ?? field;
    return [wire, fieldRule(field.when === undefined ? datedField : { ...datedField, required: false })] as const;
  });
  const parsed = parsePayload(z.object(Object.fromEntries(rules)), fullRecord, payloadErrorKey(resource));
  const data = { ...before.data, ...parsed, [state.wire]: move.to };
  dateSignatures(writeContext, resource, data, before);
  const { absent, absentErrors } = applyDerivedFields(writeContext, resource, data, before);
  const names = new Set(dialogFields.map(({ name }) => name));
  const missing = missingValues(writeContext, resource, data, (name) => names.has(name) && !absent.has(name));
  return checkData(writeContext, resource, data, before, { ...missing, ...absentErrors, ...refused });
}

/** Variables of expressions besides the record. */
export const expressionContext = ({ today, reader }: Pick<WriteContext, 'today' | 'reader'>): ExpressionContext => ({
  today,
  me: reader.user,
});

/**
 * Checks references, unique values, tree cycles and the definition's checks.
 * @param data the record to store; references are replaced by the values to store
 * @param errors errors found so far; those found here are added
 * @returns the record to store
 * @throws FieldsError
 */
async function checkData(
  writeContext: WriteContext,
  resource: Resource,
  data: Record<string, unknown>,
  before: StoredRecord | null,
  errors: Record<string, string[]>,
  initials: Readonly<Record<string, unknown>> = {},
): Promise<WrittenRecord> {
  const trx = writeContext.db;
  // The writer may not move files of hidden fields to others.
  const view = readerView(writeContext.reader, resource);
  const files = before
    ? [...storedFileIds(view, before.data), ...(await lockRestorableFiles(trx, view, before.id, writeContext.at))]
    : [];
  for (const storedField of storedFields(resource.fields).values()) {
    const { wire, field } = storedField;
    const value = data[wire];
    data[wire] = await checkReference({
      readContext: writeContext,
      resource,
      storedField,
      value,
      // Default values count as stored ones, so their references are not checked.
      before: before?.data ?? initials,
      data,
      files,
    });
    if (
      field.unique &&
      !isEmpty(value) &&
      (await isValueTaken(trx, resource, storedField, value, before?.id ?? null))
    ) {
      errors[wire] = ['validation.taken'];
    }
  }
  if (before) {
    const cycleErrors = await treeErrors(trx, resource, before.id, data, before.data);
    for (const [wire, messages] of Object.entries(cycleErrors)) errors[wire] ??= messages;
  }
  // A failed check of a hidden field would reveal its value to the writer.
  const { checks = [] } = view;
  const failed = findFailedChecks({ checks, fields: resource.fields }, data, expressionContext(writeContext));
  for (const { wire, message } of failed) errors[wire] ??= [message];
  if (Object.keys(errors).length) throw new FieldsError(errors);
  return { data, building_ids: linkedBuildingIds(resource, data) };
}

/** Error code of each refusal reason. */
const REFUSALS = {
  level: 'no_right',
  own: 'own_record',
  away: 'away_building',
  building: 'partial_building',
  places: 'closed_places',
  elsewhere: 'partial_building',
  unknown: 'not_known',
} as const satisfies Record<Refusal['reason'], ErrorCode>;

/** Error code of a refused action and the wire name of the field the rule is about; null if the action is allowed. */
export async function findActionRefusal(
  db: Db,
  reader: Reader,
  resource: Resource,
  data: StoredRecord['data'],
  action: RecordAction = 'change',
): Promise<{ code: ErrorCode; wire: string | null } | null> {
  const rules = resource.record;
  if (!rules) return null;
  const buildingIds = [rules.wholeBuilding, rules.reachedBuilding].flatMap((key) => (key ? data[key] : []));
  const reach = await readScope(db, reader, [...new Set(toIds(buildingIds))]);
  const wholeBuildings = new Set([...reach].filter(([, whole]) => whole).map(([id]) => id));
  const subject = { levels: reader.levels, user: reader.user, buildings: new Set(reach.keys()), wholeBuildings };
  const needsAllBuildings = rules.allPlaces === ALL_BUILDINGS || rules.deleteWhole === ALL_BUILDINGS;
  const buildingFacts = needsAllBuildings
    ? { [ALL_BUILDINGS]: await mayRemoveAllLinks(db, reader, linkedBuildingIds(resource, data) ?? []) }
    : {};
  // For generic records a missing checkbox value counts as false.
  const missingDefaults = action === 'delete' && rules.deleteWhole ? { [rules.deleteWhole]: false } : {};
  const refused = refusal(subject, resource.section, action, rules, { ...missingDefaults, ...data, ...buildingFacts });
  if (!refused) return null;
  const keys: Partial<Record<Refusal['reason'], string | undefined>> = {
    own: rules.notOwn,
    away: rules.reachedBuilding,
    building: rules.wholeBuilding,
    places: rules.allPlaces,
    elsewhere: rules.deleteWhole,
  };
  const key = keys[refused.reason];
  return { code: REFUSALS[refused.reason], wire: (key === ALL_BUILDINGS ? buildingWireName(resource) : key) ?? null };
}

/**
 * Checks an action against the definition's rules about single records (`RecordRules`).
 * @throws ApiError with the code of the broken rule
 */
export async function requireRecordAction(...args: Parameters<typeof findActionRefusal>): Promise<void> {
  const refused = await findActionRefusal(...args);
  if (refused) throw new ApiError(refused.code, { section: capitalise(args[2].words.plural) });
}

/**
 * Messages for empty fields that are required by other values of the record.
 * @param isAsked whether the field is part of the form at all
 */
function missingValues(
  writeContext: WriteContext,
  resource: Resource,
  data: StoredRecord['data'],
  isAsked: (name: string) => boolean,
): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  const unmetSectionFields = fieldsOfUnmetSections(resource, data);
  const required = requiredFields(resource, data, expressionContext(writeContext));
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!isAsked(name) || unmetSectionFields.has(name)) continue;
    const other = field.requiredWith === undefined ? undefined : resource.fields[field.requiredWith];
    const isOtherFilled = other && !isEmpty(data[wireName(String(field.requiredWith), other)]);
    const isNeeded = isOtherFilled || required.has(name) || (field.required === true && field.when !== undefined);
    const wire = wireName(name, field);
    if (isNeeded && !isGiven(field, data[wire])) messages[wire] = [missingMessage(field)];
  }
  return messages;
}

/**
 * Checks that the record's unique values are free; the section must be locked.
 * @throws FieldsError
 */
export async function refuseDuplicates(
  trx: Db,
  resource: Resource,
  { id, data }: Pick<StoredRecord, 'id' | 'data'>,
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const storedField of storedFields(resource.fields).values()) {
    const value = data[storedField.wire];
    if (storedField.field.unique && !isEmpty(value) && (await isValueTaken(trx, resource, storedField, value, id))) {
      errors[storedField.wire] = ['validation.taken'];
    }
  }
  if (Object.keys(errors).length) throw new FieldsError(errors);
}

/**
 * Refuses a deletion by the definition's record rules, or if the record belongs to buildings the reader does not wholly manage.
 * @throws ApiError
 */
export async function requireDeletable(trx: Db, reader: Reader, resource: Resource, record: StoredRecord) {
  await requireRecordAction(trx, reader, resource, record.data, 'delete');
  const field = resource.building === undefined ? undefined : resource.fields[resource.building];
  if (!field || !getPointerTo(field, 'buildings')) return;
  if (!(await mayRemoveAllLinks(trx, reader, record.building_ids ?? []))) throw new ApiError('partial_building');
}
