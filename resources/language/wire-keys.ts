import type { FieldInput, FieldOf } from './define-resource.ts';
import { porchesOf } from './kinds/porch-list.ts';
import type { KindName } from './kinds/registry.ts';

/**
 * Where a field's value stands on the wire. Apart from `payload.ts`, so that lists can read records without the rules.
 */

/** Name of a field on the wire. */
export function wireName(name: string, field: FieldInput): string {
  return field.wire ?? name;
}

/** Kinds whose value stands in several keys of a record: the wire value is then an object of these. */
const KEYED: { readonly [Name in KindName]?: (field: FieldOf<Name>) => readonly string[] } = {
  address: () => ['street', 'number'],
  'day-range': ({ start, end }) => [start, end],
  person: ({ first, last }) => [first, last],
};

/** The keys of a field whose value stands in several; null for one that has a key of its own. */
export function partKeys(field: FieldInput): readonly string[] | null {
  return (KEYED[field.kind] as ((field: FieldInput) => readonly string[]) | undefined)?.(field) ?? null;
}

/** Every key of a record that belongs to a field. */
export function wireKeys(name: string, field: FieldInput): readonly string[] {
  return partKeys(field) ?? [wireName(name, field)];
}

type Wire = Readonly<Record<string, unknown>>;

/** What stands at a key of a record, or at a path into it: `unit.building`. */
export function wireAt(record: Wire, path: string): unknown {
  if (!path.includes('.')) return record[path];
  return path.split('.').reduce<unknown>((part, key) => (isWire(part) ? part[key] : undefined), record);
}

const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null;

/** Of a field that says so, its keys in a record, the first that holds something; of files, those of all their lists. */
function elsewhere(field: FieldInput, record: Wire): unknown {
  if (field.kind === 'files') return field.lists?.flatMap((list) => record[list] ?? []);
  if (field.kind === 'named') return field.from?.map((key) => record[key]).find((value) => value != null);
  return undefined;
}

/** What a record carries for a field; undefined where it carries nothing. */
export function wireOf(name: string, field: FieldInput, record: Wire): unknown {
  const keys = partKeys(field);
  if (keys) {
    const held = keys.filter((key) => record[key] !== undefined);
    return held.length ? Object.fromEntries(keys.map((key) => [key, record[key] ?? null])) : undefined;
  }
  if (field.kind === 'porches') return porchesOf(record[field.houses], record[wireName(name, field)]);
  const own = wireAt(record, wireName(name, field));
  return own ?? elsewhere(field, record) ?? own;
}

/** A field's wire value as the part of a payload that it makes. */
export function asSent(name: string, field: FieldInput, wire: unknown): Record<string, unknown> {
  if (!partKeys(field)) return { [wireName(name, field)]: wire };
  return typeof wire === 'object' && wire !== null ? { ...wire } : {};
}
