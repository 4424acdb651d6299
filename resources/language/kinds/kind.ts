import * as z from 'zod';
import type { ProblemCode } from '../definition-problem.ts';
import type { ExpressionType } from '../expressions/types.ts';
import { isEmpty } from './ids.ts';

/**
 * A field kind: its options in a definition, the validation of its values, and its form in CSV files. Each kind is one file in
 * this folder, registered in `registry.ts`; the console adds input, cell and filter in `src/fields/<kind>/`. The same rules run
 * in the browser and on the server, so that both give the same message. Messages are keys of `i18n` or, in a definition of an
 * installation, the text itself.
 *
 * - *value*: the value in a form;
 * - *wire*: the value that is sent, which the rule validates.
 */
export interface Kind<Options extends z.ZodObject = z.ZodObject, Rule extends z.ZodType = z.ZodType> {
  /** Options of the kind, besides those of every field. */
  options: Options;
  /**
   * The validation rule of a non-empty wire value.
   * @param options the field's options, already checked
   * @param missing the message for a missing or empty value
   */
  rule(options: z.output<Options>, missing: string): Rule;
  /** A form shows the value but never sends it. */
  isShownOnly?: true;
  /** The form value is an object whose keys are merged one by one when two people have changed the same field. */
  hasParts?: true;
  /** Whether two different values mean the same, e.g. because the server adds something to one. Left out: never. */
  isSame?(one: unknown, other: unknown): boolean;
  /** The value in an empty form. */
  initial(options: z.output<Options>): unknown;
  /** Converts the value in a record to a form value. Left out: unchanged. */
  read?(wire: unknown, options: z.output<Options>): unknown;
  /** Converts a form value to a wire value. Left out: unchanged. */
  write?(value: unknown, options: z.output<Options>): unknown;
  /** Whether a non-empty value satisfies `required`. Left out: always. */
  isGiven?(wire: unknown): boolean;
  /** A message for a state that only a form can be in, for example an unfinished upload; null if there is none. */
  findFormMistake?(value: unknown): string | null;
  /** Suffix of the i18n keys of the save button, if saving such a value does something special; null if not. */
  getSaveSuffix?(value: unknown): string | null;
  /** Normalises a search term, if values are stored in another form than people type. Left out: unchanged. */
  normalizeQuery?(part: string, options: z.output<Options>): string;
  /** Its form in a CSV file. Left out: the kind is not in files. */
  csv?: CsvForm<z.output<Options>>;
  /**
   * Column of the generic storage that filters and sorting use; `presence`: whether there is a value. Left out: the field can
   * be neither filtered nor sorted.
   */
  column?: 'text' | 'number' | 'boolean' | 'ordered' | 'numbers' | 'presence';
  /**
   * Schema of a stored value that is a single text, number or boolean and no reference; a section with its own table stores it
   * in one column (`scalar-fields.ts`). Left out: the value is not scalar.
   */
  scalar?(options: z.output<Options>): z.ZodType;
  /** Type of its value in an expression (`expressions/`). Left out: expressions cannot use such a field. */
  expression?(options: z.output<Options>): ExpressionType;
  /** Values can be computed from other fields (`computed`). */
  isComputable?: true;
  /** Rounds the result of an expression to a number that the field can hold. Left out: unchanged. */
  round?(value: number, options: z.output<Options>): number;
  /** Problems of options that are each valid alone. */
  problems?(options: z.output<Options>): Iterable<OptionProblem>;
  /** Fields of the definition that the options refer to. */
  namedFields?(options: z.output<Options>): Iterable<NamedField>;
  /** The options with bounds `today` replaced by the day, `YYYY-MM-DD`; null if there are none. */
  resolveToday?(options: z.output<Options>, today: () => string): z.output<Options> | null;
  /** The kind works only in the generic storage; the problem code in any other section. */
  needsStorage?: ProblemCode;
}

/** A problem of options: path in the field (empty for the whole field), code and parameters. */
export type OptionProblem = readonly [at: string, code: ProblemCode, params: Readonly<Record<string, string | number>>];

/** A field that an option refers to: option, field name, allowed kinds. */
export type NamedField = readonly [option: string, field: string, kinds?: readonly string[]];

/** Translations and names for files, for values that records store as ids or codes; without them raw values are written. */
export interface CsvTexts {
  /** The address of a building. */
  getAddress?(id: number): string | undefined;
  /**
   * An item of a list from the server.
   * @param list path of the list
   */
  getItem?(list: string, id: number): unknown;
  /** Translates an i18n key; the key itself if there is no translation. */
  translate?(key: string): string;
  /**
   * Converts a local time of the company to UTC, both written in ISO; null for a time that is skipped by a clock change. For
   * cells without a time zone.
   */
  fromCompanyTime?(localTime: string): string | null;
}

/** How a kind is written to and read from CSV files. */
interface CsvForm<Options> {
  /** Formats a cell for people. */
  write(wire: unknown, options: Options, texts?: CsvTexts): string;
  /** Parses a non-empty cell; for a kind with `namesRecords` returns the list of names to look up. */
  read(cell: string, options: Options, texts?: CsvTexts): unknown;
  /** Line breaks and spaces in a cell are significant. Left out: each run of them is one space. */
  isExact?: true;
  /** Cells contain an address, a flat or a title instead of an id; the importer looks up one id, or several. */
  namesRecords?: 'one' | 'several';
}

type Scalar<Options extends z.ZodObject, Rule extends z.ZodType> = Kind<Options, Rule> & {
  scalar(options: z.output<Options>): z.ZodType;
};

/** Defines a kind and infers the types of its options and rule. */
export function defineKind<const Options extends z.ZodObject, Rule extends z.ZodType>(
  kind: Scalar<Options, Rule>,
): Scalar<Options, Rule>;
export function defineKind<const Options extends z.ZodObject, Rule extends z.ZodType>(
  kind: Kind<Options, Rule>,
): Kind<Options, Rule>;
export function defineKind<const Options extends z.ZodObject, Rule extends z.ZodType>(
  kind: Kind<Options, Rule>,
): Kind<Options, Rule> {
  return kind;
}

/** The options of a field for missing values. */
interface RequiredOptions {
  required?: unknown;
  message?: string | undefined;
}

/** The message for a missing required value. */
export const missingMessage = ({ message }: RequiredOptions): string => message ?? 'validation.required';

/** The validation rule of a field; optional values may also be null or left out. */
export function valueRule(kind: Kind, field: RequiredOptions): z.ZodType {
  const rule = kind.rule(field as never, missingMessage(field));
  if (field.required === true) return kind.isGiven ? rule.refine(kind.isGiven, missingMessage(field)) : rule;
  return z.preprocess((value) => (isEmpty(value) ? null : value), rule.nullable()).optional();
}

/** Ids on the wire are positive and fit a PostgreSQL `integer`. */
export const ID_MAX = 2_147_483_647;

/** Messages for a value of the wrong type: `missing` if empty, else `wrong`. */
export function typeMessage(missing: string, wrong: string): { error: (issue: { input?: unknown }) => string } {
  return { error: (issue) => (isEmpty(issue.input) ? missing : wrong) };
}

/** Converts digits in a text, e.g. from a query string or a select, to a number; an empty value to undefined. */
function numeric(value: unknown): unknown {
  if (isEmpty(value)) return undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
}

/** The rule of an id; accepts digits as text. Values that cannot be ids are reported as unknown records. */
export function idRule(missing: string): z.ZodType<number> {
  const id = z.int(typeMessage(missing, 'validation.unknown'));
  return z.preprocess(numeric, id.positive('validation.unknown').max(ID_MAX, 'validation.unknown'));
}

/** Maximum number of records that one field can refer to. */
export const IDS_MAX = 10_000;

/** The rule of a list of at least `min` ids; duplicates are removed. */
export function idsRule(missing: string, min = 1): z.ZodType<number[]> {
  return z
    .array(idRule('validation.unknown'), typeMessage(missing, 'validation.choice'))
    .min(min, missing)
    .max(IDS_MAX, 'validation.tooMany')
    .transform((ids) => [...new Set(ids)]);
}

/** Text without control characters such as NUL, which neither forms nor PostgreSQL can store. */
export function plainText(missing: string): z.ZodString {
  return z
    .string(typeMessage(missing, 'validation.notText'))
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/u, 'validation.text');
}
