import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { checkPhone, hasPhone, namesCodes } from '#resources/import-checks.ts';
import { cleanCell } from '#resources/import-table.ts';
import { IMPORT } from '#resources/limits.ts';
import {
  IMPORT_KEY,
  type ImportAnswer,
  type ImportCode,
  type ImportOutcome,
  importAnswer,
  importKey,
  type SubmittedRow,
  submittedRow,
} from '#resources/protocol/import.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { collectPart, multipartOf } from '#server/http/multipart.ts';
import { parsePayload, storable } from '#server/http/validation.ts';
import { createResidents, heldUnits, type NewResident, takenPhones } from './queries.ts';
import { beginRun, endRun } from './run-queries.ts';

/** Field of the multipart body (B§7). */
const FIELD = 'convert_residents_result';
/** Rows of one statement. */
const SLICE = 1000;

const submission = z.array(submittedRow).min(1).max(IMPORT.rows);

/** What is submitted. */
export interface Submission {
  rows: SubmittedRow[];
  /** SHA-256 of the rows as they came, hex. */
  body: string;
  /** By which a repetition is known; null: nobody promised to repeat it under the same name. */
  key: string | null;
}

/**
 * Reads the body of a submission.
 * @throws FieldsError for what is no list of rows; ApiError too_large, malformed
 */
export async function readSubmission(request: FastifyRequest): Promise<Submission> {
  let source: string | undefined;
  for await (const part of multipartOf(request, { fieldSize: IMPORT.submission })) {
    if (part.type === 'field') {
      if (part.fieldname !== FIELD) continue;
      if (part.valueTruncated) throw new ApiError('too_large');
      source = String(part.value);
    } else {
      // A program that sends the list as a file means the same.
      const bytes = await collectPart(part.file, IMPORT.submission);
      if (part.fieldname !== FIELD) continue;
      if (!bytes) throw new ApiError('too_large');
      source = bytes.toString('utf8');
    }
  }
  if (!source) throw new FieldsError({ [FIELD]: ['validation.required'] });
  const key = request.headers[IMPORT_KEY];
  if (key !== undefined && !importKey.safeParse(key).success) throw new ApiError('malformed');
  const body = createHash('sha256').update(source).digest('hex');
  return { rows: rowsOf(source), body, key: key === undefined ? null : String(key) };
}

function rowsOf(source: string): SubmittedRow[] {
  let list: unknown;
  try {
    list = JSON.parse(source);
  } catch (error) {
    throw error instanceof SyntaxError ? new FieldsError({ [FIELD]: ['api.malformed'] }) : error;
  }
  if (!storable(list)) throw new ApiError('malformed');
  return parsePayload(z.object({ [FIELD]: submission }), { [FIELD]: list })[FIELD] as SubmittedRow[];
}

/** A row that was looked at: what is wrong with it, its phone, and the resident to be if nothing is. */
interface Checked {
  outcome: ImportOutcome;
  phone: string;
  resident: NewResident | null;
}

function check(row: SubmittedRow, at: number): Checked {
  const last_name = cleanCell(row.last_name ?? '');
  const first_name = cleanCell(row.first_name ?? '');
  const { phone, code } = checkPhone(cleanCell(row.phone_number ?? ''));
  const unit = row.id ?? null;
  const errors: ImportCode[] = namesCodes({ last_name, first_name });
  if (unit === null) errors.unshift(cleanCell(row.label ?? '') ? 'UNAVAILABLE_UNIT' : 'EMPTY_FIELD_UNIT');
  if (code) errors.push(code);
  const outcome = { row: row.row ?? at + 1, user: null, errors };
  return { outcome, phone, resident: unit === null ? null : { unit, last_name, first_name, phone } };
}

/**
 * Checks the rows anew and creates who is sound, each with one flat (B§7, IMPORT-12). All of it is one transaction: a
 * process that dies in the middle leaves nothing behind, and the same submission again begins anew.
 * @throws ApiError conflict for another submission under a key that was used
 */
export async function submit(
  trx: Db,
  reader: Reader,
  { rows, key, body }: Submission,
  by: { request: string; now: Date },
): Promise<ImportAnswer> {
  const run = key === null ? null : { user: reader.user, key, body };
  const before = run ? await beginRun(trx, run, by.now) : null;
  if (before) {
    if (before.body !== body) throw new ApiError('conflict');
    return importAnswer.parse(before.answer);
  }
  const checked = rows.map(check);
  await create(trx, reader, checked, by);
  const outcomes = checked.map(({ outcome }) => outcome);
  const answer = { params: { created: outcomes.filter(({ user }) => user !== null).length, rows: outcomes } };
  if (run) await endRun(trx, run, answer);
  return answer;
}

/** Creates the sound ones. In the order of their phones, so that two submissions of one list never wait for each other. */
async function create(
  trx: Db,
  reader: Reader,
  checked: readonly Checked[],
  by: { request: string; now: Date },
): Promise<void> {
  const held = await heldUnits(trx, reader, [...new Set(checked.flatMap(({ resident }) => resident?.unit ?? []))]);
  const seen = new Set<string>();
  for (const { outcome, resident, phone } of checked) {
    if (resident && !held.has(resident.unit)) outcome.errors.unshift('UNAVAILABLE_UNIT');
    if (!hasPhone(outcome)) continue;
    if (seen.has(phone)) outcome.errors.push('ALREADY_EXIST_PHONE');
    seen.add(phone);
  }
  // Phones are compared without a unit too, as the conversion compares them.
  const sorted = [...checked].sort((a, b) => (a.phone < b.phone ? -1 : 1));
  for (let from = 0; from < sorted.length; from += SLICE) {
    await createSlice(trx, reader, sorted.slice(from, from + SLICE), by);
  }
}

async function createSlice(
  trx: Db,
  reader: Reader,
  slice: readonly Checked[],
  by: { request: string; now: Date },
): Promise<void> {
  const compared = slice.filter(({ outcome }) => hasPhone(outcome));
  const taken = await takenPhones(
    trx,
    compared.map(({ phone }) => phone),
  );
  for (const { outcome, phone } of compared) {
    const known = outcome.errors.includes('ALREADY_EXIST_PHONE');
    if (!known && taken.has(phone)) outcome.errors.push('ALREADY_EXIST_PHONE');
  }
  const sound = slice.flatMap(({ outcome, resident }) => (resident && !outcome.errors.length ? [resident] : []));
  if (!sound.length) return;
  const made = await createResidents(trx, sound, { ...by, user: reader.user });
  for (const { outcome, resident } of slice) {
    if (!resident || outcome.errors.length) continue;
    outcome.user = made.get(resident.phone) ?? null;
    if (outcome.user === null) outcome.errors.push('ALREADY_EXIST_PHONE');
  }
}
