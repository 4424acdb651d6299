import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** Maximum time to parse the whole text, ms; then the incomplete syntax tree is used. */
const PARSE_TIMEOUT_MS = 50;

const VALUE_NODES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

const sliceText = (state: EditorState, { from, to }: { from: number; to: number }) => state.doc.sliceString(from, to);

/** The name of a property, without its quotes. */
export const propertyName = (state: EditorState, property: SyntaxNode): string => {
  const name = property.getChild('PropertyName');
  return name ? sliceText(state, name).replaceAll('"', '') : '';
};

const getChildren = (node: SyntaxNode): SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
};

const findValue = (node: SyntaxNode): SyntaxNode | undefined =>
  getChildren(node).find(({ name }) => VALUE_NODES.has(name));

/** Range of a path (`fields.label.min`) in the text; if it is missing, the range of its nearest existing parent. */
export function findRange(state: EditorState, place: string): { from: number; to: number } {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_TIMEOUT_MS) ?? syntaxTree(state);
  let value = findValue(tree.topNode);
  let range = { from: 0, to: Math.min(1, state.doc.length) };
  for (const key of place === '' ? [] : place.split('.')) {
    if (!value) return range;
    if (value.name === 'Array') {
      const item: SyntaxNode | undefined = getChildren(value).filter(({ name }) => VALUE_NODES.has(name))[Number(key)];
      if (!item) return range;
      range = { from: item.from, to: item.to };
      value = item;
    } else {
      const property: SyntaxNode | undefined = value
        .getChildren('Property')
        .find((one) => propertyName(state, one) === key);
      const name = property?.getChild('PropertyName');
      if (!property || !name) return range;
      range = { from: name.from, to: name.to };
      value = findValue(property);
    }
  }
  return range;
}

/** Path at a position of the text, outermost key first. */
export function pathAt(state: EditorState, position: number): (string | number)[] {
  const keys: (string | number)[] = [];
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  while (node) {
    const { parent }: SyntaxNode = node;
    if (node.name === 'Property') keys.unshift(propertyName(state, node));
    if (parent?.name === 'Array' && VALUE_NODES.has(node.name)) {
      const { from } = node;
      keys.unshift(
        getChildren(parent)
          .filter(({ name }) => VALUE_NODES.has(name))
          .findIndex((one) => one.from === from),
      );
    }
    node = parent;
  }
  return keys;
}
