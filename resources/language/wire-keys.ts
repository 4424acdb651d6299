import type { FieldInput, Resource } from './define-resource.ts';
import { isEmpty } from './kinds/ids.ts';
import { getTraits } from './kinds/traits.ts';
import { parseLinkedRecord } from './linked-record.ts';

/** Keys of field values on the wire. Kept apart from `payload.ts`, so that lists can read records without bundling validation. */

/** Wire name of a field. */
export function wireName(name: string, field: FieldInput): string {
  return field.wire ?? name;
}

/** Looks up a field by an untrusted name, which may be `constructor` and the like. */
export function findOwnField({ fields }: Pick<Resource, 'fields'>, name: string): FieldInput | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Wire name of a filter: a field, or the end of a range (`day_gte`); any other key is unchanged. */
function wireFilter(fields: Readonly<Record<string, FieldInput>>, key: string): string {
  const [, name = key, end = ''] = Object.hasOwn(fields, key) ? [] : (/^(.*)(_gte|_lte)$/.exec(key) ?? []);
  const field = findOwnField({ fields }, name);
  return field ? `${wireName(name, field)}${end}` : key;
}

/** Converts filters of a list to query parameters: keys become wire names, a linked record becomes its id. */
export function wireFilters(
  fields: Readonly<Record<string, FieldInput>>,
  filters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => [wireFilter(fields, key), parseLinkedRecord(value)?.id ?? value]),
  );
}

/** The keys of a field whose value is spread over several; null for a field with a single key. */
export function compositeKeys(field: FieldInput): readonly string[] | null {
  return getTraits(field).keys?.(field) ?? null;
}

/** Every key of a record that belongs to a field. */
export function wireKeys(name: string, field: FieldInput): readonly string[] {
  return compositeKeys(field) ?? [wireName(name, field)];
}

/** The top-level keys under which responses have a field: `information` of `information.description`. */
export function topKeys(name: string, field: FieldInput): readonly string[] {
  return wireKeys(name, field).map((key) => key.split('.')[0] ?? key);
}

type WireRecord = Readonly<Record<string, unknown>>;

/** The value at a key of a record or at a path: `unit.building`. */
export function getAtPath(record: WireRecord, path: string): unknown {
  if (!path.includes('.')) return record[path];
  return path.split('.').reduce<unknown>((part, key) => (isWireRecord(part) ? part[key] : undefined), record);
}

const isWireRecord = (value: unknown): value is WireRecord => typeof value === 'object' && value !== null;

/** The wire value of a field in a record; undefined if there is none. */
export function readWireValue(name: string, field: FieldInput, record: WireRecord): unknown {
  const keys = compositeKeys(field);
  if (keys) {
    const presentKeys = keys.filter((key) => record[key] !== undefined);
    return presentKeys.length ? Object.fromEntries(keys.map((key) => [key, record[key] ?? null])) : undefined;
  }
  const value = getAtPath(record, wireName(name, field));
  const { readFrom } = getTraits(field);
  return readFrom ? readFrom(value, record, field) : value;
}

/**
 * The part of a payload with a field's wire value.
 * @param nested whether dots in a wire name are a path into objects; false for generic storage, which has flat names
 */
export function toPayloadPart(name: string, field: FieldInput, wire: unknown, nested = true): Record<string, unknown> {
  if (field.sparse && isEmpty(wire)) return {};
  if (compositeKeys(field)) return isWireRecord(wire) ? { ...wire } : {};
  const key = wireName(name, field);
  const [first = key, ...path] = nested ? key.split('.') : [key];
  return { [first]: path.reduceRight<unknown>((part, inner) => ({ [inner]: part }), wire) };
}

/** Merges parts of a payload; objects under the same key are merged. */
export function mergePayloadParts(parts: readonly Record<string, unknown>[]): Record<string, unknown> {
  const payload: Record<string, unknown> = {};
  for (const [key, value] of parts.flatMap(Object.entries<unknown>)) {
    const existing = payload[key];
    payload[key] = isWireRecord(existing) && isWireRecord(value) ? { ...existing, ...value } : value;
  }
  return payload;
}
