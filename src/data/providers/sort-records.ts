import type { RaRecord, SortPayload } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { wireOf } from '#resources/language/wire-keys.ts';

const COLLATOR = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' });

/** A value as it is compared: numbers as numbers, true after false, everything else as text; null when empty. */
function comparable(value: unknown): number | string | null {
  if (value == null || value === '') return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'object') return Object.values(value).filter(Boolean).join(' ');
  return String(value);
}

/** Order of two values in Russian; the empty ones come last whichever way the list is sorted. */
function compareValues(a: unknown, b: unknown, order: SortPayload['order']): number {
  const [first, second] = [comparable(a), comparable(b)];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  const sign = order === 'DESC' ? -1 : 1;
  if (typeof first === 'number' && typeof second === 'number') return sign * (first - second);
  return sign * COLLATOR.compare(String(first), String(second));
}

/** Records by a field, in a stable order; as they came when no field is named. */
export function sortRecords(records: readonly RaRecord[], resource: Resource, sort?: SortPayload): RaRecord[] {
  if (!sort?.field) return [...records];
  const { field, order } = sort;
  const known = resource.fields[field];
  const carried = (record: RaRecord) => (known ? wireOf(field, known, record) : record[field]);
  return [...records].sort((a, b) => compareValues(carried(a), carried(b), order));
}
