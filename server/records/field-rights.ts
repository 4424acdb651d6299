import { isDeepStrictEqual } from 'node:util';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { initialWire } from '#resources/language/expressions/fields.ts';
import type { ExpressionContext } from '#resources/language/expressions/values.ts';
import type { Features } from '#resources/language/features.ts';
import { FIELD_LEVELS, type HeldLevel, hasFieldRights, heldLevel } from '#resources/language/field-levels.ts';
import { viewFor } from '#resources/language/field-rights.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { fieldRule, untouchedValue, writtenFields } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { administers, type Reader } from '#server/access/reader.ts';

type Data = Readonly<Record<string, unknown>>;

/** The level of a reader in a section, for the rights of fields. */
export const levelIn = (reader: Pick<Reader, 'levels' | 'role'>, { section }: Pick<Resource, 'section'>): HeldLevel =>
  heldLevel({ levels: reader.levels, isAdministrator: administers(reader) }, section);

/** A definition as a reader sees it: what they read, filter and write by. */
export const readerView = (reader: Pick<Reader, 'levels' | 'role'>, resource: Resource): Resource =>
  viewFor(resource, levelIn(reader, resource));

/** The values of a record in the fields of a definition, as a reader sees them. */
export function seenData(view: Resource, data: Data): Data {
  if (!view.locked) return data;
  const wires = Object.entries(view.fields).map(([name, field]) => wireName(name, field));
  return Object.fromEntries(wires.flatMap((wire) => (Object.hasOwn(data, wire) ? [[wire, data[wire]]] : [])));
}

/** Whether two values in normal form say the same; what is empty is so in one way. */
export const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || isDeepStrictEqual(one, other);

/** A value in the normal form of its field, so that what a record shows is the same as what it keeps. */
export function normalValue(field: FieldInput, value: unknown): unknown {
  const read = fieldRule({ ...field, required: false }).safeParse(value);
  return read.success ? (read.data ?? null) : value;
}

/**
 * The part of a payload that its sender sees and may change; hidden fields count as unknown ones.
 * @param view the definition as the sender sees it
 * @param keptValues values that a locked field may be sent with, by wire name: as kept, and as shown
 * @returns the payload, and messages for locked fields that it would change
 */
export function withinRights(
  resource: Resource,
  view: Resource,
  payload: Data,
  keptValues: readonly Data[],
): { payload: Data; refused: Record<string, string[]> } {
  const refused: Record<string, string[]> = {};
  if (view === resource) return { payload, refused };
  const rest: Record<string, unknown> = { ...payload };
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    const isHidden = !Object.hasOwn(view.fields, name);
    const isLocked = view.locked?.has(name) === true;
    if (!(isHidden || isLocked) || !Object.hasOwn(payload, wire)) continue;
    delete rest[wire];
    const sentValue = normalValue(field, payload[wire]);
    const isKept = keptValues.some((values) => isSame(sentValue, normalValue(field, values[wire])));
    if (isLocked && !isKept) refused[wire] = ['kinds.locked'];
  }
  return { payload: rest, refused };
}

/** Values of a new record in the fields that its author cannot fill in, by wire name: those of an untouched form. */
export function givenInitials(
  resource: Resource,
  view: Resource,
  { features, moment }: { features: Features | null; moment: ExpressionContext },
): Record<string, unknown> {
  if (view === resource) return {};
  const entries = writtenFields(resource, 'create', features).flatMap((name) => {
    const field = resource.fields[name];
    const isFilledIn = Object.hasOwn(view.fields, name) && !view.locked?.has(name);
    if (!field || isFilledIn) return [];
    const value = initialWire(field, moment) ?? untouchedValue(field);
    return [[wireName(name, field), isEmpty(value) ? null : value] as const];
  });
  return Object.fromEntries(entries);
}

/** The least level of people to whom a change of a record shows; `read` also where nothing has changed. */
export function leastLevel(resource: Resource, before: Data, after: Data): HeldLevel {
  if (!hasFieldRights(resource)) return 'read';
  const levels = new Set<HeldLevel>();
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    if (!isSame(before[wire], after[wire])) levels.add(field.see ?? 'read');
  }
  if (levels.has('read')) return 'read';
  return FIELD_LEVELS.find((level) => levels.has(level)) ?? 'read';
}
