import '#i18n/kinds-texts.ts';
import type { RaRecord } from 'react-admin';
import { buildingLabel, checkedNow, loadBuildings } from '#console/data/buildings/building-list.ts';
import type { CsvCell } from '#console/data/export/csv.ts';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { unset } from '#i18n/typeset.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { type CsvWords, ID_MAX } from '#resources/language/kinds/kind.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { isLinked } from '#resources/language/linked-record.ts';
import { kindOf } from '#resources/language/payload.ts';
import { wireFilters, wireName } from '#resources/language/wire-keys.ts';
import { EXPORT_HEADERS } from '#resources/protocol/exports.ts';
import { decodeStoredRecords } from '#resources/protocol/journal/journal-answers.ts';
import { decodeEntries } from '#resources/protocol/open-shapes.ts';
import { exactCell } from '#resources/rules/import/exact-cell.ts';
import { hasColumn } from '#resources/rules/import/fields.ts';

/** Records of one call. */
const BATCH = 1_000;

/** Fields of kinds that can be written into a file. */
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
  const common = {
    filter: JSON.stringify(wireFilters(resource.fields, filters)),
    range: JSON.stringify([0, BATCH - 1]),
    ...(scope && !isLinked(filters) ? { [scope]: await checkedNow(signal) } : {}),
  };
  const all: RaRecord[] = [];
  for (let before = ID_MAX; ; ) {
    const call = withQuery(path, { ...common, before });
    const batch = await ask(call, decodeStoredRecords, { signal, headers: EXPORT_HEADERS });
    all.push(...batch);
    const last = batch.at(-1);
    if (batch.length < BATCH || !last) return all;
    before = Number(last.id);
  }
}

/** Things of the lists of the server that fields are chosen from, by the address of the list and the id. */
async function thingsFor(resource: Resource, signal: AbortSignal) {
  const collections = Object.values(resource.fields).flatMap((field) => {
    const list = pointerTo(field, 'list');
    // A list that depends on other fields is another one for each record.
    return list && Object.keys(list.by).length === 0 ? [[list.from, list.id] as const] : [];
  });
  const lists = await Promise.all(
    [...new Map(collections)].map(async ([from, key]) => {
      const byId = (await fetchList(from, signal)).map(
        (one) => [typeof one === 'object' && one ? Reflect.get(one, key) : null, one] as const,
      );
      return [from, new Map<unknown, unknown>(byId)] as const;
    }),
  );
  return new Map(lists);
}

/** A list of the server; none where it gives none, which the person is told of: the file then has the ids of its things. */
async function fetchList(path: string, signal: AbortSignal): Promise<readonly unknown[]> {
  try {
    return await ask(path, decodeEntries, { signal });
  } catch (error) {
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** Names of buildings, records and levels for a file; nothing is fetched where no field needs them. */
export async function wordsFor(
  resource: Resource,
  say: (key: string) => string,
  signal: AbortSignal,
): Promise<CsvWords> {
  const names = Object.values(resource.fields).some(
    (field) => pointerTo(field, 'building') ?? pointerTo(field, 'buildings'),
  );
  const [buildings, directories] = await Promise.all([names ? loadBuildings(signal) : [], thingsFor(resource, signal)]);
  const addresses = new Map(buildings.map((building) => [building.id, unset(buildingLabel(building))]));
  return {
    address: (id) => addresses.get(id),
    thing: (list, id) => directories.get(list)?.get(id),
    // Texts of the console have non-breaking spaces; a file has plain ones.
    say: (key) => unset(say(key)),
  };
}

/** The rows of the file, as people read them. */
export function exportRows(resource: Resource, records: readonly RaRecord[], words: CsvWords): CsvCell[][] {
  return rowCells(resource, records, words, (written) => written);
}

/** Digits of a number that spreadsheets keep; what has more is a text to them. */
const DIGITS = 15;

/** Whether a number stays one in a spreadsheet, «-1200,50»; other forms of numbers, the name of a thing or «1 ч», are texts. */
const isPlainNumber = (written: string): boolean =>
  /^-?\d+(?:,\d+)?$/.test(written) && written.replace(/\D/g, '').length <= DIGITS;

/** The same rows, each cell written so that a spreadsheet shows it as it is. */
export function writtenRows(resource: Resource, records: readonly RaRecord[], words: CsvWords): CsvCell[][] {
  return rowCells(resource, records, words, (written, value) =>
    typeof value === 'number' && isPlainNumber(written) ? written : exactCell(written),
  );
}

function rowCells(
  resource: Resource,
  records: readonly RaRecord[],
  words: CsvWords,
  form: (written: string, value: unknown) => string,
): CsvCell[][] {
  const fields = exportedFields(resource);
  return records.map((record) =>
    fields.map(([name, field]) => {
      const value: unknown = record[wireName(name, field)];
      const { csv } = kindOf(field);
      if (value === null || value === undefined || !csv) return null;
      return form(csv.write(value, field as never, words), value);
    }),
  );
}
