import * as z from 'zod';
import { IMPORT } from '#resources/limits.ts';

/** Codes of what is wrong with a row (IMPORT-13…20). */
export const IMPORT_CODES = [
  'EMPTY_FIELD_UNIT',
  'UNAVAILABLE_UNIT',
  'EMPTY_FIELD_LAST_NAME',
  'EMPTY_FIELD_FIRST_NAME',
  'EMPTY_FIELD_PHONE_NUMBER',
  'ALREADY_EXIST_PHONE',
  'INCORRECT_FORMAT_PHONE',
] as const;
/** Ours, for what the specification's codes do not say: a name of more than 60 characters (RES-25). */
const LONG_CODES = ['LONG_FIELD_LAST_NAME', 'LONG_FIELD_FIRST_NAME'] as const;
/** Ours as well: the error of a formula, or a letter that could not be read, where a name should be. */
const BROKEN_CODES = ['BROKEN_FIELD_LAST_NAME', 'BROKEN_FIELD_FIRST_NAME'] as const;
export const importCode = z
  .enum([...IMPORT_CODES, ...LONG_CODES, ...BROKEN_CODES])
  .describe(
    `Что не так со строкой. ${LONG_CODES.join(' и ')} – дополнение к спецификации: фамилия или имя длиннее 60 символов; ${BROKEN_CODES.join(' и ')} – тоже: вместо фамилии или имени ошибка формулы или нечитаемый знак`,
  );
export type ImportCode = z.output<typeof importCode>;

const id = z.number().int();

/** One of `POST /api/crm/import/convert_residents/` (IMPORT-07). Besides the specification's keys it says its row in the file. */
export const importRow = z.object({
  /** The unit; null where the label names none. */
  id: id.nullable(),
  /** The unit as the file has it. */
  label: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** `+7XXXXXXXXXX`; what could not be read stands as the file has it. */
  phone_number: z.string(),
  errors: z.array(importCode),
  row: id.describe('Дополнение к спецификации. Номер строки, как его показывает Excel'),
});
export type ImportRow = z.output<typeof importRow>;

const cell = z.string().max(1000);

/** One of the rows in `convert_residents_result` (IMPORT-12). All of it is checked anew; codes that stand in it are not believed. */
const submittedRow = z.object({
  id: z.number().int().min(1).max(2_147_483_647).nullish(),
  label: cell.nullish(),
  first_name: cell.nullish(),
  last_name: cell.nullish(),
  phone_number: cell.nullish(),
  row: z.number().int().min(0).max(2_147_483_647).optional(),
});
export type SubmittedRow = z.output<typeof submittedRow>;

/** All of them, in the field of a form. */
export const submittedRows = (field: string) => z.object({ [field]: z.array(submittedRow).min(1).max(IMPORT.rows) });

/** Outcome of a submitted row. */
const importOutcome = z.object({
  /** As submitted; without one, its place in the list from 1. */
  row: id,
  /** The resident; null when the row was refused. */
  user: id.nullable(),
  errors: z.array(importCode),
});
export type ImportOutcome = z.output<typeof importOutcome>;

/** `POST /api/crm/import/residents/`: how many were created, and what became of each row. */
export const importAnswer = z.object({ params: z.object({ created: id, rows: z.array(importOutcome) }) });
export type ImportAnswer = z.output<typeof importAnswer>;

/** The form of the key of a submission (`ONCE_KEY`): a repeated one is answered as the first was and creates nothing. */
export const importKey = z.string().regex(/^[\w.:-]{8,100}$/);
