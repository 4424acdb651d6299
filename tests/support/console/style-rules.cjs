/**
 * Makes the styles of jsdom cheap: tests ask for them at each `getByRole` and each click, half of their time otherwise.
 * To be required before jsdom.
 */
const selectors = require('jsdom/lib/jsdom/living/helpers/selectors.js');

const ask = selectors.matchesDontThrow;
/** By selector: what the subject must have, one entry for each part of the list; null when it cannot be told. */
const wanted = new Map();

/** The element whose style is being put together, with its tag and classes. */
let subject = null;

const subjectOf = (element) => ({
  element,
  tag: element._localName.toLowerCase(),
  classes: new Set((element.getAttributeNS(null, 'class') ?? '').toLowerCase().split(/\s+/)),
});

function requirementOf(part) {
  const [compound] = /[^\s>+~]+$/.exec(part.trim()) ?? [];
  const found = /^([a-z][a-z0-9-]*)?((?:\.[\w-]+|#[\w-]+|::?[\w-]+)*)$/i.exec(compound ?? '');
  if (!found) return null;
  const classes = [...found[2].matchAll(/\.([\w-]+)/g)].map(([, name]) => name.toLowerCase());
  return found[1] || classes.length ? { tag: found[1]?.toLowerCase(), classes } : null;
}

function requirementsOf(selector) {
  if (/["'\\|&]/.test(selector)) return null;
  let bare = selector.replace(/\[[^\]]*\]/g, '');
  while (/\([^()]*\)/.test(bare)) bare = bare.replace(/\([^()]*\)/g, '');
  const requirements = bare.split(',').map(requirementOf);
  return requirements.every(Boolean) ? requirements : null;
}

/**
 * For the style of an element jsdom tries every rule of every sheet, and the console has some hundreds of them. A rule whose last
 * compound names a tag or classes that the element lacks cannot match, and that is known without the selector engine; it decides
 * on all others as ever.
 */
selectors.matchesDontThrow = (element, selector) => {
  if (typeof selector !== 'string') return ask(element, selector);
  let requirements = wanted.get(selector);
  if (requirements === undefined) {
    requirements = requirementsOf(selector);
    wanted.set(selector, requirements);
  }
  if (!requirements) return ask(element, selector);
  const { tag, classes } = subject?.element === element ? subject : subjectOf(element);
  for (const requirement of requirements) {
    if ((!requirement.tag || requirement.tag === tag) && requirement.classes.every((name) => classes.has(name)))
      return ask(element, selector);
  }
  return false;
};

const rules = require('jsdom/lib/jsdom/living/helpers/style-rules.js');

const declarationOf = rules.getDeclarationForElement;
rules.getDeclarationForElement = (element) => {
  const outer = subject;
  subject = subjectOf(element);
  try {
    return declarationOf(element);
  } finally {
    subject = outer;
  }
};

const { implForWrapper } = require('jsdom/lib/jsdom/living/generated/utils.js');

const resolved = rules.propertiesWithResolvedValueImplemented;
const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * `getComputedStyle` that works out what is inherited and every colour only when it is asked for: jsdom does so at each call, up
 * to the root, while tests ask for `display` and `visibility` alone.
 * @param getComputedStyle that of jsdom, for what is no element and for pseudo-elements
 */
exports.lazyComputedStyle = (getComputedStyle) => (wrapper, pseudo) => {
  const element = implForWrapper(wrapper);
  if (pseudo || !element || element.nodeType !== 1) return getComputedStyle(wrapper, pseudo);
  const declaration = rules.getDeclarationForElement(element);
  const cssValue = (name) =>
    name in resolved ? rules.getResolvedValue(element, name) : declaration.getPropertyValue(name);
  return new Proxy(declaration, {
    get(target, key) {
      if (key === 'getPropertyValue') return cssValue;
      if (typeof key === 'string' && dashed(key) in resolved) return cssValue(dashed(key));
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};
