/**
 * Asks jsdom's selector engine less. For the style of an element jsdom tries every rule of every sheet, and the console has
 * some hundreds of them: half the time of a test with many `getByRole`. A rule whose last compound names a tag or classes
 * that the element lacks cannot match, and that is known without the engine; it decides on all others as ever.
 * To be required before jsdom.
 */
const selectors = require('jsdom/lib/jsdom/living/helpers/selectors.js');

const ask = selectors.matchesDontThrow;
/** By selector: what the subject must have, one entry for each part of the list; null when it cannot be told. */
const wanted = new Map();
/** By element: its class attribute and what that holds. */
const worn = new WeakMap();

function subjectOf(part) {
  const [compound] = /[^\s>+~]+$/.exec(part.trim()) ?? [];
  const found = /^([a-z][a-z0-9-]*)?((?:\.[\w-]+|#[\w-]+|::?[\w-]+)*)$/i.exec(compound ?? '');
  if (!found) return null;
  const classes = [...found[2].matchAll(/\.([\w-]+)/g)].map(([, name]) => name.toLowerCase());
  return found[1] || classes.length ? { tag: found[1]?.toLowerCase(), classes } : null;
}

function subjectsOf(selector) {
  if (/["'\\|&]/.test(selector)) return null;
  let bare = selector.replace(/\[[^\]]*\]/g, '');
  while (/\([^()]*\)/.test(bare)) bare = bare.replace(/\([^()]*\)/g, '');
  const subjects = bare.split(',').map(subjectOf);
  return subjects.every(Boolean) ? subjects : null;
}

function classesOf(element) {
  const text = element.getAttributeNS(null, 'class') ?? '';
  const known = worn.get(element);
  if (known?.text === text) return known.names;
  const names = new Set(text.toLowerCase().split(/\s+/));
  worn.set(element, { text, names });
  return names;
}

selectors.matchesDontThrow = (element, selector) => {
  if (typeof selector !== 'string') return ask(element, selector);
  let subjects = wanted.get(selector);
  if (subjects === undefined) {
    subjects = subjectsOf(selector);
    wanted.set(selector, subjects);
  }
  const may = ({ tag, classes }) =>
    (!tag || tag === element._localName.toLowerCase()) && classes.every((name) => classesOf(element).has(name));
  return subjects && !subjects.some(may) ? false : ask(element, selector);
};
