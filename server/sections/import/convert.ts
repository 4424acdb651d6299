import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { BYTES } from '#resources/limits.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { checkLine, hasPhone, markTaken } from '#resources/rules/import/checks.ts';
import { type Encoding, isEncoding } from '#resources/rules/import/encoding.ts';
import { indexUnits } from '#resources/rules/import/names.ts';
import { ImportFileError, tooLarge } from '#resources/rules/import/problem.ts';
import type { ImportLine } from '#resources/rules/import/table.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { collectPart, otherField, readMultipart } from '#server/http/multipart.ts';
import type { FileReading } from './file-reading.ts';
import { isInReach, takenPhones, unitsInReach } from './queries.ts';

/** Input of a conversion. */
export interface ConvertForm {
  bytes: Buffer;
  building: number;
  encoding: Encoding | undefined;
  withHidden: boolean;
}

/** Rows that are looked at before other calls have their turn. */
const SLICE = 1000;

/** The refusal of a file: a sentence in `detail` (IMPORT-06). */
function asApiError({ problem, params }: ImportFileError): ApiError {
  const columns = String(params.columns ?? '').split(' ');
  const named = columns.map((column) => text(`import.column.${column}`)).join(', ');
  return new ApiError('import_file', {
    reason: text(`import.file.${problem}`, { ...params, columns: named, smart_count: columns.length }),
  });
}

/**
 * Reads the body of a conversion: `file`, `building`, and, where the person chose so, `encoding` and `hidden_rows`.
 * @throws FieldsError, ApiError import_file
 */
export async function readConvertForm(request: FastifyRequest): Promise<ConvertForm> {
  let bytes: Buffer | null | undefined;
  let isElsewhere = false;
  const fields: Record<string, unknown> = {};
  for await (const part of readMultipart(request)) {
    if (part.type === 'field') fields[part.fieldname] ??= part.value;
    else {
      const collected = await collectPart(part.file, BYTES.attachment);
      if (part.fieldname !== 'file') isElsewhere = true;
      else if (bytes === undefined) bytes = collected;
    }
  }
  const building = String(fields.building ?? '');
  if (!/^[1-9]\d{0,9}$/.test(building) || Number(building) > 2_147_483_647) {
    throw new FieldsError({ building: [building ? 'validation.unknown' : 'validation.object'] });
  }
  if (bytes === undefined) {
    throw new FieldsError({ file: [isElsewhere ? otherField('file') : 'validation.required'] });
  }
  if (bytes === null) throw asApiError(tooLarge(BYTES.attachment));
  const encoding = fields.encoding ? String(fields.encoding) : undefined;
  if (encoding !== undefined && !isEncoding(encoding)) throw new FieldsError({ encoding: ['import.file.encoding'] });
  return { bytes, building: Number(building), encoding, withHidden: fields.hidden_rows === 'true' };
}

/**
 * Reads and checks a file for a building (IMPORT-04…IMPORT-08).
 * @throws FieldsError for a building out of reach, ApiError import_file for what is no list
 */
export async function convert(
  db: Db,
  reader: { user: number },
  form: ConvertForm,
  reading: FileReading,
): Promise<ImportRow[]> {
  if (!(await isInReach(db, reader, form.building))) throw new FieldsError({ building: ['validation.unknown'] });
  const lines = await readFile(form, reading);
  const units = indexUnits(await unitsInReach(db, reader, form.building));
  const rows: ImportRow[] = [];
  const seenPhones = new Set<string>();
  for (let from = 0; from < lines.length; from += SLICE) {
    const part = lines.slice(from, from + SLICE).map((line) => checkLine(line, units));
    const usedPhones = await takenPhones(
      db,
      part.filter(hasPhone).map((row) => row.phone_number),
    );
    for (const row of part) markTaken(row, usedPhones, seenPhones);
    rows.push(...part);
    await turn();
  }
  return rows;
}

async function readFile({ bytes, ...options }: ConvertForm, reading: FileReading): Promise<ImportLine[]> {
  try {
    return await reading.lines(bytes, options);
  } catch (error) {
    throw error instanceof ImportFileError ? asApiError(error) : error;
  }
}
