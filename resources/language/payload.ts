import * as z from 'zod';
import type { FieldInput, Resource } from './define-resource.ts';
import { EVERY_KIND, type FieldKind } from './every-kind.ts';
import { type Features, isOn } from './features.ts';
import { formSections } from './form-sections.ts';
import { type Kind, valueRule } from './kinds/kind.ts';
import { partKeys, wireName } from './wire-keys.ts';

/** The kind of a field, with its options typed loosely, for code that treats all kinds alike. */
export function kindOf({ kind }: Pick<FieldInput, 'kind'>): Kind {
  return EVERY_KIND[kind] as unknown as Kind;
}

/** Whether every record has to have a value of a field, whatever else it holds. */
export const isAlwaysRequired = ({ required, when }: Pick<FieldInput, 'required' | 'when'>): boolean =>
  required === true && when === undefined;

/** Values as the rule of a kind lets them through. */
type RuledValue<Kinds extends FieldKind> = z.output<ReturnType<(typeof EVERY_KIND)[Kinds]['rule']>>;
/** Values as the rule of a field lets them through. */
type PayloadValue<Field extends Ruled> = Field extends { required: true }
  ? RuledValue<Field['kind']>
  : RuledValue<Field['kind']> | null | undefined;
type Ruled = Pick<FieldInput, 'kind' | 'required' | 'message'>;

/** The rule of a field's wire value; an optional field also takes null and nothing. */
export function fieldRule<const Field extends Ruled>(field: Field): z.ZodType<PayloadValue<Field>> {
  return valueRule(kindOf(field), field) as z.ZodType<PayloadValue<Field>>;
}

/** The value that an untouched field sends. */
export function untouchedValue(field: FieldInput): unknown {
  const kind = kindOf(field);
  const value = kind.initial(field as never);
  return kind.write ? kind.write(value, field as never) : value;
}

/** A field whose bounds name today, with the day it is where the company is, `YYYY-MM-DD`; null where none does. */
export function onDay(field: FieldInput, today: () => string): FieldInput | null {
  return (kindOf(field).onDay?.(field as never, today) ?? null) as FieldInput | null;
}

/** Which form it is: `once` fields are sent by the first only. */
export type FormUse = 'create' | 'edit';

/** Names of the fields a form sends: those its sections list, but what is only shown, computed, locked for the person, or not on. */
export function writtenFields(resource: Resource, use: FormUse = 'create', features: Features | null = null): string[] {
  const isShownOnly = (name: string) => {
    const field = resource.fields[name];
    const isLocked = resource.locked?.has(name) === true;
    return field && (isLocked || field.local || field.computed !== undefined || kindOf(field).shownOnly);
  };
  const listed = formSections(resource)
    .filter(({ later, feature }) => (use === 'edit' || later === undefined) && isOn(features, feature))
    .flatMap((section) => section.fields)
    .filter((name) => !isShownOnly(name));
  return use === 'create' ? listed : listed.filter((name) => !resource.fields[name]?.once);
}

/** Facts besides a payload that decide which fields have to be given. */
export interface PayloadAt {
  use: FormUse;
  /** The payload, or a record with it, by wire names: sections may wait for what it holds (`when`). */
  payload?: Readonly<Record<string, unknown>>;
  features?: Features | null;
  /** The day of the company, `YYYY-MM-DD`; that of UTC when left out. */
  today?: string;
}

/** Names of the fields whose section waits for something that a payload does not hold. */
export function waitingFor(resource: Resource, payload: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const closedSections = formSections(resource).filter(({ when }) => {
    const field = when && resource.fields[when.field];
    if (!when || !field) return false;
    const held = payload[wireName(when.field, field)];
    const part = typeof held === 'object' && held !== null && when.key ? Reflect.get(held, when.key) : held;
    return part !== when.is;
  });
  return new Set(closedSections.flatMap(({ fields }) => fields));
}

/**
 * The rule of a whole payload, by wire names. Keys it does not know are dropped, also those of parts of the product that are
 * off; what a section waits for in vain need not be given. A field that stands in several keys has no place in it, and no
 * generic section has such a field.
 */
export function payloadRule(
  resource: Resource,
  { use, payload = {}, features = null, today }: PayloadAt = { use: 'create' },
): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  const waiting = waitingFor(resource, payload);
  for (const name of writtenFields(resource, use, features)) {
    const field = resource.fields[name];
    if (!field || partKeys(field)) continue;
    // Whether a field with a condition is asked for is seen once the others have their normal form.
    const asked = waiting.has(name) || field.when !== undefined ? { ...field, required: false } : field;
    shape[wireName(name, field)] = fieldRule((today === undefined ? null : onDay(asked, () => today)) ?? asked);
  }
  return z.object(shape);
}
