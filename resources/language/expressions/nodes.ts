import type { ASTNode } from '@marcbachmann/cel-js';

/** Functions that iterate over a list; they may not be nested, because lists can be long. */
export const LOOP_FUNCTIONS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map', 'sum']);

const isNode = (part: unknown): part is ASTNode =>
  typeof part === 'object' && part !== null && 'op' in part && 'args' in part;

/** The nodes in the arguments of a node, which may be a node, a list or a plain value. */
export function* listNodes(part: unknown): Generator<ASTNode> {
  if (isNode(part)) yield part;
  else if (Array.isArray(part)) for (const one of part) yield* listNodes(one);
}

/** The loop variable; undefined if the arguments do not begin with an identifier. */
export function getLoopVariable(body: unknown): string | undefined {
  const [item] = Array.isArray(body) ? body : [];
  return isNode(item) && item.op === 'id' ? item.args : undefined;
}
