import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type DefinitionObject, getRawFields } from '#console/sections/definitions/builder/state/definition-text.ts';
import { BuilderDriver } from './builder-driver.ts';
import { type Hands, keyboardHands, mouseHands } from './hands.ts';
import { raiseStage } from './stage.ts';

const HANDS = { mouse: mouseHands, keyboard: keyboardHands } as const;
/** Steps that building a section takes at the most. */
const STEPS = 1_000;

const fileOf = async (name: string): Promise<DefinitionObject> =>
  JSON.parse(await readFile(new URL(`../../../docs/examples/${name}.json`, import.meta.url), 'utf8'));

/** The whole text in the pane of JSON, also what is scrolled out of it. */
const jsonText = (page: Page): Promise<string> =>
  page.locator('.cm-content').evaluate((content) => {
    const editor = Reflect.get(content, 'cmTile') as { root: { view: { state: { doc: object } } } };
    return String(editor.root.view.state.doc);
  });

const isUsable = async (page: Page, button: string) =>
  (await page.getByRole('button', { name: button, exact: true }).getAttribute('aria-disabled')) === null;

/** Takes back every step and makes it again, at once each or all after another, until the builder is as it was. */
async function walkSteps(page: Page, hands: Hands, isEachChecked: boolean): Promise<void> {
  const built = await jsonText(page);
  let steps = 0;
  for (; steps < STEPS && (await isUsable(page, 'Отменить шаг')); steps += 1) {
    const before = isEachChecked ? await jsonText(page) : '';
    await hands.step('undo');
    if (!isEachChecked) continue;
    const after = await jsonText(page);
    expect(after).not.toBe(before);
    await hands.step('redo');
    expect(await jsonText(page)).toBe(before);
    await hands.step('undo');
    expect(await jsonText(page)).toBe(after);
  }
  expect(steps).toBeGreaterThan(50);
  expect(Object.keys(getRawFields(JSON.parse(await jsonText(page))))).toHaveLength(1);
  for (let made = 0; made < steps; made += 1) await hands.step('redo');
  expect(await isUsable(page, 'Вернуть шаг')).toBe(false);
  expect(await jsonText(page)).toBe(built);
}

/** The section whose steps are checked one by one: the smallest. */
const WALKED = 'parking-places';

/**
 * Registers the tests that build sections of the documentation from nothing.
 * @param sections each with the width of the window, CSS pixels
 */
export function describeBuiltSections(
  hand: keyof typeof HANDS,
  sections: readonly (readonly [name: string, width: number])[],
): void {
  const stage = raiseStage();

  test.each(sections)('%s comes of the builder as its file is, in a window of %i px', async (name, width) => {
    const target = await fileOf(name);
    const visitor = await stage.visitor({ as: 1, browser: { viewport: { width, height: 900 } } });
    const { page } = visitor;
    // The file of a new section is looked for before it is made.
    visitor.forgive(new RegExp(`404 .*files/${name}\\.json`));
    const hands = HANDS[hand](page);
    const driver = new BuilderDriver(page, hands, target);
    await visitor.open('/definitions');
    await driver.build();
    if (width >= 1100) await driver.press('Показать JSON');
    else await driver.tab('Текст JSON');
    await page.locator('.cm-content').waitFor();
    await walkSteps(page, hands, name === WALKED);
    await driver.press('Применить');
    await page.getByText('Версия 1').waitFor();
    const written = JSON.parse(await readFile(join(stage.product.resourcesDir, `${name}.json`), 'utf8'));
    // The file names its schema by a path within the repository.
    expect({ ...written, $schema: target.$schema }).toEqual(target);
    expect(Object.keys(getRawFields(written))).toEqual(Object.keys(getRawFields(target)));
  });
}
