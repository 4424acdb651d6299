import '#i18n/kinds-texts.ts';
import type { RaRecord } from 'react-admin';
import { buildingLabel, loadBuildings, loadCheckedBuildingIds } from '#console/data/buildings/building-list.ts';
import type { CsvCell } from '#console/data/export/csv.ts';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { unset } from '#i18n/typeset.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { type CsvTexts, ID_MAX } from '#resources/language/kinds/kind.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { isFilteredByLink } from '#resources/language/linked-record.ts';
import { getKind } from '#resources/language/payload.ts';
import { wireFilters, wireName } from '#resources/language/wire-keys.ts';
import { EXPORT_HEADERS } from '#resources/protocol/exports.ts';
import { decodeStoredRecords } from '#resources/protocol/journal/journal-answers.ts';
import { decodeEntries } from '#resources/protocol/open-shapes.ts';
import { formatExactCell } from '#resources/rules/import/exact-cell.ts';
import { hasColumn } from '#resources/rules/import/fields.ts';

/** Records per call. */
const BATCH_SIZE = 1_000;

/** Fields whose kinds can be written to a file. */
export function exportFields(resource: Resource): [string, FieldInput][] {
  return Object.entries(resource.fields).filter(([, field]) => hasColumn(field));
}

/** Fetches all records matching the filters, newest first, in batches that continue after the last id. */
export async function fetchAllRecords(
  resource: Resource,
  filters: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<RaRecord[]> {
  const { path, scope } = resource.api;
  const commonQuery = {
    filter: JSON.stringify(wireFilters(resource.fields, filters)),
    range: JSON.stringify([0, BATCH_SIZE - 1]),
    ...(scope && !isFilteredByLink(filters) ? { [scope]: await loadCheckedBuildingIds(signal) } : {}),
  };
  const all: RaRecord[] = [];
  for (let before = ID_MAX; ; ) {
    const url = withQuery(path, { ...commonQuery, before });
    const batch = await ask(url, decodeStoredRecords, { signal, headers: EXPORT_HEADERS });
    all.push(...batch);
    const last = batch.at(-1);
    if (batch.length < BATCH_SIZE || !last) return all;
    before = Number(last.id);
  }
}

/** Entries of the server lists from which fields are chosen, by path of the list and id of the entry. */
async function fetchListEntries(resource: Resource, signal: AbortSignal) {
  const collections = Object.values(resource.fields).flatMap((field) => {
    const list = getPointerTo(field, 'list');
    // A list that depends on other fields differs for each record.
    return list && Object.keys(list.by).length === 0 ? [[list.from, list.id] as const] : [];
  });
  const lists = await Promise.all(
    [...new Map(collections)].map(async ([listPath, idKey]) => {
      const byId = (await fetchList(listPath, signal)).map(
        (entry) => [typeof entry === 'object' && entry ? Reflect.get(entry, idKey) : null, entry] as const,
      );
      return [listPath, new Map<unknown, unknown>(byId)] as const;
    }),
  );
  return new Map(lists);
}

/** Fetches a list; empty after an error, which an alert shows: the file then contains ids instead of names. */
async function fetchList(path: string, signal: AbortSignal): Promise<readonly unknown[]> {
  try {
    return await ask(path, decodeEntries, { signal });
  } catch (error) {
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** Loads the names of buildings and list entries that the file needs. */
export async function loadCsvTexts(
  resource: Resource,
  translateKey: (key: string) => string,
  signal: AbortSignal,
): Promise<CsvTexts> {
  const needsBuildings = Object.values(resource.fields).some(
    (field) => getPointerTo(field, 'building') ?? getPointerTo(field, 'buildings'),
  );
  const [buildings, directories] = await Promise.all([
    needsBuildings ? loadBuildings(signal) : [],
    fetchListEntries(resource, signal),
  ]);
  const addresses = new Map(buildings.map((building) => [building.id, unset(buildingLabel(building))]));
  return {
    getAddress: (id) => addresses.get(id),
    getItem: (list, id) => directories.get(list)?.get(id),
    // Texts of the console have non-breaking spaces; in a file they become plain ones.
    translate: (key) => unset(translateKey(key)),
  };
}

/** The rows of the file in readable form. */
export function readableRows(resource: Resource, records: readonly RaRecord[], csvTexts: CsvTexts): CsvCell[][] {
  return rowCells(resource, records, csvTexts, (cellText) => cellText);
}

/** Maximum number of digits that spreadsheets keep; longer numbers are written as text. */
const MAX_DIGITS = 15;

/** Whether a spreadsheet reads the text as a number, «-1200,50»; other forms, such as an entry's name or «1 ч», are texts. */
const isPlainNumber = (cellText: string): boolean =>
  /^-?\d+(?:,\d+)?$/.test(cellText) && cellText.replace(/\D/g, '').length <= MAX_DIGITS;

/** The rows of the file, with cells escaped so that a spreadsheet shows them unchanged. */
export function spreadsheetRows(resource: Resource, records: readonly RaRecord[], csvTexts: CsvTexts): CsvCell[][] {
  return rowCells(resource, records, csvTexts, (cellText, value) =>
    typeof value === 'number' && isPlainNumber(cellText) ? cellText : formatExactCell(cellText),
  );
}

function rowCells(
  resource: Resource,
  records: readonly RaRecord[],
  csvTexts: CsvTexts,
  formatCell: (cellText: string, value: unknown) => string,
): CsvCell[][] {
  const fields = exportFields(resource);
  return records.map((record) =>
    fields.map(([name, field]) => {
      const value: unknown = record[wireName(name, field)];
      const { csv } = getKind(field);
      if (value === null || value === undefined || !csv) return null;
      return formatCell(csv.write(value, field as never, csvTexts), value);
    }),
  );
}
