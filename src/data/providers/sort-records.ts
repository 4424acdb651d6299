import type { RaRecord, SortPayload } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { readWireValue } from '#resources/language/wire-keys.ts';

const COLLATOR = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });

/**
 * Converts a value for comparison: numbers as numbers, true after false, lists by length, everything else as text; null when
 * empty.
 */
function toComparable(value: unknown): number | string | null {
  if (value == null || value === '') return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'object') return Object.values(value).filter(Boolean).join(' ');
  return String(value);
}

/** Compares two values with Russian collation; empty ones come last in both directions. */
function compareValues(a: unknown, b: unknown, order: SortPayload['order']): number {
  const [first, second] = [toComparable(a), toComparable(b)];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  const sign = order === 'DESC' ? -1 : 1;
  if (typeof first === 'number' && typeof second === 'number') return sign * (first - second);
  return sign * COLLATOR.compare(String(first), String(second));
}

/** Sorts records by a field, stable; keeps their order when no field is given. */
export function sortRecords(records: readonly RaRecord[], resource: Resource, sort?: SortPayload): RaRecord[] {
  if (!sort?.field) return [...records];
  const { field, order } = sort;
  const fieldDefinition = resource.fields[field];
  const wireValue = (record: RaRecord) =>
    fieldDefinition ? readWireValue(field, fieldDefinition, record) : record[field];
  return [...records].sort((a, b) => compareValues(wireValue(a), wireValue(b), order));
}
