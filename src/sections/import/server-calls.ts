import { call } from '#console/engine/import/server-call.ts';
import { ONCE_KEY } from '#resources/once-key.ts';
import { decodeWholeBuilding } from '#resources/protocol/buildings/whole-building-answers.ts';
import type { ImportAnswer, ImportRow } from '#resources/protocol/import/import.ts';
import { decodeImportAnswer, decodeImportRows } from '#resources/protocol/import/import-answers.ts';
import { buildingPath } from '#resources/protocol/paths/buildings.ts';
import { CONVERT_RESIDENTS_PATH, IMPORT_RESIDENTS_PATH } from '#resources/protocol/paths/import.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import type { ImportUnit } from '#resources/rules/import/names.ts';

/** How long the server may work on a list besides, ms. */
const WORKS_FOR = 240_000;

/** `POST …/convert_residents/` (IMPORT-04). A server that numbers no rows has them in the order of the file. */
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
  return decodeImportRows(await call(CONVERT_RESIDENTS_PATH, token, { method: 'POST', body: form }, WORKS_FOR));
}

/** `POST …/import/residents/` (IMPORT-12). A server that names no rows has taken all of them. */
export async function submitResidents(
  rows: readonly ImportRow[],
  key: string,
  token: string | null,
): Promise<ImportAnswer> {
  const form = new FormData();
  form.append('convert_residents_result', JSON.stringify(rows));
  const headers = { [ONCE_KEY]: key };
  return decodeImportAnswer(
    await call(IMPORT_RESIDENTS_PATH, token, { method: 'POST', headers, body: form }, WORKS_FOR),
    rows,
  );
}

/** Units of a building that the person may use. */
export async function loadUnits(building: number, token: string | null): Promise<ImportUnit[]> {
  const one = decodeWholeBuilding(await call(buildingPath(building), token, {}, WORKS_FOR));
  return (one?.units ?? []).map(({ unit_type, object }) => ({ id: object.id, unit_type, label: object.label }));
}
