import type { RaRecord } from 'react-admin';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import { wireOf } from '#resources/language/wire-keys.ts';

const fold = (text: unknown) =>
  String(text ?? '')
    .toLocaleLowerCase('ru')
    .replaceAll('ё', 'е');

/** The text of a field of a record: a person by both names. */
function saidIn(field: FieldInput | undefined, name: string, record: RaRecord): string {
  const value = field ? wireOf(name, field, record) : record[name];
  return typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value ?? '');
}

function matches(field: FieldInput | undefined, value: unknown, filterValue: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => idOf(item) === idOf(filterValue));
  const exact = (field && traitsOf(field).isExact) || typeof filterValue !== 'string';
  if (exact) {
    const areIds = typeof value === 'object' || typeof filterValue === 'object';
    return areIds ? idOf(value) === idOf(filterValue) : value === filterValue;
  }
  return fold(value).includes(fold(filterValue));
}

/** The records that pass every filter; `q` looks into the definition's search fields. */
export function filterRecords(
  records: readonly RaRecord[],
  resource: Resource,
  filters: Readonly<Record<string, unknown>>,
): RaRecord[] {
  const wire = (name: string) => resource.fields[name]?.wire ?? name;
  const { q, ...fieldFilters } = filters;
  const words = fold(q).split(/\s+/).filter(Boolean);
  const searched = resource.list.search ?? [];
  return records.filter((record) => {
    const text = fold(searched.map((name) => saidIn(resource.fields[name], name, record)).join(' '));
    if (!words.every((word) => text.includes(word))) return false;
    return Object.entries(fieldFilters).every(
      ([name, wanted]) => wanted === undefined || matches(resource.fields[name], record[wire(name)], wanted),
    );
  });
}
