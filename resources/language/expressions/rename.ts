import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { itemName, LOOPS, nodesIn } from './nodes.ts';

/** Renames fields and columns in the text of an expression; string literals and names of functions stay. */

const environment = new Environment();

/** New names in a text; `start` and `end` delimit the former name, `end` excluded. */
type Edits = { start: number; end: number; name: string }[];

/** The parsed expression of a text; null for a text that is no expression. */
function parsed(source: string): ASTNode | null {
  try {
    return environment.parse(source).ast;
  } catch {
    // No names can be found in it; the check of the definition reports it.
    return null;
  }
}

/** A loop over a list (`exists`, `all` and the like) and its name for an item; null for another part of an expression. */
function loopIn(node: ASTNode): { list: unknown; perItem: unknown; item: string | undefined } | null {
  if ((node.op !== 'call' && node.op !== 'rcall') || !LOOPS.has(node.args[0])) return null;
  const perItem: unknown = node.args.at(-1);
  return { list: node.args.slice(0, -1), perItem, item: itemName(perItem) };
}

/** Renames a field in an expression. */
function fieldEdits(part: unknown, from: string, to: string): Edits {
  return [...nodesIn(part)].flatMap((node): Edits => {
    if (node.op === 'id') return node.args === from ? [{ start: node.start, end: node.end, name: to }] : [];
    const loop = loopIn(node);
    if (!loop) return fieldEdits(node.args, from, to);
    const inList = fieldEdits(loop.list, from, to);
    // Within this loop the name means the item of the loop.
    if (loop.item === from) return inList;
    const inLoop = fieldEdits(loop.perItem, from, to);
    // An item with the new name would hide the field: the item takes the former name, which is free now.
    const ofItem = loop.item === to && inLoop.length ? fieldEdits(loop.perItem, to, from) : [];
    return [...inList, ...inLoop, ...ofItem];
  });
}

/** Names at a place of an expression: of the rows of a field, and of a single row within a loop. */
interface RowNames {
  rows: ReadonlySet<string>;
  row: ReadonlySet<string>;
}

/** Whether an expression gives rows of the field (`rows`) or one of them (`row`). */
function isOfRows(node: unknown, names: RowNames, form: keyof RowNames): boolean {
  const [part] = nodesIn(node);
  if (!part) return false;
  const { op } = part;
  if (op === 'id') return names[form].has(part.args);
  // Both branches have one type.
  if (op === '?:') return isOfRows(part.args[1], names, form) || isOfRows(part.args[2], names, form);
  if (form === 'row') return op === '[]' && isOfRows(part.args[0], names, 'rows');
  if (op === '+') return isOfRows(part.args[0], names, 'rows') || isOfRows(part.args[1], names, 'rows');
  return op === 'rcall' && part.args[0] === 'filter' && isOfRows(part.args[1], names, 'rows');
}

/** The names within a loop. */
function namesInLoop({ rows, row }: RowNames, item: string | undefined, isOverRows: boolean): RowNames {
  const without = (names: ReadonlySet<string>) => [...names].filter((name) => name !== item);
  return {
    rows: new Set(without(rows)),
    row: new Set([...without(row), ...(isOverRows && item !== undefined ? [item] : [])]),
  };
}

/** Renames a column: `sum(works.cost)`, `works[0].cost`, `works.exists(work, work.cost > 1)`. */
function columnEdits(part: unknown, names: RowNames, from: string, to: string): Edits {
  return [...nodesIn(part)].flatMap((node): Edits => {
    const loop = loopIn(node);
    if (loop) {
      const isOverRows = [...nodesIn(loop.list)].some((list) => isOfRows(list, names, 'rows'));
      const inLoop = namesInLoop(names, loop.item, isOverRows);
      return [...columnEdits(loop.list, names, from, to), ...columnEdits(loop.perItem, inLoop, from, to)];
    }
    const inside = columnEdits(node.args, names, from, to);
    if (node.op !== '.' || node.args[1] !== from) return inside;
    const [subject] = node.args;
    const isColumn = isOfRows(subject, names, 'rows') || isOfRows(subject, names, 'row');
    return isColumn ? [...inside, { start: node.end - from.length, end: node.end, name: to }] : inside;
  });
}

/** The text with these edits made. */
const withEdits = (source: string, edits: Edits): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, name }) => text.slice(0, start) + name + text.slice(end), source);

/** The expression with a field renamed; a text that is no expression stays as it is. */
export const withFieldName = (source: string, from: string, to: string): string =>
  withEdits(source, fieldEdits(parsed(source), from, to));

/** The expression of a record with a column of its rows renamed. */
export const withColumnName = (source: string, rows: string, from: string, to: string): string =>
  withEdits(source, columnEdits(parsed(source), { rows: new Set([rows]), row: new Set() }, from, to));
