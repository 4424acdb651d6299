import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** Time that may be taken to read a text to its end, ms. */
const PATIENCE = 50;

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

const textOf = (state: EditorState, { from, to }: { from: number; to: number }) => state.doc.sliceString(from, to);

/** The name of a property, without its quotes. */
export const nameOf = (state: EditorState, property: SyntaxNode): string => {
  const name = property.getChild('PropertyName');
  return name ? textOf(state, name).replaceAll('"', '') : '';
};

const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
};

const valueIn = (node: SyntaxNode): SyntaxNode | undefined => childrenOf(node).find(({ name }) => VALUES.has(name));

/** Where a place of the definition (`fields.label.min`) stands in the text, or what comes nearest above it. */
export function rangeOf(state: EditorState, place: string): { from: number; to: number } {
  const tree = ensureSyntaxTree(state, state.doc.length, PATIENCE) ?? syntaxTree(state);
  let value = valueIn(tree.topNode);
  let range = { from: 0, to: Math.min(1, state.doc.length) };
  for (const key of place === '' ? [] : place.split('.')) {
    if (!value) return range;
    if (value.name === 'Array') {
      const item: SyntaxNode | undefined = childrenOf(value).filter(({ name }) => VALUES.has(name))[Number(key)];
      if (!item) return range;
      range = { from: item.from, to: item.to };
      value = item;
    } else {
      const property: SyntaxNode | undefined = value.getChildren('Property').find((one) => nameOf(state, one) === key);
      const name = property?.getChild('PropertyName');
      if (!property || !name) return range;
      range = { from: name.from, to: name.to };
      value = valueIn(property);
    }
  }
  return range;
}

/** The keys that lead to a place of the text, from the outermost. */
export function keysAt(state: EditorState, position: number): (string | number)[] {
  const keys: (string | number)[] = [];
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  while (node) {
    const { parent }: SyntaxNode = node;
    if (node.name === 'Property') keys.unshift(nameOf(state, node));
    if (parent?.name === 'Array' && VALUES.has(node.name)) {
      const { from } = node;
      keys.unshift(
        childrenOf(parent)
          .filter(({ name }) => VALUES.has(name))
          .findIndex((one) => one.from === from),
      );
    }
    node = parent;
  }
  return keys;
}
