import type { RaRecord } from 'react-admin';
import { buildingLabel, checkedNow, loadBuildings } from '#console/data/building-list.ts';
import type { CsvCell } from '#console/data/csv.ts';
import { request, unwrap } from '#console/data/http.ts';
import { withQuery } from '#console/data/query-string.ts';
import { RequestError } from '#console/data/request-error.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { type CsvWords, ID_MAX, type Kind } from '#resources/language/kinds/kind.ts';
import { KINDS } from '#resources/language/kinds/registry.ts';
import { wireFilter, wireName } from '#resources/language/wire-keys.ts';
import { hasColumn } from '#resources/rules/import/fields.ts';

/** Records of one call. */
const BATCH = 1_000;

/** Fields that go into a file: those whose kind has a form there. */
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

/** Things of the lists of the server that fields are chosen from, by the address of the list and the id. */
async function thingsFor(resource: Resource, signal: AbortSignal) {
  const asked = Object.values(resource.fields).flatMap((field) => {
    if (field.kind === 'some-of') return [[field.from, 'id'] as const];
    return field.kind === 'one-of' && !field.by ? [[field.from, field.id ?? 'id'] as const] : [];
  });
  const lists = await Promise.all(
    [...new Map(asked)].map(async ([from, key]) => {
      const byId = (await listOf(from, signal)).map(
        (one) => [typeof one === 'object' && one ? Reflect.get(one, key) : null, one] as const,
      );
      return [from, new Map<unknown, unknown>(byId)] as const;
    }),
  );
  return new Map(lists);
}

/** A list of the server; none where it gives none, which the person is told of: the file then has the ids of its things. */
async function listOf(path: string, signal: AbortSignal): Promise<readonly unknown[]> {
  try {
    const body: unknown = unwrap(await request(path, { signal }));
    return Array.isArray(body) ? body : [];
  } catch (error) {
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** What a file calls buildings, things and levels; nothing is asked for where no field names any. */
export async function wordsFor(
  resource: Resource,
  say: (key: string) => string,
  signal: AbortSignal,
): Promise<CsvWords> {
  const names = Object.values(resource.fields).some(({ kind }) => kind === 'building' || kind === 'buildings');
  const [buildings, things] = await Promise.all([names ? loadBuildings(signal) : [], thingsFor(resource, signal)]);
  const addresses = new Map(buildings.map((building) => [building.id, buildingLabel(building)]));
  return {
    address: (id) => addresses.get(id),
    thing: (list, id) => things.get(list)?.get(id),
    say,
  };
}

/** The rows of the file. */
export function exportRows(resource: Resource, records: readonly RaRecord[], words: CsvWords): CsvCell[][] {
  const fields = exportedFields(resource);
  return records.map((record) =>
    fields.map(([name, field]) => {
      const value: unknown = record[wireName(name, field)];
      const { csv } = KINDS[field.kind] as unknown as Kind;
      return value === null || value === undefined || !csv ? null : csv.write(value, field as never, words);
    }),
  );
}
