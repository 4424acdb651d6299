import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { BYTES } from '#resources/limits.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { checkLine, hasValidPhone, markDuplicatePhone } from '#resources/rules/import/checks.ts';
import { type Encoding, isEncoding } from '#resources/rules/import/encoding.ts';
import { indexUnits } from '#resources/rules/import/names.ts';
import { createTooLargeError, ImportFileError } from '#resources/rules/import/problem.ts';
import type { ImportLine } from '#resources/rules/import/table.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { collectPart, readMultipart, wrongFieldMessage } from '#server/http/multipart.ts';
import type { FileReading } from './file-reading.ts';
import { isImportBuildingInReach, selectTakenPhones, selectUnitsInReach } from './queries.ts';

/** Form of a conversion. */
export interface ConvertForm {
  bytes: Buffer;
  building: number;
  encoding: Encoding | undefined;
  withHidden: boolean;
}

/** Number of rows that are checked before other calls get their turn. */
const ROWS_PER_SLICE = 1000;

/** The API error for a refused file, with a sentence in `detail` (IMPORT-06). */
function toApiError({ problem, params }: ImportFileError): ApiError {
  const columns = String(params.columns ?? '').split(' ');
  const columnNames = columns.map((column) => text(`import.column.${column}`)).join(', ');
  return new ApiError('import_file', {
    reason: text(`import.file.${problem}`, { ...params, columns: columnNames, smart_count: columns.length }),
  });
}

/**
 * Reads the body of a conversion: `file`, `building` and, if the person set them, `encoding` and `hidden_rows`.
 * @throws FieldsError, ApiError import_file
 */
export async function readConvertForm(request: FastifyRequest): Promise<ConvertForm> {
  let bytes: Buffer | null | undefined;
  let isOtherField = false;
  const fields: Record<string, unknown> = {};
  for await (const part of readMultipart(request)) {
    if (part.type === 'field') fields[part.fieldname] ??= part.value;
    else {
      const collected = await collectPart(part.file, BYTES.attachment);
      if (part.fieldname !== 'file') isOtherField = true;
      else if (bytes === undefined) bytes = collected;
    }
  }
  const building = String(fields.building ?? '');
  if (!/^[1-9]\d{0,9}$/.test(building) || Number(building) > 2_147_483_647) {
    throw new FieldsError({ building: [building ? 'validation.unknown' : 'validation.object'] });
  }
  if (bytes === undefined) {
    throw new FieldsError({ file: [isOtherField ? wrongFieldMessage('file') : 'validation.required'] });
  }
  if (bytes === null) throw toApiError(createTooLargeError(BYTES.attachment));
  const encoding = fields.encoding ? String(fields.encoding) : undefined;
  if (encoding !== undefined && !isEncoding(encoding)) throw new FieldsError({ encoding: ['import.file.encoding'] });
  return { bytes, building: Number(building), encoding, withHidden: fields.hidden_rows === 'true' };
}

/**
 * Reads and checks a file for a building (IMPORT-04…IMPORT-08).
 * @throws FieldsError for a building out of reach, ApiError import_file if the file is not a list of residents
 */
export async function convertImportFile(
  db: Db,
  reader: { user: number },
  form: ConvertForm,
  reading: FileReading,
): Promise<ImportRow[]> {
  if (!(await isImportBuildingInReach(db, reader, form.building)))
    throw new FieldsError({ building: ['validation.unknown'] });
  const lines = await readFile(form, reading);
  const units = indexUnits(await selectUnitsInReach(db, reader, form.building));
  const rows: ImportRow[] = [];
  const seenPhones = new Set<string>();
  for (let from = 0; from < lines.length; from += ROWS_PER_SLICE) {
    const part = lines.slice(from, from + ROWS_PER_SLICE).map((line) => checkLine(line, units));
    const usedPhones = await selectTakenPhones(
      db,
      part.filter(hasValidPhone).map((row) => row.phone_number),
    );
    for (const row of part) markDuplicatePhone(row, usedPhones, seenPhones);
    rows.push(...part);
    await turn();
  }
  return rows;
}

async function readFile({ bytes, ...options }: ConvertForm, reading: FileReading): Promise<ImportLine[]> {
  try {
    return await reading.lines(bytes, options);
  } catch (error) {
    throw error instanceof ImportFileError ? toApiError(error) : error;
  }
}
