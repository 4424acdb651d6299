import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { getConsumedChars, isPotentiallyZeroLength, toUnicodeSet } from 'regexp-ast-analysis';

/** Whether an element must match, and never matches a character that the inner loop takes. */
function isSeparator(element, taken, flags) {
  if (isPotentiallyZeroLength(element, flags)) return false;
  if (element.type === 'Quantifier') return isSeparator(element.element, taken, flags);
  if (!['Character', 'CharacterSet', 'CharacterClass'].includes(element.type)) return false;
  return toUnicodeSet(element, flags).chars.isDisjointWith(taken);
}

/** Whether something between the two loops tells one round of the outer loop from the next. */
function areSeparated(inner, outer, flags) {
  const taken = getConsumedChars(inner.element, flags).chars;
  for (let node = inner; node !== outer; node = node.parent) {
    const { parent } = node;
    if (parent.type !== 'Alternative') continue;
    if (parent.elements.some((sibling) => sibling !== node && isSeparator(sibling, taken, flags))) return true;
  }
  return false;
}

/** Endless loops of a pattern within which another endless loop may take what should begin the next round. */
function entangledLoops(pattern, flags) {
  const found = [];
  const outer = [];
  visitRegExpAST(pattern, {
    onQuantifierEnter(node) {
      if (node.max !== Number.POSITIVE_INFINITY) return;
      const entangled = outer.find((one) => !areSeparated(node, one, flags));
      if (entangled) found.push(entangled.raw);
      outer.push(node);
    },
    onQuantifierLeave(node) {
      if (outer.at(-1) === node) outer.pop();
    },
  });
  return found;
}

/**
 * A rule of ESLint: a loop within a loop needs a separator, as in `(?:\w+,)*`. Without one a text of the length n can be
 * split in up to 2^n ways; eslint-plugin-regexp does not report `(a[^]*?b)*`.
 */
export const linearLoops = {
  meta: { type: 'problem', schema: [], messages: { entangled: 'Rounds of this loop have no separator: {{loop}}' } },
  create(context) {
    const parser = new RegExpParser();
    const check = (node, source, flagText) => {
      const flags = parser.parseFlags(flagText);
      const pattern = parser.parsePattern(source, 0, source.length, {
        unicode: flags.unicode,
        unicodeSets: flags.unicodeSets,
      });
      for (const loop of entangledLoops(pattern, flags))
        context.report({ node, messageId: 'entangled', data: { loop } });
    };
    return {
      'Literal[regex]': (node) => check(node, node.regex.pattern, node.regex.flags),
      'NewExpression[callee.name="RegExp"]': (node) => {
        const [source, flags] = node.arguments;
        if (typeof source?.value === 'string') check(node, source.value, String(flags?.value ?? ''));
      },
    };
  },
};
