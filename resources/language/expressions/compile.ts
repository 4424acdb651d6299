import { type ASTNode, Environment, EvaluationError, type ParseResult } from '@marcbachmann/cel-js';
import { formatDecimal } from '../kinds/number-text.ts';
import { findSummableColumn } from '../rows.ts';
import { getLoopVariable, LOOP_FUNCTIONS, listNodes } from './nodes.ts';
import { EXPRESSION_MAX } from './schema.ts';
import { collectVariables, type ExpressionContext, type Fields, rowTypes, sumCells, variableTypes } from './values.ts';

/**
 * Expressions of definitions: the Common Expression Language (CEL) over the fields of a record, with `today` and `me`. Client
 * and server compile and evaluate them alike. An empty field has no value: an expression that needs it is undecided, unless the
 * other operand of `||` or `&&` decides; `empty(field)` tests for it.
 */

const LIMITS = { maxAstNodes: 200, maxDepth: 24, maxListElements: 50, maxMapEntries: 10, maxCallArguments: 8 };

/** All functions that an expression may call; of CEL's own only those whose result is no longer than their arguments. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...LOOP_FUNCTIONS,
  'addDays',
  'contains',
  'days',
  'double',
  'duration',
  'empty',
  'endsWith',
  'getDayOfWeek',
  'getDayOfMonth',
  'getDate',
  'getFullYear',
  'getMonth',
  'int',
  'lowerAscii',
  'size',
  'startsWith',
  'string',
  'text',
  'timestamp',
  'upperAscii',
]);

const DAY_MS = 86_400_000;

/** Why a text is not a valid expression: a problem code of definitions. */
type Reason =
  | 'expressionSyntax'
  | 'expressionName'
  | 'expressionTypes'
  | 'expressionLarge'
  | 'expressionPart'
  | 'expressionSum'
  | 'expressionColumn';

/** A text that is not a valid expression over these fields; `part` is the wrong part of it. */
export class ExpressionError extends Error {
  readonly reason: Reason;
  readonly part: string;
  constructor(reason: Reason, part: string, cause?: unknown) {
    super(`${reason}: ${part}`, { cause });
    this.name = 'ExpressionError';
    this.reason = reason;
    this.part = part;
  }
}

/** An expression that fits the fields it was compiled for. */
export interface Expression {
  /** Result type in CEL's terms: `bool`, `double`, `string`, `google.protobuf.Timestamp`. */
  result: string;
  /** Identifiers it uses: fields, `today`, `me`. */
  names: readonly string[];
  /**
   * Evaluates it for a record; undefined if a needed value is empty.
   * @param record by wire names: as a form would send it, or as the server stores it
   */
  evaluate(record: Readonly<Record<string, unknown>>, context: ExpressionContext): unknown;
}

const ARITHMETIC: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
};

/** Lets `double` (numbers of records) and `int` (whole numbers in an expression) be combined. */
function registerNumbers(environment: Environment): void {
  for (const [sign, compute] of Object.entries(ARITHMETIC)) {
    for (const operands of [`double ${sign} int`, `int ${sign} double`]) {
      environment.registerOperator(operands, (one: unknown, other: unknown) => compute(Number(one), Number(other)));
    }
  }
  environment.registerOperator('double == int', (one: unknown, other: unknown) => Number(one) === Number(other));
}

interface Checker {
  check(node: ASTNode, context: unknown): unknown;
  getType(name: string): unknown;
}

/** `empty(field)`: whether a field has no value. A macro on the name, because reading an empty field would fail. */
function registerEmpty(environment: Environment): void {
  environment.registerFunction('empty(ast): bool', ({ args: [subject] }: { args: ASTNode[] }) => {
    if (subject?.op !== 'id') throw new ExpressionError('expressionPart', 'empty');
    return {
      typeCheck(checker: Checker, _macro: unknown, context: unknown) {
        checker.check(subject, context);
        return checker.getType('bool');
      },
      evaluate(_evaluator: unknown, _macro: unknown, context: { getValue(name: string): unknown }) {
        const value = context.getValue(String(subject.args));
        return value === undefined || value === '' || value === false || (Array.isArray(value) && !value.length);
      },
    };
  });
}

/** `sum(rows.column)`: the sum of a column's cells; empty cells are skipped. */
function registerSum(environment: Environment, fields: Fields): void {
  environment.registerFunction('sum(ast): double', ({ args: [subject] }: { args: ASTNode[] }) => {
    const [list, column] = subject?.op === '.' ? subject.args : [];
    if (list?.op !== 'id' || column === undefined) throw new ExpressionError('expressionPart', 'sum');
    // The name may already be replaced by its alias.
    const aliasedName = String(list.args);
    const name = aliasedName.startsWith('_') ? aliasedName.slice(1) : aliasedName;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return {
      typeCheck(checker: Checker, _macro: unknown, context: unknown) {
        checker.check(list, context);
        if (!field || !findSummableColumn(field, column))
          throw new ExpressionError('expressionSum', `${name}.${column}`);
        return checker.getType('double');
      },
      evaluate(_evaluator: unknown, _macro: unknown, context: { getValue(name: string): unknown }) {
        const cells = field && findSummableColumn(field, column);
        return cells ? sumCells(cells, column, context.getValue(String(list.args))) : undefined;
      },
    };
  });
}

function registerDays(environment: Environment): void {
  const day = 'google.protobuf.Timestamp';
  environment.registerFunction(`days(${day}, ${day}): double`, (from: Date, to: Date) =>
    Math.round((to.getTime() - from.getTime()) / DAY_MS),
  );
  for (const number of ['int', 'double']) {
    environment.registerFunction(
      `addDays(${day}, ${number}): ${day}`,
      (from: Date, count: unknown) => new Date(from.getTime() + Math.trunc(Number(count)) * DAY_MS),
    );
  }
}

/** A date as DD.MM.YYYY; throws a `RangeError` for an invalid date. */
const dayText = (day: Date): string => day.toISOString().slice(0, 10).split('-').reverse().join('.');

/** A number in Russian notation, without floating-point noise. */
function readableNumber(value: unknown): string {
  const number = Number(value);
  if (!Number.isFinite(number)) throw new RangeError('Not a number');
  return formatDecimal(Number(number.toPrecision(15)));
}

/** `text(value)`: converts a number or a date to text. */
function registerText(environment: Environment): void {
  environment.registerFunction('text(google.protobuf.Timestamp): string', dayText);
  for (const number of ['int', 'double']) environment.registerFunction(`text(${number}): string`, readableNumber);
}

/** Alias of a field whose name is a CEL type, like `type` or `list`; field names never begin with an underscore. */
const toAlias = (name: string): string => `_${name}`;

/**
 * Registers a field under its name, or under an alias if the name is reserved in CEL.
 * @returns whether it has an alias
 */
function registerField(environment: Environment, name: string, type: string): boolean {
  try {
    environment.registerVariable(name, type);
    return false;
  } catch {
    // If the type is wrong instead, this throws again.
    environment.registerVariable(toAlias(name), type);
    return true;
  }
}

/** Creates the CEL environment for these fields, with the names that have an alias in it. */
function createEnvironment(fields: Fields): { environment: Environment; aliased: ReadonlySet<string> } {
  const environment = new Environment({ limits: LIMITS });
  registerNumbers(environment);
  registerEmpty(environment);
  registerDays(environment);
  registerText(environment);
  registerSum(environment, fields);
  for (const { name, ...type } of rowTypes(fields)) environment.registerType(name, type);
  const types = [...variableTypes(fields)];
  const aliased = types.filter(([name, type]) => registerField(environment, name, type)).map(([name]) => name);
  return { environment, aliased: new Set(aliased) };
}

/** Throws for functions that are not allowed, and for nested loops. */
function checkCalls(part: unknown, inLoop = false): void {
  for (const node of listNodes(part)) {
    if (node.op !== 'call' && node.op !== 'rcall') {
      checkCalls(node.args, inLoop);
      continue;
    }
    const [name, ...parts] = node.args;
    const isLoop = LOOP_FUNCTIONS.has(name);
    if (!FUNCTIONS.has(name) || (isLoop && inLoop)) throw new ExpressionError('expressionPart', name);
    // The list of a loop is computed once, its last argument for each item.
    const itemExpression = parts.pop();
    checkCalls(parts, inLoop);
    checkCalls(itemExpression, inLoop || isLoop);
  }
}

/** Replaces field names by their aliases, except where a loop variable shadows the name. */
function putAliases(part: unknown, aliased: ReadonlySet<string>): void {
  if (!aliased.size) return;
  for (const node of listNodes(part)) {
    if (node.op === 'id') {
      if (aliased.has(node.args)) Object.assign(node, { args: toAlias(node.args) });
    } else if ((node.op === 'call' || node.op === 'rcall') && LOOP_FUNCTIONS.has(node.args[0])) {
      const parts: unknown[] = node.args.slice(1);
      const perItem = parts.pop();
      putAliases(parts, aliased);
      const item = getLoopVariable(perItem);
      putAliases(perItem, new Set([...aliased].filter((name) => name !== item)));
    } else putAliases(node.args, aliased);
  }
}

/** Names whose value changes with the day or the person. */
const VOLATILE_NAMES: ReadonlySet<string> = new Set(['today', 'me']);

/** The first name in an expression whose value changes with the day or the person; undefined if none. */
export const findVolatileName = ({ names }: Pick<Expression, 'names'>, fields: Readonly<Record<string, unknown>>) =>
  names.find((name) => VOLATILE_NAMES.has(name) && !Object.hasOwn(fields, name));

/** Collects the identifiers of an expression. */
function collectNames(part: unknown): string[] {
  return [...listNodes(part)].flatMap((node) => (node.op === 'id' ? [node.args] : collectNames(node.args)));
}

const REASON_BY_CEL_CODE: Readonly<Record<string, Reason>> = {
  unknown_variable: 'expressionName',
  limit_exceeded: 'expressionLarge',
  no_such_key: 'expressionColumn',
};

interface CelError {
  code?: string;
  range?: { start: number; end: number };
}

/** Converts an error of CEL to an `ExpressionError`. */
function toExpressionError(source: string, error: unknown, otherwise: Reason): ExpressionError {
  if (error instanceof ExpressionError) return error;
  const { code = '', range } = error as CelError;
  const part = range ? source.slice(range.start, Math.max(range.end, range.start + 1)) : '';
  return new ExpressionError(REASON_BY_CEL_CODE[code] ?? otherwise, part || source, error);
}

function parse(environment: Environment, source: string): ParseResult {
  if (source.length > EXPRESSION_MAX) throw new ExpressionError('expressionLarge', source.slice(0, 40));
  try {
    return environment.parse(source);
  } catch (error) {
    throw toExpressionError(source, error, 'expressionSyntax');
  }
}

/** Converts int literals of an expression to doubles, like the numbers of records. */
function convertIntsToDoubles(part: unknown): void {
  for (const node of listNodes(part)) {
    if (node.op === 'value' && typeof node.args === 'bigint') Object.assign(node, { args: Number(node.args) });
    else convertIntsToDoubles(node.args);
  }
}

/**
 * Parses and type-checks an expression. If that fails, retries with int literals as doubles, so that `paid ? price : 0` is
 * valid.
 */
function check(
  { environment, aliased }: Pick<Compiled, 'environment' | 'aliased'>,
  source: string,
): { parsed: ParseResult; result: string; names: readonly string[] } {
  const parsed = parse(environment, source);
  checkCalls(parsed.ast);
  const names = [...new Set(collectNames(parsed.ast))];
  putAliases(parsed.ast, aliased);
  const { valid, type, error } = parsed.check();
  if (valid && type !== undefined) return { parsed, result: type, names };
  const inDoubles = parse(environment, source);
  convertIntsToDoubles(inDoubles.ast);
  putAliases(inDoubles.ast, aliased);
  const checked = inDoubles.check();
  if (!checked.valid || checked.type === undefined) throw toExpressionError(source, error, 'expressionTypes');
  return { parsed: inDoubles, result: checked.type, names };
}

interface Compiled {
  environment: Environment;
  /** Names of fields that have an alias in the environment. */
  aliased: ReadonlySet<string>;
  expressions: Map<string, Expression>;
}

/** Cache by fields, since a form evaluates its expressions on every keystroke. */
const compiledByFields = new WeakMap<Fields, Compiled>();

/**
 * Compiles an expression for the fields of a definition; cached.
 * @throws ExpressionError for a syntax error, an unknown name or types that do not fit together
 */
export function compileExpression(source: string, fields: Fields): Expression {
  const cache = compiledByFields.get(fields) ?? { ...createEnvironment(fields), expressions: new Map() };
  compiledByFields.set(fields, cache);
  const cached = cache.expressions.get(source);
  if (cached) return cached;
  const { aliased } = cache;
  const { parsed, result, names } = check(cache, source);
  const expression: Expression = {
    result,
    names,
    evaluate(record, context) {
      try {
        const values = Object.entries(collectVariables(fields, names, record, context));
        const value: unknown = parsed(
          Object.fromEntries(values.map(([name, value]) => [aliased.has(name) ? toAlias(name) : name, value])),
        );
        return typeof value === 'bigint' ? Number(value) : value;
      } catch (error) {
        // Out-of-range dates throw a RangeError in JavaScript instead of a CEL error.
        if (error instanceof EvaluationError || error instanceof RangeError) return undefined;
        throw error;
      }
    },
  };
  cache.expressions.set(source, expression);
  return expression;
}
