import { limitTime, patienceFor } from '#console/data/http/time-limit.ts';
import { ONCE_KEY } from '#resources/once-key.ts';
import { decodeWholeBuilding } from '#resources/protocol/buildings/whole-building-answers.ts';
import type { ImportAnswer, ImportRow } from '#resources/protocol/import/import.ts';
import { decodeImportAnswer, decodeImportRows } from '#resources/protocol/import/import-answers.ts';
import { buildingPath } from '#resources/protocol/paths/buildings.ts';
import { CONVERT_RESIDENTS_PATH, IMPORT_RESIDENTS_PATH } from '#resources/protocol/paths/import.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import type { ImportUnit } from '#resources/rules/import/names.ts';
import type { TaskFailure } from './worker-messages.ts';

/** How long the server may work on a list besides, ms. */
const WORKS_FOR = 240_000;

/** A call that failed; the page makes of it what every failed call becomes. */
export class CallFailed extends Error {
  readonly failure: TaskFailure;
  constructor(failure: TaskFailure) {
    super('a call failed');
    this.name = 'CallFailed';
    this.failure = failure;
  }
}

async function call(path: string, token: string | null, init: RequestInit = {}): Promise<unknown> {
  const headers = new Headers({ Accept: 'application/json', ...(init.headers as Record<string, string> | undefined) });
  if (token) headers.set('Authorization', `Token ${token}`);
  const noAnswer = (): CallFailed => new CallFailed({ kind: 'server', path, status: 0, json: null, requestId: null });
  const limit = limitTime(WORKS_FOR + patienceFor(init.method ?? 'GET', init.body));
  const got = async () => {
    const answer = await fetch(path, { ...init, headers, signal: limit.signal });
    limit.begun();
    return { answer, json: readJson(await answer.text()) };
  };
  const { answer, json } = await got()
    .catch(() => {
      throw noAnswer();
    })
    .finally(limit.end);
  if (answer.ok && json !== undefined) return json;
  const requestId = answer.headers.get('x-request-id');
  throw new CallFailed({ kind: 'server', path, status: answer.status, json: json ?? null, requestId });
}

/** @returns undefined if the body is not JSON: a proxy has answered */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if ((error as { name?: unknown }).name === 'SyntaxError') return undefined;
    throw error;
  }
}

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
  return decodeImportRows(await call(CONVERT_RESIDENTS_PATH, token, { method: 'POST', body: form }));
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
  return decodeImportAnswer(await call(IMPORT_RESIDENTS_PATH, token, { method: 'POST', headers, body: form }), rows);
}

/** Units of a building that the person may use. */
export async function loadUnits(building: number, token: string | null): Promise<ImportUnit[]> {
  const one = decodeWholeBuilding(await call(buildingPath(building), token));
  return (one?.units ?? []).map(({ unit_type, object }) => ({ id: object.id, unit_type, label: object.label }));
}
