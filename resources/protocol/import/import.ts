import * as z from 'zod';
import { IMPORT } from '#resources/limits.ts';

/** Error codes of a row that the specification names (IMPORT-13…20); `importCode` has all. */
export const SPECIFIED_IMPORT_CODES = [
  'EMPTY_FIELD_UNIT',
  'UNAVAILABLE_UNIT',
  'EMPTY_FIELD_LAST_NAME',
  'EMPTY_FIELD_FIRST_NAME',
  'EMPTY_FIELD_PHONE_NUMBER',
  'ALREADY_EXIST_PHONE',
  'INCORRECT_FORMAT_PHONE',
] as const;
/** Ours: a name of more than 60 characters (RES-25). */
const LONG_CODES = ['LONG_FIELD_LAST_NAME', 'LONG_FIELD_FIRST_NAME'] as const;
/** Ours: a name that is a formula error or has undecodable characters. */
const BROKEN_CODES = ['BROKEN_FIELD_LAST_NAME', 'BROKEN_FIELD_FIRST_NAME'] as const;
export const importCode = z
  .enum([...SPECIFIED_IMPORT_CODES, ...LONG_CODES, ...BROKEN_CODES])
  .describe(
    `Что не так со строкой. ${LONG_CODES.join(' и ')} – дополнение к спецификации: фамилия или имя длиннее 60 символов; ${BROKEN_CODES.join(' и ')} – тоже: вместо фамилии или имени ошибка формулы или нечитаемый знак`,
  );
export type ImportCode = z.output<typeof importCode>;

const id = z.number().int();

/** Item of `POST /api/crm/import/convert_residents/` (IMPORT-07). `row` is not in the specification. */
export const importRow = z.object({
  /** Id of the unit; null if the label matches none. */
  id: id.nullable(),
  /** The unit as in the file. */
  label: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** `+7XXXXXXXXXX`; the text of the file if it could not be parsed. */
  phone_number: z.string(),
  errors: z.array(importCode),
  row: id.describe('Дополнение к спецификации. Номер строки, как его показывает Excel'),
});
export type ImportRow = z.output<typeof importRow>;

const cell = z.string().max(1000);

/** Item of `convert_residents_result` (IMPORT-12). Everything is checked again; error codes in it are ignored. */
const submittedRow = z.object({
  id: z.number().int().min(1).max(2_147_483_647).nullish(),
  label: cell.nullish(),
  first_name: cell.nullish(),
  last_name: cell.nullish(),
  phone_number: cell.nullish(),
  row: z.number().int().min(0).max(2_147_483_647).optional(),
});
export type SubmittedRow = z.output<typeof submittedRow>;

/** All rows, in a form field. */
export const submittedRows = (field: string) => z.object({ [field]: z.array(submittedRow).min(1).max(IMPORT.rows) });

/** Result of a submitted row. */
const importOutcome = z.object({
  /** Row number as submitted; if missing, its position in the list from 1. */
  row: id,
  /** Id of the resident; null if the row was refused. */
  user: id.nullable(),
  errors: z.array(importCode),
});
export type ImportOutcome = z.output<typeof importOutcome>;

/** `POST /api/crm/import/residents/`: number of created residents, and the result of each row. */
export const importAnswer = z.object({ params: z.object({ created: id, rows: z.array(importOutcome) }) });
export type ImportAnswer = z.output<typeof importAnswer>;

/** Format of a submission's key (`IDEMPOTENCY_KEY_HEADER`): a repeated submission gets the first response and creates nothing. */
export const importKey = z.string().regex(/^[\w.:-]{8,100}$/);
