import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { itemName, LOOPS, nodesIn } from './nodes.ts';

/** Other names of fields and columns in the text of an expression: texts within it, functions and items of loops stay as they are. */

const environment = new Environment();

/** Places of names in a text: from the first character to the one after the last. */
type Places = { start: number; end: number }[];

/** The expression of a text; null for what is none. */
function parsed(source: string): ASTNode | null {
  try {
    return environment.parse(source).ast;
  } catch {
    // Nothing in it can be told to be a name; that it is wrong is said at its place.
    return null;
  }
}

/** Places of a field in an expression. */
function fieldPlaces(part: unknown, name: string): Places {
  return [...nodesIn(part)].flatMap((node): Places => {
    if (node.op === 'id') return node.args === name ? [{ start: node.start, end: node.end }] : [];
    const isLoop = (node.op === 'call' || node.op === 'rcall') && LOOPS.has(node.args[0]);
    if (!isLoop || itemName(node.args.at(-1)) !== name) return fieldPlaces(node.args, name);
    // Within this loop the name is that of its item.
    return fieldPlaces(node.args.slice(0, -1), name);
  });
}

/** Places of a column in an expression over the record, `works.cost`. */
function columnPlaces(part: unknown, rows: string, name: string): Places {
  return [...nodesIn(part)].flatMap((node): Places => {
    const inside = columnPlaces(node.args, rows, name);
    if (node.op !== '.' || node.args[1] !== name) return inside;
    const [list] = node.args;
    if (list.op !== 'id' || list.args !== rows) return inside;
    return [...inside, { start: node.end - name.length, end: node.end }];
  });
}

/** A text with a name at these places. */
const withNameAt = (source: string, places: Places, name: string): string =>
  places
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => text.slice(0, start) + name + text.slice(end), source);

/** An expression in which a field is called otherwise; a text that is none stays as it is. */
export const withFieldName = (source: string, from: string, to: string): string =>
  withNameAt(source, fieldPlaces(parsed(source), from), to);

/** The same of a column of rows, in an expression over their record. */
export const withColumnName = (source: string, rows: string, from: string, to: string): string =>
  withNameAt(source, columnPlaces(parsed(source), rows, from), to);
