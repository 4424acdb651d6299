import type { RaRecord } from 'react-admin';
import { buildingLabel, checkedNow, loadBuildings } from '#console/data/building-list.ts';
import type { CsvCell } from '#console/data/csv.ts';
import { request, unwrap } from '#console/data/http.ts';
import { withQuery } from '#console/data/query-string.ts';
import { BY_NAME, hasColumn } from '#resources/import-fields.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { ID_MAX, type Kind } from '#resources/language/kinds/kind.ts';
import { KINDS } from '#resources/language/kinds/registry.ts';
import { wireFilter, wireName } from '#resources/language/wire-keys.ts';

/** Records of one call. */
const BATCH = 1_000;

/** Fields that go into a file: those whose kind has a form there, and what it names by address, label or title. */
export function exportedFields(resource: Resource): [string, FieldInput][] {
  return Object.entries(resource.fields).filter(([, field]) => hasColumn(field));
}

/** Every record that the filters let through, the newest first, read batch by batch after the last id of each. */
export async function everyRecord(
  resource: Resource,
  filters: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<RaRecord[]> {
  const { path, scope } = resource.api;
  const filter = Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [wireFilter(resource.fields, name), value]),
  );
  const common = {
    filter: JSON.stringify(filter),
    range: JSON.stringify([0, BATCH - 1]),
    ...(scope ? { [scope]: await checkedNow(signal) } : {}),
  };
  const all: RaRecord[] = [];
  for (let before = ID_MAX; ; ) {
    const batch = unwrap(await request(withQuery(path, { ...common, before }), { signal })) as RaRecord[];
    all.push(...batch);
    const last = batch.at(-1);
    if (batch.length < BATCH || !last) return all;
    before = Number(last.id);
  }
}

/** Addresses of the houses that records name; none are asked for where no field names any. */
export async function addressesFor(resource: Resource, signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const names = Object.values(resource.fields).some(({ kind }) => kind === 'building' || kind === 'buildings');
  const buildings = names ? await loadBuildings(signal) : [];
  return new Map(buildings.map((building) => [building.id, buildingLabel(building)]));
}

/** One cell, as a person reads it. */
function cellOf(field: FieldInput, value: unknown, addresses: ReadonlyMap<number, string>): CsvCell {
  if (value === null || value === undefined) return null;
  if (field.kind === 'building' || field.kind === 'buildings') {
    return [value]
      .flat()
      .map((id) => addresses.get(Number(id)) ?? String(id))
      .join('; ');
  }
  if (BY_NAME.has(field.kind)) {
    const { id, label } = value as { id?: number; label?: string | null };
    return label ?? id ?? null;
  }
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? String(value);
  const { csv } = KINDS[field.kind] as unknown as Kind;
  return csv ? csv.write(value) : null;
}

/** The rows of the file. */
export function exportRows(
  resource: Resource,
  records: readonly RaRecord[],
  addresses: ReadonlyMap<number, string>,
): CsvCell[][] {
  const fields = exportedFields(resource);
  return records.map((record) =>
    fields.map(([name, field]) => cellOf(field, record[wireName(name, field)], addresses)),
  );
}
