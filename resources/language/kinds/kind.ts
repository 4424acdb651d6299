import * as z from 'zod';
import type { ProblemCode } from '../definition-problem.ts';
import type { ExpressionType } from '../expressions/types.ts';
import { isEmpty } from './ids.ts';

/**
 * A field kind: what a definition may say of it, the rule its values keep, and its form in a file.
 * One file a kind beside this one, joined in `registry.ts`; the console adds input, cell and filter
 * in `src/fields/<kind>/`. Rules run unchanged in the browser and on the server, so that both say
 * the same sentence. Messages are text keys of `i18n` or, in a definition of an installation, the
 * sentence itself.
 *
 * - *value*: what the form holds;
 * - *wire*: what is sent and what the rule looks at.
 */
export interface Kind<Options extends z.ZodObject = z.ZodObject, Rule extends z.ZodType = z.ZodType> {
  /** Options of the kind, besides those every field has. */
  options: Options;
  /**
   * The rule of a wire value that is present.
   * @param options the field's options, checked
   * @param missing the message for a value that is absent or empty
   */
  rule(options: z.output<Options>, missing: string): Rule;
  /** A form shows it and sends nothing of it. */
  shownOnly?: true;
  /** Whether a form's value is made of named parts, which are compared one by one where two people have changed the same field. */
  parted?: true;
  /** Whether two values that differ say the same, as where the server alone has added to one of them. Left out: they never do. */
  isSame?(one: unknown, other: unknown): boolean;
  /** The value in an untouched form. */
  initial(options: z.output<Options>): unknown;
  /** Form value from what a record carries. Left out: the same. */
  read?(wire: unknown, options: z.output<Options>): unknown;
  /** Wire value from what the form holds. Left out: the same. */
  write?(value: unknown, options: z.output<Options>): unknown;
  /** Whether a present value counts as given where the field is required. Left out: it does. */
  given?(wire: unknown): boolean;
  /** A message that only a form can have, for example a file still on its way; null when there is none. */
  unfinished?(value: unknown): string | null;
  /** Ending of the text keys that say what saving such a value does, where the button says something else; null for none. */
  saving?(value: unknown): string | null;
  /** The text by which a part of it is looked for, where it is stored in another form than people type. Left out: the same. */
  sought?(part: string, options: z.output<Options>): string;
  /** Its form in a CSV file. Left out: the kind does not go into files. */
  csv?: CsvForm<z.output<Options>>;
  /**
   * Column of the generic storage a filtered field is indexed by; `presence`: by whether it holds anything. Left out: it cannot
   * be filtered or sorted.
   */
  column?: 'text' | 'number' | 'boolean' | 'ordered' | 'numbers' | 'presence';
  /**
   * The shape of a stored value that is one text, number or yes/no and points at nothing: a section with a table of its own
   * keeps it in one column (`scalar-fields.ts`). Left out: the value is of another sort.
   */
  scalar?(options: z.output<Options>): z.ZodType;
  /** The type of its value in an expression (`expressions/`). Left out: no expression can name such a field. */
  expression?(options: z.output<Options>): ExpressionType;
  /** Values may be computed out of other fields (`computed`). */
  isComputable?: true;
  /** The nearest number that a field can hold, of one that an expression has come to. Left out: the same. */
  rounded?(value: number, options: z.output<Options>): number;
  /** Problems of options that are each right by themselves. */
  problems?(options: z.output<Options>): Iterable<OptionProblem>;
  /** Fields of the definition that the options name. */
  names?(options: z.output<Options>): Iterable<NamedField>;
  /** Options whose bounds name today, with the day that it is, `YYYY-MM-DD`; null where none does. */
  onDay?(options: z.output<Options>, today: () => string): z.output<Options> | null;
  /** Only the generic storage can keep it: the code of the problem elsewhere. */
  needsStorage?: ProblemCode;
}

/** A problem of options: where within the field, empty for the whole of it. */
export type OptionProblem = readonly [at: string, code: ProblemCode, params: Readonly<Record<string, string | number>>];

/** A field that an option names: the option, the field, the kinds it may be of. */
export type NamedField = readonly [option: string, field: string, kinds?: readonly string[]];

/** Names in a file for things that a record keeps by id or code; without it they are written as they are kept. */
export interface CsvWords {
  /** Address of a building. */
  address?(id: number): string | undefined;
  /** A thing of a list of the server, by the address of the list. */
  thing?(list: string, id: number): unknown;
  /** A text by its key; the key itself when there is none. */
  say?(key: string): string;
  /** The moment at which the clock of the company shows a time, both ISO in UTC; null where it never does. For moments that name no clock. */
  onClock?(written: string): string | null;
}

/** The form of a kind in a CSV file. */
interface CsvForm<Options> {
  /** The cell, as a person reads it. */
  write(wire: unknown, options: Options, words?: CsvWords): string;
  /** Reads a cell that is not empty; for a kind that is `named` the list of names to look up. */
  read(cell: string, options: Options, words?: CsvWords): unknown;
  /** Line breaks and spaces of a cell are a part of its text. Left out: each run of them is one space. */
  isExact?: true;
  /** Cells name records by an address, a flat or a title instead of an id; the importer looks up one id, or several. */
  named?: 'one' | 'several';
}

type Scalar<Options extends z.ZodObject, Rule extends z.ZodType> = Kind<Options, Rule> & {
  scalar(options: z.output<Options>): z.ZodType;
};

/** States a kind; gives its options and its rule their types. */
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

/** The options of a field that decide whether its value may be left out, and the message then. */
interface Needed {
  required?: unknown;
  message?: string | undefined;
}

/** The message for a required value that is missing. */
export const missingMessage = ({ message }: Needed): string => message ?? 'validation.required';

/** The rule of a wire value by its kind; an optional one may also be null and left out. */
export function valueRule(kind: Kind, field: Needed): z.ZodType {
  const rule = kind.rule(field as never, missingMessage(field));
  if (field.required === true) return kind.given ? rule.refine(kind.given, missingMessage(field)) : rule;
  return z.preprocess((value) => (isEmpty(value) ? null : value), rule.nullable()).optional();
}

/** Ids on the wire are positive and fit a PostgreSQL `integer`. */
export const ID_MAX = 2_147_483_647;

/** The message of a value of the wrong sort: what is not given is missing, everything else is `wrong`. */
export function unless(missing: string, wrong: string): { error: (issue: { input?: unknown }) => string } {
  return { error: (issue) => (isEmpty(issue.input) ? missing : wrong) };
}

/** Digits as text, as they come out of a query or a select, made a number; what is empty made nothing. */
function numeric(value: unknown): unknown {
  if (isEmpty(value)) return undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
}

/** The rule of an id; accepts digits as text. What can be no id names nothing that there is. */
export function idRule(missing: string): z.ZodType<number> {
  const id = z.int(unless(missing, 'validation.unknown'));
  return z.preprocess(numeric, id.positive('validation.unknown').max(ID_MAX, 'validation.unknown'));
}

/** Records that one field refers to at the most. */
export const IDS_MAX = 10_000;

/** The rule of a list of distinct ids with at least `min` of them. */
export function idsRule(missing: string, min = 1): z.ZodType<number[]> {
  return z
    .array(idRule('validation.unknown'), unless(missing, 'validation.choice'))
    .min(min, missing)
    .max(IDS_MAX, 'validation.tooMany')
    .transform((ids) => [...new Set(ids)]);
}

/** Text without NUL and other control characters, which neither a form nor PostgreSQL can keep. */
export function plainText(missing: string): z.ZodString {
  return z
    .string(unless(missing, 'validation.notText'))
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/u, 'validation.text');
}
