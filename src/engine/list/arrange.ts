import type { RaRecord, SortPayload } from 'react-admin';
import { sortRecords } from '#console/data/sort-records.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { idOf } from '#resources/language/kinds/ids.ts';

/** What of a wholly loaded list is shown. */
export interface Arrangement {
  filters: Readonly<Record<string, unknown>>;
  sort: SortPayload;
  page: number;
  perPage: number;
}

const fold = (text: unknown) =>
  String(text ?? '')
    .toLocaleLowerCase('ru')
    .replaceAll('ё', 'е');

function matches(field: FieldInput | undefined, value: unknown, wanted: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => idOf(item) === idOf(wanted));
  const exact = field?.kind === 'choice' || field?.kind === 'level' || typeof wanted !== 'string';
  if (exact) return typeof value === 'object' ? idOf(value) === idOf(wanted) : value === wanted;
  return fold(value).includes(fold(wanted));
}

/** The records that pass every filter; `q` looks into the definition's search fields. */
function filterRecords(records: readonly RaRecord[], resource: Resource, filters: Arrangement['filters']): RaRecord[] {
  const wire = (name: string) => resource.fields[name]?.wire ?? name;
  const { q, ...others } = filters;
  const words = fold(q).split(/\s+/).filter(Boolean);
  const searched = (resource.list.search ?? []).map(wire);
  return records.filter((record) => {
    const text = fold(searched.map((key) => record[key]).join(' '));
    if (!words.every((word) => text.includes(word))) return false;
    return Object.entries(others).every(
      ([name, wanted]) => wanted === undefined || matches(resource.fields[name], record[wire(name)], wanted),
    );
  });
}

/** One page of a list that is there as a whole: filtered, sorted, cut; a page beyond the end is the last one. */
export function arrange(
  records: readonly RaRecord[],
  resource: Resource,
  { filters, sort, page, perPage }: Arrangement,
): { rows: RaRecord[]; total: number; page: number } {
  const found = sortRecords(filterRecords(records, resource, filters), resource, sort);
  const shown = Math.min(Math.max(1, page), Math.max(1, Math.ceil(found.length / perPage)));
  const from = (shown - 1) * perPage;
  return { rows: found.slice(from, from + perPage), total: found.length, page: shown };
}
