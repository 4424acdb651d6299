import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { IMPORT } from '#resources/limits.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#resources/once-key.ts';
import {
  type ImportAnswer,
  type ImportCode,
  type ImportOutcome,
  importAnswer,
  importKey,
  type SubmittedRow,
} from '#resources/protocol/import/import.ts';
import { checkNames, checkPhone, hasValidPhone } from '#resources/rules/import/checks.ts';
import { cleanCell } from '#resources/rules/import/table.ts';
import { lockReachableUnits } from '#server/access/links.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { collectPart, readMultipart, wrongFieldMessage } from '#server/http/multipart.ts';
import type { FileReading } from './file-reading.ts';
import { createResidents, type NewResident, selectTakenPhones } from './queries.ts';
import { claimRun, type RunKey, storeRunAnswer } from './run-queries.ts';

/** Field of the multipart body (IMPORT-12). */
const FIELD = 'convert_residents_result';
/** How a submission is split into transactions. */
export interface SubmissionPace {
  /** Number of rows in the first transaction. */
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
} as const satisfies Record<string, Omit<SubmissionPace, 'between'>>;
/** Limits of the rows in a slice, whatever its duration, because each transaction has a cost of its own. */
const SLICE_ROWS = { least: 5, most: 100 } as const;
/** Number of bytes hashed before other calls get their turn. */
const HASH_CHUNK_BYTES = 4_000_000;

/** A submitted list. */
export interface ResidentSubmission {
  rows: SubmittedRow[];
  /** SHA-256 of the rows as received, hex. */
  body: string;
  /** Key that identifies a repetition; null if it will not be repeated. */
  key: string | null;
}

/** Reads the body of a submission. @throws FieldsError if it is not a list of rows; ApiError too_large, malformed */
export async function readSubmission(request: FastifyRequest, reading: FileReading): Promise<ResidentSubmission> {
  let source: Buffer | undefined;
  let isOtherField = false;
  for await (const part of readMultipart(request, { fieldSize: IMPORT.submission })) {
    if (part.type === 'field') {
      if (part.fieldname !== FIELD) continue;
      if (part.valueTruncated) throw new ApiError('too_large');
      source = Buffer.from(String(part.value));
    } else {
      // Other programs may send the list as a file.
      const bytes = await collectPart(part.file, IMPORT.submission);
      if (part.fieldname !== FIELD) {
        isOtherField = true;
        continue;
      }
      if (!bytes) throw new ApiError('too_large');
      source = bytes;
    }
  }
  if (!source?.length) {
    throw new FieldsError({ [FIELD]: [isOtherField ? wrongFieldMessage(FIELD) : 'validation.required'] });
  }
  const key = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (key !== undefined && !importKey.safeParse(key).success) throw new ApiError('malformed');
  const body = await hashBytes(source);
  return { rows: await reading.rows(source, FIELD), body, key: key === undefined ? null : String(key) };
}

async function hashBytes(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += HASH_CHUNK_BYTES) {
    hash.update(bytes.subarray(from, from + HASH_CHUNK_BYTES));
    await turn();
  }
  return hash.digest('hex');
}

/** A checked row: its errors, its phone, and the new resident if there are no errors. */
interface CheckedRow {
  outcome: ImportOutcome;
  phone: string;
  resident: NewResident | null;
}

function checkRow(row: SubmittedRow, at: number): CheckedRow {
  const last_name = cleanCell(row.last_name ?? '');
  const first_name = cleanCell(row.first_name ?? '');
  const { phone, code } = checkPhone(cleanCell(row.phone_number ?? ''));
  const unit = row.id ?? null;
  const errors: ImportCode[] = checkNames({ last_name, first_name });
  if (unit === null) errors.unshift(cleanCell(row.label ?? '') ? 'UNAVAILABLE_UNIT' : 'EMPTY_FIELD_UNIT');
  if (code) errors.push(code);
  const outcome = { row: row.row ?? at + 1, user: null, errors };
  return { outcome, phone, resident: unit === null ? null : { unit, last_name, first_name, phone } };
}

/** Number of rows checked before other calls get their turn. */
const CHECK_BATCH = 2_000;

/** Checks each row, and the rows for repeated phones. */
async function checkRows(rows: readonly SubmittedRow[]): Promise<CheckedRow[]> {
  const checkedRows: CheckedRow[] = [];
  const seenPhones = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const checkedRow = checkRow(row, index);
    checkedRows.push(checkedRow);
    if (hasValidPhone(checkedRow.outcome)) {
      if (seenPhones.has(checkedRow.phone)) checkedRow.outcome.errors.push('ALREADY_EXIST_PHONE');
      seenPhones.add(checkedRow.phone);
    }
    if (index % CHECK_BATCH === CHECK_BATCH - 1) await turn();
  }
  return checkedRows;
}

const makeAnswer = (checked: readonly CheckedRow[]): ImportAnswer => {
  const rows = checked.map(({ outcome }) => outcome);
  return { params: { created: rows.filter(({ user }) => user !== null).length, rows } };
};

/** Number of rows in the next slice, by how long the last one took, ms. */
function computeNextSlice({ slice, longest }: SubmissionPace, rows: number, durationMs: number): number {
  if (durationMs > longest) return Math.max(SLICE_ROWS.least, Math.floor(rows / 2));
  return durationMs < longest / 4 ? Math.min(Math.max(slice, SLICE_ROWS.least), rows * 2) : rows;
}

/**
 * Checks the rows again and creates the residents without errors, each with one flat (IMPORT-12). Never updates a resident: a
 * phone that is in use is refused with `ALREADY_EXIST_PHONE`. Every slice is a separate transaction, with other calls in between.
 * With a key each slice stores its answer, so that an interrupted submission that is sent again continues with the missing
 * slices.
 * @throws ApiError conflict if the key was used for another submission
 */
export async function submitResidentRows(
  db: Db,
  reader: Reader,
  { rows, key, body }: ResidentSubmission,
  by: { request: string; now: Date },
  pace: SubmissionPace,
): Promise<ImportAnswer> {
  const checked = await checkRows(rows);
  // Sorted by phone, so that two submissions of the same list do not deadlock.
  const sorted = [...checked].sort((a, b) => (a.phone < b.phone ? -1 : 1));
  let size = pace.slice;
  for (let from = 0; from < sorted.length; ) {
    const slice = sorted.slice(from, from + size);
    const run = key === null ? null : { user: reader.user, key: from ? `${key}#${from}` : key, body };
    const { before, took } = await db.transaction().execute(async (trx) => {
      const startedAt = performance.now();
      return { before: await submitSlice(trx, reader, slice, run, by), took: performance.now() - startedAt };
    });
    const storedOutcomes = before?.params.rows ?? [];
    // Stored by an earlier version without slices: the answer to the whole list, in the order of the file.
    if (before && storedOutcomes.length > SLICE_ROWS.most && storedOutcomes.length === sorted.length) return before;
    // The slice may have had another size the first time: it is as long as its stored answer.
    for (const [offset, outcome] of storedOutcomes.entries())
      Object.assign(sorted[from + offset]?.outcome ?? {}, outcome);
    from += storedOutcomes.length || slice.length;
    if (!before) size = computeNextSlice(pace, size, took);
    if (from < sorted.length) await pace.between();
  }
  return makeAnswer(checked);
}

/** Submits one slice. @returns the stored answer of a repeated slice; null if it is submitted for the first time */
async function submitSlice(
  trx: Db,
  reader: Reader,
  slice: readonly CheckedRow[],
  run: RunKey | null,
  by: { request: string; now: Date },
): Promise<ImportAnswer | null> {
  const before = run ? await claimRun(trx, run, by.now) : null;
  if (before) {
    if (before.body !== run?.body) throw new ApiError('conflict');
    return importAnswer.parse(before.answer);
  }
  const availableUnits = await lockReachableUnits(trx, reader, [
    ...new Set(slice.flatMap(({ resident }) => resident?.unit ?? [])),
  ]);
  for (const { outcome, resident } of slice) {
    if (resident && !availableUnits.has(resident.unit)) outcome.errors.unshift('UNAVAILABLE_UNIT');
  }
  // Phones of rows without a unit are checked too, as in the conversion.
  await createSlice(trx, reader, slice, by);
  if (run) await storeRunAnswer(trx, run, makeAnswer(slice));
  return null;
}

async function createSlice(
  trx: Db,
  reader: Reader,
  slice: readonly CheckedRow[],
  by: { request: string; now: Date },
): Promise<void> {
  const rowsWithPhone = slice.filter(({ outcome }) => hasValidPhone(outcome));
  const usedPhones = await selectTakenPhones(
    trx,
    rowsWithPhone.map(({ phone }) => phone),
  );
  for (const { outcome, phone } of rowsWithPhone) {
    const isRepeated = outcome.errors.includes('ALREADY_EXIST_PHONE');
    if (!isRepeated && usedPhones.has(phone)) outcome.errors.push('ALREADY_EXIST_PHONE');
  }
  const validResidents = slice.flatMap(({ outcome, resident }) =>
    resident && !outcome.errors.length ? [resident] : [],
  );
  if (!validResidents.length) return;
  const idsByPhone = await createResidents(trx, validResidents, { ...by, user: reader.user });
  for (const { outcome, resident } of slice) {
    if (!resident || outcome.errors.length) continue;
    outcome.user = idsByPhone.get(resident.phone) ?? null;
    if (outcome.user === null) outcome.errors.push('ALREADY_EXIST_PHONE');
  }
}
