import * as z from 'zod';
import type { FieldInput, Resource } from './define-resource.ts';
import { EVERY_KIND, type FieldKind } from './every-kind.ts';
import { type Features, isFeatureOn } from './features.ts';
import { formSections } from './form-sections.ts';
import { type Kind, valueRule } from './kinds/kind.ts';
import { compositeKeys, wireName } from './wire-keys.ts';

/** The kind of a field; its options are typed loosely for code that handles all kinds alike. */
export function getKind({ kind }: Pick<FieldInput, 'kind'>): Kind {
  return EVERY_KIND[kind] as unknown as Kind;
}

/** Whether a field is required unconditionally. */
export const isAlwaysRequired = ({ required, when }: Pick<FieldInput, 'required' | 'when'>): boolean =>
  required === true && when === undefined;

/** Output type of the rule of a kind. */
type RuleOutput<Kinds extends FieldKind> = z.output<ReturnType<(typeof EVERY_KIND)[Kinds]['rule']>>;
/** Output type of the rule of a field. */
type FieldOutput<Field extends Ruled> = Field extends { required: true }
  ? RuleOutput<Field['kind']>
  : RuleOutput<Field['kind']> | null | undefined;
type Ruled = Pick<FieldInput, 'kind' | 'required' | 'message'>;

/** The validation rule of a field's wire value; an optional field also accepts null and a missing value. */
export function fieldRule<const Field extends Ruled>(field: Field): z.ZodType<FieldOutput<Field>> {
  return valueRule(getKind(field), field) as z.ZodType<FieldOutput<Field>>;
}

/** The wire value of an untouched field. */
export function untouchedWireValue(field: FieldInput): unknown {
  const kind = getKind(field);
  const value = kind.initial(field as never);
  return kind.write ? kind.write(value, field as never) : value;
}

/** The field with bounds `today` replaced by the company's current day, `YYYY-MM-DD`; null if it has none. */
export function resolveFieldToday(field: FieldInput, today: () => string): FieldInput | null {
  return (getKind(field).resolveToday?.(field as never, today) ?? null) as FieldInput | null;
}

/** The form's mode; fields with `once` are sent only by a create form. */
export type FormMode = 'create' | 'edit';

/**
 * Names of the fields a form sends: those in its sections, except fields that are display-only, computed, locked for the
 * person, or of a feature that is off.
 */
export function sentFields(resource: Resource, use: FormMode = 'create', features: Features | null = null): string[] {
  const isShownOnly = (name: string) => {
    const field = resource.fields[name];
    const isLocked = resource.locked?.has(name) === true;
    return field && (isLocked || field.local || field.computed !== undefined || getKind(field).isShownOnly);
  };
  const listed = formSections(resource)
    .filter(({ later, feature }) => (use === 'edit' || later === undefined) && isFeatureOn(features, feature))
    .flatMap((section) => section.fields)
    .filter((name) => !isShownOnly(name));
  return use === 'create' ? listed : listed.filter((name) => !resource.fields[name]?.once);
}

/** What decides, besides the payload itself, which fields are required. */
export interface PayloadContext {
  use: FormMode;
  /** The payload, or a record with it, by wire names; `when` of sections depends on it. */
  payload?: Readonly<Record<string, unknown>>;
  features?: Features | null;
  /** Today in the company's time zone, `YYYY-MM-DD`; in UTC when left out. */
  today?: string;
}

/** Names of the fields in sections whose `when` the payload does not satisfy. */
export function fieldsOfUnmetSections(
  resource: Resource,
  payload: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const unmetSections = formSections(resource).filter(({ when }) => {
    const field = when && resource.fields[when.field];
    if (!when || !field) return false;
    const value = payload[wireName(when.field, field)];
    const actual = typeof value === 'object' && value !== null && when.key ? Reflect.get(value, when.key) : value;
    return actual !== when.is;
  });
  return new Set(unmetSections.flatMap(({ fields }) => fields));
}

/**
 * The validation rule of a whole payload, by wire names. Drops unknown keys, also those of features that are off; fields of
 * sections whose `when` is not satisfied are optional. Fields spread over several keys are left out; generic sections have
 * none.
 */
export function payloadRule(
  resource: Resource,
  { use, payload = {}, features = null, today }: PayloadContext = { use: 'create' },
): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  const inClosedSections = fieldsOfUnmetSections(resource, payload);
  for (const name of sentFields(resource, use, features)) {
    const field = resource.fields[name];
    if (!field || compositeKeys(field)) continue;
    // Whether a field with a condition applies is decided after the other fields are normalised.
    const effectiveField =
      inClosedSections.has(name) || field.when !== undefined ? { ...field, required: false } : field;
    shape[wireName(name, field)] = fieldRule(
      (today === undefined ? null : resolveFieldToday(effectiveField, () => today)) ?? effectiveField,
    );
  }
  return z.object(shape);
}
