import { type ASTNode, Environment, EvaluationError, type ParseResult } from '@marcbachmann/cel-js';
import { numberText } from '../kinds/number-text.ts';
import { addedColumn } from '../rows.ts';
import { itemName, LOOPS, nodesIn } from './nodes.ts';
import { EXPRESSION_MAX } from './schema.ts';
import { addedCells, type ExpressionContext, type Fields, rowTypes, variables, variableTypes } from './values.ts';

/**
 * Expressions of definitions: the Common Expression Language (CEL) over the fields of a record, with `today` and `me`. Both sides
 * compile and evaluate them alike. A field without a value has none in an expression: what needs it is undecided, unless the other
 * side of `||` or `&&` decides; `empty(field)` asks for it.
 */

const LIMITS = { maxAstNodes: 200, maxDepth: 24, maxListElements: 50, maxMapEntries: 10, maxCallArguments: 8 };

/** All functions that an expression may call: of CEL those whose answer is no longer than what they are given. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...LOOPS,
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

/** Why a text is no expression: the problem of the definition, and the part that is wrong. */
type Reason =
  | 'expressionSyntax'
  | 'expressionName'
  | 'expressionTypes'
  | 'expressionLarge'
  | 'expressionPart'
  | 'expressionSum'
  | 'expressionColumn';

/** A text that is no expression over these fields. */
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
  /** The type that it comes to, as CEL calls it: `bool`, `double`, `string`, `google.protobuf.Timestamp`. */
  result: string;
  /** Names that it looks at, of fields and others. */
  names: readonly string[];
  /**
   * Its value for a record; undefined where a value that it needs is empty.
   * @param record by names on the wire: what a form would send, or what the server keeps
   */
  evaluate(record: Readonly<Record<string, unknown>>, moment: ExpressionContext): unknown;
}

const ARITHMETIC: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
};

/** Numbers of records are `double`, whole numbers in an expression `int`: here they go together. */
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

/** `empty(field)`: whether a field has no value. It is given the name, for the value of such a field cannot be asked for. */
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

/** `sum(rows.column)`: what the cells of a column come to; those that are empty count for nothing. */
function registerSum(environment: Environment, fields: Fields): void {
  environment.registerFunction('sum(ast): double', ({ args: [subject] }: { args: ASTNode[] }) => {
    const [list, column] = subject?.op === '.' ? subject.args : [];
    if (list?.op !== 'id' || column === undefined) throw new ExpressionError('expressionPart', 'sum');
    // By now the name may be an alias.
    const aliasedName = String(list.args);
    const name = aliasedName.startsWith('_') ? aliasedName.slice(1) : aliasedName;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return {
      typeCheck(checker: Checker, _macro: unknown, context: unknown) {
        checker.check(list, context);
        if (!field || !addedColumn(field, column)) throw new ExpressionError('expressionSum', `${name}.${column}`);
        return checker.getType('double');
      },
      evaluate(_evaluator: unknown, _macro: unknown, context: { getValue(name: string): unknown }) {
        const cells = field && addedColumn(field, column);
        return cells ? addedCells(cells, column, context.getValue(String(list.args))) : undefined;
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

/** A day as people write it; one that no calendar has is a `RangeError`. */
const dayText = (day: Date): string => day.toISOString().slice(0, 10).split('-').reverse().join('.');

/** A number as people write it, without what sums of fractions leave behind. */
function readableNumber(value: unknown): string {
  const number = Number(value);
  if (!Number.isFinite(number)) throw new RangeError('Not a number');
  return numberText(Number(number.toPrecision(15)));
}

/** `text(value)`: a number or a day as a part of a text. */
function registerText(environment: Environment): void {
  environment.registerFunction('text(google.protobuf.Timestamp): string', dayText);
  for (const number of ['int', 'double']) environment.registerFunction(`text(${number}): string`, readableNumber);
}

/** Alias in CEL of a field that has the name of a type there, like `type` or `list`; no field begins with an underscore. */
const aliasOfType = (name: string): string => `_${name}`;

/** Registers a field under its name, or under an alias where CEL has that name itself. @returns whether it has an alias */
function registerField(environment: Environment, name: string, type: string): boolean {
  try {
    environment.registerVariable(name, type);
    return false;
  } catch {
    // A mistake in the type is thrown again by this.
    environment.registerVariable(aliasOfType(name), type);
    return true;
  }
}

/** @returns the environment of an expression over these fields, and the names that have an alias in it */
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

/** Refuses functions that an expression may not call, and loops within loops. */
function checkCalls(part: unknown, inLoop = false): void {
  for (const node of nodesIn(part)) {
    if (node.op !== 'call' && node.op !== 'rcall') {
      checkCalls(node.args, inLoop);
      continue;
    }
    const [name, ...parts] = node.args;
    const isLoop = LOOPS.has(name);
    if (!FUNCTIONS.has(name) || (isLoop && inLoop)) throw new ExpressionError('expressionPart', name);
    // The list of a loop is computed once, the part about its items for each.
    const perItem = parts.pop();
    checkCalls(parts, inLoop);
    checkCalls(perItem, inLoop || isLoop);
  }
}

/** Puts the aliases of fields in place of their names, but where a loop calls its item so. */
function putAliases(part: unknown, aliased: ReadonlySet<string>): void {
  if (!aliased.size) return;
  for (const node of nodesIn(part)) {
    if (node.op === 'id') {
      if (aliased.has(node.args)) Object.assign(node, { args: aliasOfType(node.args) });
    } else if ((node.op === 'call' || node.op === 'rcall') && LOOPS.has(node.args[0])) {
      const parts: unknown[] = node.args.slice(1);
      const perItem = parts.pop();
      putAliases(parts, aliased);
      const item = itemName(perItem);
      putAliases(perItem, new Set([...aliased].filter((name) => name !== item)));
    } else putAliases(node.args, aliased);
  }
}

/** Names that come to something else on another day, or for another person. */
const PASSING: ReadonlySet<string> = new Set(['today', 'me']);

/** The name in an expression that comes to something else by itself; undefined where it has none. */
export const passingName = ({ names }: Pick<Expression, 'names'>, fields: Readonly<Record<string, unknown>>) =>
  names.find((name) => PASSING.has(name) && !Object.hasOwn(fields, name));

/** Names that an expression looks at. */
function namesIn(part: unknown): string[] {
  return [...nodesIn(part)].flatMap((node) => (node.op === 'id' ? [node.args] : namesIn(node.args)));
}

const REASONS: Readonly<Record<string, Reason>> = {
  unknown_variable: 'expressionName',
  limit_exceeded: 'expressionLarge',
  no_such_key: 'expressionColumn',
};

interface CelError {
  code?: string;
  range?: { start: number; end: number };
}

/** The problem of a definition that an error of CEL means. */
function explain(source: string, error: unknown, otherwise: Reason): ExpressionError {
  if (error instanceof ExpressionError) return error;
  const { code = '', range } = error as CelError;
  const part = range ? source.slice(range.start, Math.max(range.end, range.start + 1)) : '';
  return new ExpressionError(REASONS[code] ?? otherwise, part || source, error);
}

function parse(environment: Environment, source: string): ParseResult {
  if (source.length > EXPRESSION_MAX) throw new ExpressionError('expressionLarge', source.slice(0, 40));
  try {
    return environment.parse(source);
  } catch (error) {
    throw explain(source, error, 'expressionSyntax');
  }
}

/** Makes whole numbers of an expression such as records have. */
function makeDouble(part: unknown): void {
  for (const node of nodesIn(part)) {
    if (node.op === 'value' && typeof node.args === 'bigint') Object.assign(node, { args: Number(node.args) });
    else makeDouble(node.args);
  }
}

/** A parsed expression and its type. Numbers that stand beside those of a record (`paid ? price : 0`) are as these are. */
function check(
  { environment, aliased }: Pick<Compiled, 'environment' | 'aliased'>,
  source: string,
): { parsed: ParseResult; result: string; names: readonly string[] } {
  const parsed = parse(environment, source);
  checkCalls(parsed.ast);
  const names = [...new Set(namesIn(parsed.ast))];
  putAliases(parsed.ast, aliased);
  const { valid, type, error } = parsed.check();
  if (valid && type !== undefined) return { parsed, result: type, names };
  const inDoubles = parse(environment, source);
  makeDouble(inDoubles.ast);
  putAliases(inDoubles.ast, aliased);
  const checked = inDoubles.check();
  if (!checked.valid || checked.type === undefined) throw explain(source, error, 'expressionTypes');
  return { parsed: inDoubles, result: checked.type, names };
}

interface Compiled {
  environment: Environment;
  /** Names of fields that have an alias in it. */
  aliased: ReadonlySet<string>;
  expressions: Map<string, Expression>;
}

/** Fields keep what was compiled for them: a form asks again at each key. */
const compiled = new WeakMap<Fields, Compiled>();

/**
 * Compiles an expression for the fields of a definition.
 * @throws ExpressionError where it is none, names what is no field, or puts together what does not go together
 */
export function compileExpression(source: string, fields: Fields): Expression {
  const cache = compiled.get(fields) ?? { ...createEnvironment(fields), expressions: new Map() };
  compiled.set(fields, cache);
  const former = cache.expressions.get(source);
  if (former) return former;
  const { aliased } = cache;
  const { parsed, result, names } = check(cache, source);
  const expression: Expression = {
    result,
    names,
    evaluate(record, moment) {
      try {
        const values = Object.entries(variables(fields, names, record, moment));
        const value: unknown = parsed(
          Object.fromEntries(values.map(([name, held]) => [aliased.has(name) ? aliasOfType(name) : name, held])),
        );
        return typeof value === 'bigint' ? Number(value) : value;
      } catch (error) {
        // Days beyond the calendar have neither year nor month, of which CEL makes no mistake of its own.
        if (error instanceof EvaluationError || error instanceof RangeError) return undefined;
        throw error;
      }
    },
  };
  cache.expressions.set(source, expression);
  return expression;
}
