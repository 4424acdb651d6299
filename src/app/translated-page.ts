/**
 * Lets a browser translate the page. A translator wraps each text node in a `<font>`, or puts one in its place, and React goes on
 * with the text nodes that it has made: it would insert before a node that is not there, and write to one that is not shown.
 */

/** Nodes that a translator has put in the place of a text node. */
const standIns = new WeakMap<Node, Element>();

/** The node that shows a text node within its parent: itself, or one around it or in its place; null for none. */
function shownIn(parent: Node, text: Node): ChildNode | null {
  let shown: Node | null = text.parentNode ? text : (standIns.get(text) ?? null);
  while (shown && shown.parentNode !== parent) shown = shown.parentNode;
  return shown as ChildNode | null;
}

/** A text that React changes or puts back is shown by itself again; the translator finds it there. */
function showAgain(text: Node): void {
  standIns.get(text)?.remove();
  standIns.delete(text);
}

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

/** Finds what was put in the place of a text, in one step or in two. */
function noteReplaced(
  { removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord,
  changes: MutationObserver,
) {
  const [text] = removedNodes;
  if (!(text instanceof Text) || text.parentNode) return;
  const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont);
  if (!standIn) return;
  standIns.set(text, standIn);
  changes.observe(text, { characterData: true });
}

/** From now on the page may be translated. To be called once, before anything is drawn. */
export function allowTranslation(page: Node = document): void {
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const standIn = standIns.get(target);
      if (target instanceof Text && standIn?.isConnected) {
        standIn.before(target);
        showAgain(target);
      }
    }
  });
  const replacing = new MutationObserver((records) => {
    for (const record of records) noteReplaced(record, changes);
  });
  replacing.observe(page, { childList: true, subtree: true });

  const { insertBefore, removeChild, appendChild } = Node.prototype;
  Object.assign(Node.prototype, {
    insertBefore(this: Node, node: Node, before: Node | null) {
      showAgain(node);
      const isMoved = before instanceof Text && before.parentNode !== this;
      return insertBefore.call(this, node, isMoved ? shownIn(this, before) : before);
    },
    appendChild(this: Node, node: Node) {
      showAgain(node);
      return appendChild.call(this, node);
    },
    removeChild(this: Node, node: Node) {
      const isMoved = node instanceof Text && node.parentNode !== this;
      if (!isMoved) return removeChild.call(this, node);
      shownIn(this, node)?.remove();
      return node;
    },
  });
}
