import { callFromWorker } from '#console/engine/import/server-call.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#resources/once-key.ts';
import { decodeWholeBuilding } from '#resources/protocol/buildings/whole-building-answers.ts';
import type { ImportAnswer, ImportRow } from '#resources/protocol/import/import.ts';
import { decodeImportAnswer, decodeImportRows } from '#resources/protocol/import/import-answers.ts';
import { buildingPath } from '#resources/protocol/paths/buildings.ts';
import { CONVERT_RESIDENTS_PATH, IMPORT_RESIDENTS_PATH } from '#resources/protocol/paths/import.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import type { ImportUnit } from '#resources/rules/import/names.ts';

/** Additional timeout for the server to process a list, ms. */
const PROCESSING_TIMEOUT_MS = 240_000;

/** `POST …/convert_residents/` (IMPORT-04). A response without row numbers has the rows in the order of the file. */
export async function convertResidents(
  file: Blob,
  fileName: string,
  building: number,
  encoding: Encoding | undefined,
  token: string | null,
): Promise<ImportRow[]> {
  const form = new FormData();
  form.append('building', String(building));
  if (encoding) form.append('encoding', encoding);
  form.append('file', file, fileName);
  return decodeImportRows(
    await callFromWorker(CONVERT_RESIDENTS_PATH, token, { method: 'POST', body: form }, PROCESSING_TIMEOUT_MS),
  );
}

/** `POST …/import/residents/` (IMPORT-12). If the response has no rows, all were accepted. */
export async function submitResidents(
  rows: readonly ImportRow[],
  key: string,
  token: string | null,
): Promise<ImportAnswer> {
  const form = new FormData();
  form.append('convert_residents_result', JSON.stringify(rows));
  const headers = { [IDEMPOTENCY_KEY_HEADER]: key };
  return decodeImportAnswer(
    await callFromWorker(IMPORT_RESIDENTS_PATH, token, { method: 'POST', headers, body: form }, PROCESSING_TIMEOUT_MS),
    rows,
  );
}

/** Units of a building that the reader may use. */
export async function loadUnits(building: number, token: string | null): Promise<ImportUnit[]> {
  const wholeBuilding = decodeWholeBuilding(
    await callFromWorker(buildingPath(building), token, {}, PROCESSING_TIMEOUT_MS),
  );
  return (wholeBuilding?.units ?? []).map(({ unit_type, object }) => ({
    id: object.id,
    unit_type,
    label: object.label,
  }));
}
