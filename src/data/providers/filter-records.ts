import type { RaRecord } from 'react-admin';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { readWireValue } from '#resources/language/wire-keys.ts';

const normalizeText = (text: unknown) =>
  String(text ?? '')
    .toLocaleLowerCase('ru')
    .replaceAll('ё', 'е');

/** Searchable text of a field, e.g. both names of a person. */
function fieldText(field: FieldInput | undefined, name: string, record: RaRecord): string {
  const value = field ? readWireValue(name, field, record) : record[name];
  return typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value ?? '');
}

function matches(field: FieldInput | undefined, value: unknown, filterValue: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => toId(item) === toId(filterValue));
  const isExact = (field && getTraits(field).isExact) || typeof filterValue !== 'string';
  if (isExact) {
    const areIds = typeof value === 'object' || typeof filterValue === 'object';
    return areIds ? toId(value) === toId(filterValue) : value === filterValue;
  }
  return normalizeText(value).includes(normalizeText(filterValue));
}

/** Records that match all filters; `q` searches the search fields of the definition. */
export function filterRecords(
  records: readonly RaRecord[],
  resource: Resource,
  filters: Readonly<Record<string, unknown>>,
): RaRecord[] {
  const wireName = (name: string) => resource.fields[name]?.wire ?? name;
  const { q, ...fieldFilters } = filters;
  const searchWords = normalizeText(q).split(/\s+/).filter(Boolean);
  const searchFields = resource.list.search ?? [];
  return records.filter((record) => {
    const text = normalizeText(searchFields.map((name) => fieldText(resource.fields[name], name, record)).join(' '));
    if (!searchWords.every((word) => text.includes(word))) return false;
    return Object.entries(fieldFilters).every(
      ([name, expected]) => expected === undefined || matches(resource.fields[name], record[wireName(name)], expected),
    );
  });
}
