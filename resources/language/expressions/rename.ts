import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { getLoopVariable, LOOP_FUNCTIONS, listNodes } from './nodes.ts';

/** Renames fields and columns in the source of an expression; string literals and function names are unchanged. */

const environment = new Environment();

/** Replacements in a text; `start` and `end` (excluded) delimit the old name. */
type Edits = { start: number; end: number; name: string }[];

/** Parses an expression; null for a syntax error. */
function tryParse(source: string): ASTNode | null {
  try {
    return environment.parse(source).ast;
  } catch {
    // Nothing can be renamed then; the check of the definition reports the error.
    return null;
  }
}

/** A loop over a list (`exists`, `all` and the like) with its variable; null for any other node. */
function asLoop(node: ASTNode): { list: unknown; body: unknown; item: string | undefined } | null {
  if ((node.op !== 'call' && node.op !== 'rcall') || !LOOP_FUNCTIONS.has(node.args[0])) return null;
  const body: unknown = node.args.at(-1);
  return { list: node.args.slice(0, -1), body, item: getLoopVariable(body) };
}

/** Finds the replacements that rename a field. */
function findFieldEdits(part: unknown, from: string, to: string): Edits {
  return [...listNodes(part)].flatMap((node): Edits => {
    if (node.op === 'id') return node.args === from ? [{ start: node.start, end: node.end, name: to }] : [];
    const loop = asLoop(node);
    if (!loop) return findFieldEdits(node.args, from, to);
    const inList = findFieldEdits(loop.list, from, to);
    // Inside this loop the name is the loop variable.
    if (loop.item === from) return inList;
    const inBody = findFieldEdits(loop.body, from, to);
    // A loop variable with the new name would shadow the field; it takes the old name, which is free now.
    const itemEdits = loop.item === to && inBody.length ? findFieldEdits(loop.body, to, from) : [];
    return [...inList, ...inBody, ...itemEdits];
  });
}

/** Names in scope that stand for the rows of the field, or for a single row inside a loop. */
interface RowNames {
  rows: ReadonlySet<string>;
  row: ReadonlySet<string>;
}

/** Whether an expression evaluates to rows of the field (`rows`) or to one of them (`row`). */
function evaluatesToRows(node: unknown, names: RowNames, form: keyof RowNames): boolean {
  const [part] = listNodes(node);
  if (!part) return false;
  const { op } = part;
  if (op === 'id') return names[form].has(part.args);
  // Both branches have the same type.
  if (op === '?:') return evaluatesToRows(part.args[1], names, form) || evaluatesToRows(part.args[2], names, form);
  if (form === 'row') return op === '[]' && evaluatesToRows(part.args[0], names, 'rows');
  if (op === '+') return evaluatesToRows(part.args[0], names, 'rows') || evaluatesToRows(part.args[1], names, 'rows');
  return op === 'rcall' && part.args[0] === 'filter' && evaluatesToRows(part.args[1], names, 'rows');
}

/** The names in scope inside a loop. */
function scopeInLoop({ rows, row }: RowNames, item: string | undefined, isOverRows: boolean): RowNames {
  const without = (names: ReadonlySet<string>) => [...names].filter((name) => name !== item);
  return {
    rows: new Set(without(rows)),
    row: new Set([...without(row), ...(isOverRows && item !== undefined ? [item] : [])]),
  };
}

/** Finds the replacements that rename a column: `sum(works.cost)`, `works[0].cost`, `works.exists(work, work.cost > 1)`. */
function findColumnEdits(part: unknown, names: RowNames, from: string, to: string): Edits {
  return [...listNodes(part)].flatMap((node): Edits => {
    const loop = asLoop(node);
    if (loop) {
      const isOverRows = [...listNodes(loop.list)].some((list) => evaluatesToRows(list, names, 'rows'));
      const inBody = scopeInLoop(names, loop.item, isOverRows);
      return [...findColumnEdits(loop.list, names, from, to), ...findColumnEdits(loop.body, inBody, from, to)];
    }
    const inside = findColumnEdits(node.args, names, from, to);
    if (node.op !== '.' || node.args[1] !== from) return inside;
    const [subject] = node.args;
    const isColumn = evaluatesToRows(subject, names, 'rows') || evaluatesToRows(subject, names, 'row');
    return isColumn ? [...inside, { start: node.end - from.length, end: node.end, name: to }] : inside;
  });
}

/** Applies replacements to a text. */
const applyEdits = (source: string, edits: Edits): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, name }) => text.slice(0, start) + name + text.slice(end), source);

/** Renames a field in an expression; a text with syntax errors is unchanged. */
export const renameFieldInExpression = (source: string, from: string, to: string): string =>
  applyEdits(source, findFieldEdits(tryParse(source), from, to));

/** Renames a column of a field of rows in an expression of the record. */
export const renameColumnInExpression = (source: string, rows: string, from: string, to: string): string =>
  applyEdits(source, findColumnEdits(tryParse(source), { rows: new Set([rows]), row: new Set() }, from, to));
