import { isDeepStrictEqual } from 'node:util';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { evaluateInitial } from '#resources/language/expressions/fields.ts';
import type { ExpressionContext } from '#resources/language/expressions/values.ts';
import type { Features } from '#resources/language/features.ts';
import { FIELD_LEVELS, getReaderLevel, hasFieldRights, type ReaderLevel } from '#resources/language/field-levels.ts';
import { getViewForLevel } from '#resources/language/field-rights.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { fieldRule, sentFields, untouchedWireValue } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { isAdministrator, type Reader } from '#server/access/reader.ts';

type Data = Readonly<Record<string, unknown>>;

/** The reader's access level in a section, for field rights. */
export const sectionLevel = (
  reader: Pick<Reader, 'levels' | 'role'>,
  { section }: Pick<Resource, 'section'>,
): ReaderLevel => getReaderLevel({ levels: reader.levels, isAdministrator: isAdministrator(reader) }, section);

/** The definition without the fields that the reader may not see; fields they may not change are in `locked`. */
export const readerView = (reader: Pick<Reader, 'levels' | 'role'>, resource: Resource): Resource =>
  getViewForLevel(resource, sectionLevel(reader, resource));

/** The stored values of the fields that a reader sees. */
export function visibleData(view: Resource, data: Data): Data {
  if (!view.locked) return data;
  const wires = Object.entries(view.fields).map(([name, field]) => wireName(name, field));
  return Object.fromEntries(wires.flatMap((wire) => (Object.hasOwn(data, wire) ? [[wire, data[wire]]] : [])));
}

/** Whether two normalised values are equal; all empty values count as equal. */
export const areSameValues = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || isDeepStrictEqual(one, other);

/**
 * Normalises a value by the rule of its field, so that stored and displayed forms compare equal; an invalid value is returned as
 * is.
 */
export function normalizeValue(field: FieldInput, value: unknown): unknown {
  const read = fieldRule({ ...field, required: false }).safeParse(value);
  return read.success ? (read.data ?? null) : value;
}

/**
 * Removes the fields from a payload that its sender may not change; hidden fields are dropped silently.
 * @param view the definition as the sender sees it
 * @param acceptedValues the record as stored and as displayed, by wire name: a locked field may be sent only with one of these
 * values
 * @returns the payload, and messages for locked fields that it would change
 */
export function filterPayloadByRights(
  resource: Resource,
  view: Resource,
  payload: Data,
  acceptedValues: readonly Data[],
): { payload: Data; refused: Record<string, string[]> } {
  const refused: Record<string, string[]> = {};
  if (view === resource) return { payload, refused };
  const allowedPayload: Record<string, unknown> = { ...payload };
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    const isHidden = !Object.hasOwn(view.fields, name);
    const isLocked = view.locked?.has(name) === true;
    if (!(isHidden || isLocked) || !Object.hasOwn(payload, wire)) continue;
    delete allowedPayload[wire];
    const sentValue = normalizeValue(field, payload[wire]);
    const isAccepted = acceptedValues.some((values) => areSameValues(sentValue, normalizeValue(field, values[wire])));
    if (isLocked && !isAccepted) refused[wire] = ['kinds.locked'];
  }
  return { payload: allowedPayload, refused };
}

/** Default values of a new record for the fields its author may not write, by wire name. */
export function defaultsForHiddenFields(
  resource: Resource,
  view: Resource,
  { features, moment }: { features: Features | null; moment: ExpressionContext },
): Record<string, unknown> {
  if (view === resource) return {};
  const entries = sentFields(resource, 'create', features).flatMap((name) => {
    const field = resource.fields[name];
    const isWritable = Object.hasOwn(view.fields, name) && !view.locked?.has(name);
    if (!field || isWritable) return [];
    const value = evaluateInitial(field, moment) ?? untouchedWireValue(field);
    return [[wireName(name, field), isEmpty(value) ? null : value] as const];
  });
  return Object.fromEntries(entries);
}

/** Lowest level that can see some changed field; `read` when nothing changed. */
export function lowestVisibleLevel(resource: Resource, before: Data, after: Data): ReaderLevel {
  if (!hasFieldRights(resource)) return 'read';
  const levels = new Set<ReaderLevel>();
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    if (!areSameValues(before[wire], after[wire])) levels.add(field.see ?? 'read');
  }
  if (levels.has('read')) return 'read';
  return FIELD_LEVELS.find((level) => levels.has(level)) ?? 'read';
}
