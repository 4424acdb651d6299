import type { FieldInput, Resource } from './define-resource.ts';
import { isEmpty } from './kinds/ids.ts';
import { traitsOf } from './kinds/traits.ts';
import { linkedRecord } from './linked-record.ts';

/**
 * Where a field's value stands on the wire. Apart from `payload.ts`, so that lists can read records without the rules.
 */

/** Name of a field on the wire. */
export function wireName(name: string, field: FieldInput): string {
  return field.wire ?? name;
}

/** A field by a name that anyone may have written, which `constructor` and the like are too. */
export function ownField({ fields }: Pick<Resource, 'fields'>, name: string): FieldInput | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Name on the wire of what a list is filtered by: of a field, or of an end of its range (`day_gte`); else as it is. */
function wireFilter(fields: Readonly<Record<string, FieldInput>>, key: string): string {
  const [, name = key, end = ''] = Object.hasOwn(fields, key) ? [] : (/^(.*)(_gte|_lte)$/.exec(key) ?? []);
  const field = ownField({ fields }, name);
  return field ? `${wireName(name, field)}${end}` : key;
}

/** Filters of a list as its call sends them: by name on the wire, a record that a link has narrowed the list to by its id. */
export function wireFilters(
  fields: Readonly<Record<string, FieldInput>>,
  filters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => [wireFilter(fields, key), linkedRecord(value)?.id ?? value]),
  );
}

/** The keys of a field whose value stands in several; null for one that has a key of its own. */
export function partKeys(field: FieldInput): readonly string[] | null {
  return traitsOf(field).keys?.(field) ?? null;
}

/** Every key of a record that belongs to a field. */
export function wireKeys(name: string, field: FieldInput): readonly string[] {
  return partKeys(field) ?? [wireName(name, field)];
}

/** The keys at the top of an answer under which the server speaks of a field: of `information.description` the first part. */
export function topKeys(name: string, field: FieldInput): readonly string[] {
  return wireKeys(name, field).map((key) => key.split('.')[0] ?? key);
}

type Wire = Readonly<Record<string, unknown>>;

/** The value at a key of a record, or at a path into it: `unit.building`. */
export function wireAt(record: Wire, path: string): unknown {
  if (!path.includes('.')) return record[path];
  return path.split('.').reduce<unknown>((part, key) => (isWire(part) ? part[key] : undefined), record);
}

const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null;

/** The value of a field in a record; undefined for none. */
export function wireOf(name: string, field: FieldInput, record: Wire): unknown {
  const keys = partKeys(field);
  if (keys) {
    const held = keys.filter((key) => record[key] !== undefined);
    return held.length ? Object.fromEntries(keys.map((key) => [key, record[key] ?? null])) : undefined;
  }
  const own = wireAt(record, wireName(name, field));
  const { held } = traitsOf(field);
  return held ? held(own, record, field) : own;
}

/**
 * A field's wire value as the part of a payload that it makes.
 * @param nested whether the dots of a wire name lead into objects: not in what is stored generically, by flat names
 */
export function asSent(name: string, field: FieldInput, wire: unknown, nested = true): Record<string, unknown> {
  if (field.sparse && isEmpty(wire)) return {};
  if (partKeys(field)) return isWire(wire) ? { ...wire } : {};
  const key = wireName(name, field);
  const [first = key, ...path] = nested ? key.split('.') : [key];
  return { [first]: path.reduceRight<unknown>((part, inner) => ({ [inner]: part }), wire) };
}

/** A payload out of its parts; what two of them say of one object stands in it together. */
export function payloadParts(parts: readonly Record<string, unknown>[]): Record<string, unknown> {
  const payload: Record<string, unknown> = {};
  for (const [key, value] of parts.flatMap(Object.entries<unknown>)) {
    const known = payload[key];
    payload[key] = isWire(known) && isWire(value) ? { ...known, ...value } : value;
  }
  return payload;
}
