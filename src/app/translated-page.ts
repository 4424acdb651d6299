/**
 * Keeps React working while a browser translates the page. A translator wraps text nodes in `<font>` or replaces them, and React
 * continues with its own nodes: it would insert before a node that is gone, or update one that is not shown.
 */

/** The element that a translator has put in place of a text node. */
const replacements = new WeakMap<Node, Element>();

/** The child of `parent` that shows a text node: the node itself, a wrapper, or its replacement; null if there is none. */
function findShownNode(parent: Node, text: Node): ChildNode | null {
  let shownNode: Node | null = text.parentNode ? text : (replacements.get(text) ?? null);
  while (shownNode && shownNode.parentNode !== parent) shownNode = shownNode.parentNode;
  return shownNode as ChildNode | null;
}

/** Removes the replacement of a text node that React changes or moves; the translator then translates the node again. */
function restoreText(text: Node): void {
  replacements.get(text)?.remove();
  replacements.delete(text);
}

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

/** Remembers the `<font>` that replaced a text node; it is among the added nodes or is an adjacent sibling. */
function trackReplacement(
  { removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord,
  changes: MutationObserver,
) {
  const [text] = removedNodes;
  if (!(text instanceof Text) || text.parentNode) return;
  const replacement = [...addedNodes, previousSibling, nextSibling].find(isFont);
  if (!replacement) return;
  replacements.set(text, replacement);
  changes.observe(text, { characterData: true });
}

/** Patches the DOM so that the page may be translated; call it once before the first render. */
export function allowTranslation(page: Node = document): void {
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const replacement = replacements.get(target);
      if (target instanceof Text && replacement?.isConnected) {
        replacement.before(target);
        restoreText(target);
      }
    }
  });
  const replacing = new MutationObserver((records) => {
    for (const record of records) trackReplacement(record, changes);
  });
  replacing.observe(page, { childList: true, subtree: true });

  const { insertBefore, removeChild, appendChild } = Node.prototype;
  Object.assign(Node.prototype, {
    insertBefore(this: Node, node: Node, before: Node | null) {
      restoreText(node);
      const isForeignChild = before instanceof Text && before.parentNode !== this;
      return insertBefore.call(this, node, isForeignChild ? findShownNode(this, before) : before);
    },
    appendChild(this: Node, node: Node) {
      restoreText(node);
      return appendChild.call(this, node);
    },
    removeChild(this: Node, node: Node) {
      const isForeignChild = node instanceof Text && node.parentNode !== this;
      if (!isForeignChild) return removeChild.call(this, node);
      findShownNode(this, node)?.remove();
      return node;
    },
  });
}
