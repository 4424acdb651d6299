import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Selector and declarations of each rule; of nested ones, without those around them. */
const rulesOf = (css: string) =>
  [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]*)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    body,
  }));

const scrolls = (body: string) => /overflow(-[xy])?:[^;]*\b(auto|scroll)\b/.test(body);
const isPositioned = (body: string) => /\bposition: (relative|absolute|fixed|sticky)/.test(body);

/** A class without the states it is in. */
const classOf = (selector: string) => /\.[\w-]+(?=[^\s.]*$)/.exec(selector)?.[0] ?? selector;

/** Boxes that the browser positions by itself. */
const DIALOGS: ReadonlySet<string> = new Set(['src/shell/menu/bottom-bar.module.css .more']);

test('every box that scrolls is positioned: otherwise texts for screen readers stay behind and lengthen the page', async () => {
  const names = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.css'));
  const loose: string[] = [];
  let boxes = 0;
  for (const name of names) {
    const file = join('src', name);
    const rules = rulesOf(await readFile(file, 'utf8'));
    const positioned = new Set(rules.filter(({ body }) => isPositioned(body)).map(({ selector }) => classOf(selector)));
    for (const { selector } of rules.filter(({ body }) => scrolls(body))) {
      boxes += 1;
      const box = `${file} ${selector}`;
      if (!positioned.has(classOf(selector)) && !DIALOGS.has(box)) loose.push(box);
    }
  }
  expect(boxes).toBeGreaterThan(40);
  expect(loose).toEqual([]);
});
