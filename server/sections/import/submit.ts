import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { IMPORT } from '#resources/limits.ts';
import { ONCE_KEY } from '#resources/once-key.ts';
import {
  type ImportAnswer,
  type ImportCode,
  type ImportOutcome,
  importAnswer,
  importKey,
  type SubmittedRow,
} from '#resources/protocol/import/import.ts';
import { checkPhone, hasPhone, namesCodes } from '#resources/rules/import/checks.ts';
import { cleanCell } from '#resources/rules/import/table.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { collectPart, otherField, readMultipart } from '#server/http/multipart.ts';
import type { FileReading } from './file-reading.ts';
import { createResidents, lockUnitsInReach, type NewResident, takenPhones } from './queries.ts';
import { beginRun, endRun, type RunKey } from './run-queries.ts';

/** Field of the multipart body (IMPORT-12). */
const FIELD = 'convert_residents_result';
/** How a submission goes. */
export interface Pace {
  /** Rows of the first transaction. */
  slice: number;
  /** Target duration of a transaction, ms: after a longer one the next has fewer rows. */
  longest: number;
  /** Runs between two transactions. */
  between: () => Promise<void>;
}

/** On the embedded database all other calls wait for a slice; PostgreSQL has connections for them. */
export const SLICES = {
  embedded: { slice: 25, longest: 40 },
  postgres: { slice: 100, longest: Number.POSITIVE_INFINITY },
} as const satisfies Record<string, Omit<Pace, 'between'>>;
/** Rows of a slice, however long or short it takes: a transaction has its own cost. */
const ROWS = { least: 5, most: 100 } as const;
/** Bytes hashed before other calls have their turn. */
const HASHED_AT_ONCE = 4_000_000;

/** A submitted list. */
export interface Submission {
  rows: SubmittedRow[];
  /** SHA-256 of the rows as they came, hex. */
  body: string;
  /** By which a repetition is recognised; null: it will not be repeated. */
  key: string | null;
}

/**
 * Reads the body of a submission.
 * @throws FieldsError for what is no list of rows; ApiError too_large, malformed
 */
export async function readSubmission(request: FastifyRequest, reading: FileReading): Promise<Submission> {
  let source: Buffer | undefined;
  let isElsewhere = false;
  for await (const part of readMultipart(request, { fieldSize: IMPORT.submission })) {
    if (part.type === 'field') {
      if (part.fieldname !== FIELD) continue;
      if (part.valueTruncated) throw new ApiError('too_large');
      source = Buffer.from(String(part.value));
    } else {
      // A program that sends the list as a file means the same.
      const bytes = await collectPart(part.file, IMPORT.submission);
      if (part.fieldname !== FIELD) {
        isElsewhere = true;
        continue;
      }
      if (!bytes) throw new ApiError('too_large');
      source = bytes;
    }
  }
  if (!source?.length) {
    throw new FieldsError({ [FIELD]: [isElsewhere ? otherField(FIELD) : 'validation.required'] });
  }
  const key = request.headers[ONCE_KEY];
  if (key !== undefined && !importKey.safeParse(key).success) throw new ApiError('malformed');
  const body = await hashBytes(source);
  return { rows: await reading.rows(source, FIELD), body, key: key === undefined ? null : String(key) };
}

async function hashBytes(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += HASHED_AT_ONCE) {
    hash.update(bytes.subarray(from, from + HASHED_AT_ONCE));
    await turn();
  }
  return hash.digest('hex');
}

/** A checked row: its errors, its phone, and the new resident if there are no errors. */
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

/** Rows checked before other calls have their turn. */
const CHECKED_AT_ONCE = 2_000;

/** Checks the rows by themselves and against one another. */
async function checkAll(rows: readonly SubmittedRow[]): Promise<Checked[]> {
  const all: Checked[] = [];
  const seenPhones = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const one = check(row, at);
    all.push(one);
    if (hasPhone(one.outcome)) {
      if (seenPhones.has(one.phone)) one.outcome.errors.push('ALREADY_EXIST_PHONE');
      seenPhones.add(one.phone);
    }
    if (at % CHECKED_AT_ONCE === CHECKED_AT_ONCE - 1) await turn();
  }
  return all;
}

const makeAnswer = (checked: readonly Checked[]): ImportAnswer => {
  const rows = checked.map(({ outcome }) => outcome);
  return { params: { created: rows.filter(({ user }) => user !== null).length, rows } };
};

/** Rows of the next slice after one of so many took so long, ms. */
function nextSlice({ slice, longest }: Pace, rows: number, took: number): number {
  if (took > longest) return Math.max(ROWS.least, Math.floor(rows / 2));
  return took < longest / 4 ? Math.min(Math.max(slice, ROWS.least), rows * 2) : rows;
}

/**
 * Checks the rows anew and creates the residents without errors, each with one flat (IMPORT-12). Never updates a resident: a
 * phone that is in use is refused with `ALREADY_EXIST_PHONE`. Every slice is a
 * transaction of its own, with other calls between them. Under a key each slice keeps its answer: a submission that was
 * broken off goes on, when it is sent again, with the slices that are missing.
 * @throws ApiError conflict for another submission under a key that was used
 */
export async function submit(
  db: Db,
  reader: Reader,
  { rows, key, body }: Submission,
  by: { request: string; now: Date },
  pace: Pace,
): Promise<ImportAnswer> {
  const checked = await checkAll(rows);
  // In the order of their phones, so that two submissions of one list never wait for each other.
  const sorted = [...checked].sort((a, b) => (a.phone < b.phone ? -1 : 1));
  let size = pace.slice;
  for (let from = 0; from < sorted.length; ) {
    const slice = sorted.slice(from, from + size);
    const run = key === null ? null : { user: reader.user, key: from ? `${key}#${from}` : key, body };
    const { before, took } = await db.transaction().execute(async (trx) => {
      const began = performance.now();
      return { before: await submitSlice(trx, reader, slice, run, by), took: performance.now() - began };
    });
    const answered = before?.params.rows ?? [];
    // Kept before lists went in slices: the answer to all of it, in the order of the file.
    if (before && answered.length > ROWS.most && answered.length === sorted.length) return before;
    // The first time the slice may have been longer or shorter: it is as long as its answer.
    for (const [at, outcome] of answered.entries()) Object.assign(sorted[from + at]?.outcome ?? {}, outcome);
    from += answered.length || slice.length;
    if (!before) size = nextSlice(pace, size, took);
    if (from < sorted.length) await pace.between();
  }
  return makeAnswer(checked);
}

/** @returns the stored answer of a repeated slice; null if it is submitted for the first time */
async function submitSlice(
  trx: Db,
  reader: Reader,
  slice: readonly Checked[],
  run: RunKey | null,
  by: { request: string; now: Date },
): Promise<ImportAnswer | null> {
  const before = run ? await beginRun(trx, run, by.now) : null;
  if (before) {
    if (before.body !== run?.body) throw new ApiError('conflict');
    return importAnswer.parse(before.answer);
  }
  const held = await lockUnitsInReach(trx, reader, [...new Set(slice.flatMap(({ resident }) => resident?.unit ?? []))]);
  for (const { outcome, resident } of slice) {
    if (resident && !held.has(resident.unit)) outcome.errors.unshift('UNAVAILABLE_UNIT');
  }
  // Phones are compared without a unit too, as the conversion compares them.
  await createSlice(trx, reader, slice, by);
  if (run) await endRun(trx, run, makeAnswer(slice));
  return null;
}

async function createSlice(
  trx: Db,
  reader: Reader,
  slice: readonly Checked[],
  by: { request: string; now: Date },
): Promise<void> {
  const compared = slice.filter(({ outcome }) => hasPhone(outcome));
  const usedPhones = await takenPhones(
    trx,
    compared.map(({ phone }) => phone),
  );
  for (const { outcome, phone } of compared) {
    const known = outcome.errors.includes('ALREADY_EXIST_PHONE');
    if (!known && usedPhones.has(phone)) outcome.errors.push('ALREADY_EXIST_PHONE');
  }
  const sound = slice.flatMap(({ outcome, resident }) => (resident && !outcome.errors.length ? [resident] : []));
  if (!sound.length) return;
  const idsByPhone = await createResidents(trx, sound, { ...by, user: reader.user });
  for (const { outcome, resident } of slice) {
    if (!resident || outcome.errors.length) continue;
    outcome.user = idsByPhone.get(resident.phone) ?? null;
    if (outcome.user === null) outcome.errors.push('ALREADY_EXIST_PHONE');
  }
}
