import type { ASTNode } from '@marcbachmann/cel-js';

/** Functions that look at each item of a list: not within one another, for lists are long. */
export const LOOPS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map', 'sum']);

const isNode = (part: unknown): part is ASTNode =>
  typeof part === 'object' && part !== null && 'op' in part && 'args' in part;

/** The nodes of a part of a node. */
export function* nodesIn(part: unknown): Generator<ASTNode> {
  if (isNode(part)) yield part;
  else if (Array.isArray(part)) for (const one of part) yield* nodesIn(one);
}

/** The name of a loop for its item, by its body; undefined where that begins with no name. */
export function itemName(perItem: unknown): string | undefined {
  const [item] = Array.isArray(perItem) ? perItem : [];
  return isNode(item) && item.op === 'id' ? item.args : undefined;
}
