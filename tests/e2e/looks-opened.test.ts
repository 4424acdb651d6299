// Runs in test:all alone: looks at everything that opens over a page, at several widths.
import type { Locator } from 'playwright-core';
import { ALL, openAnew, picture, THEMES, type Theme } from '#tests/support/browser/looking.ts';
import { OPENED, type Opening } from '#tests/support/browser/opened-things.ts';
import { breaksApart, bringLongTexts, sticksOut } from '#tests/support/browser/overflow.ts';
import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

async function come(as: number | null, theme: Theme, width = 1440): Promise<Visitor> {
  return stage.visitor({
    ...(as === null ? {} : { as }),
    browser: { viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' },
  });
}

async function open(path: string, as: number | null, theme: Theme, width = 1440): Promise<Visitor> {
  const visitor = await come(as, theme, width);
  await openAnew(visitor, path);
  return visitor;
}

/** Buttons of a dialog that do what it is for and do not stand last in their row. Runs in the page. */
function misplaced(thing: Element): string[] {
  const main = [...thing.querySelectorAll('[class*="_primary_"], [class*="_danger_"]')];
  return main
    .filter((one) => one.tagName === 'BUTTON' && one.nextElementSibling?.tagName === 'BUTTON')
    .map((one) => `«${one.textContent}» does not stand last`);
}

/** Rules of axe that depend on the room there is. */
const ROOM = ['scrollable-region-focusable', 'target-size'];

/** Flaws of an opened element while the window is as narrow as a phone. */
async function phoneFlaws(visitor: Visitor, opened: Locator, name: string): Promise<string[]> {
  const { page } = visitor;
  const room = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  let flaws: string[] = [];
  // An element anchored to a button follows it a moment after the window has changed.
  for (const began = performance.now(); performance.now() - began < 5_000; await page.waitForTimeout(50)) {
    flaws = await page.evaluate(sticksOut);
    if (flaws.length === 0) break;
  }
  if (await opened.isVisible()) flaws.push(...(await seriousFindings(page, ALL ? undefined : ROOM)));
  else flaws.push('is closed');
  if (ALL) await picture(visitor, `opened ${name} phone`);
  if (room) await page.setViewportSize(room);
  return flaws.map((flaw) => `390: ${flaw}`);
}

/** Flaws of an opened element, in either theme and on a phone; closed by Escape, it must give the focus back. */
async function openedFlaws(visitor: Visitor, opening: Opening) {
  const { name, before, opener, key = 'Enter', item, thing, inOneRow, within = [] } = opening;
  const { page } = visitor;
  await before?.(page);
  const [from, opened] = [opener(page), thing(page)];
  await from.focus();
  await page.keyboard.press(key);
  await item?.(page).press('Enter');
  await opened.waitFor();
  await page.waitForLoadState('networkidle');
  const found: string[] = [
    ...(await page.evaluate(sticksOut)),
    ...(await page.evaluate(breaksApart)),
    ...(await opened.evaluate(misplaced)),
    ...(await seriousFindings(page)),
  ];
  const middles = await inOneRow?.(page).evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
  );
  if (middles && Math.max(...middles) - Math.min(...middles) > 8) found.push('what stood in one row takes two');
  if (ALL) await picture(visitor, `opened ${name}`);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
  found.push(...(await seriousFindings(page, ['color-contrast'])));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.locator('html[data-theme=light]').waitFor({ state: 'attached' });
  if (!opening.phone) found.push(...(await phoneFlaws(visitor, opened, name)));
  for (const inner of within) found.push(...(await openedFlaws(visitor, inner)));
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  const own = await from.elementHandle();
  const isBack = await page
    .waitForFunction((one) => one?.contains(document.activeElement), own, { timeout: 60_000 })
    .then(Boolean, () => false);
  if (!isBack) found.push('does not give the focus back');
  return found.map((flaw) => `${name}: ${flaw}`);
}

/** The look on a phone at what did not outlive that the window narrows. */
async function phoneLater(visitor: Visitor, { name, before, opener, key = 'Enter', thing, phone }: Opening) {
  const { page } = visitor;
  if (!phone) return [];
  if (phone === 'again') {
    await before?.(page);
    await opener(page).focus();
    await page.keyboard.press(key);
  } else {
    await page.setViewportSize({ width: 390, height: 844 });
    await phone(page);
  }
  await thing(page).waitFor();
  const found = await phoneFlaws(visitor, thing(page), name);
  await page.keyboard.press('Escape');
  await thing(page).waitFor({ state: 'detached' });
  return found.map((flaw) => `${name}: ${flaw}`);
}

describe('what opens over a page', () => {
  test.each(OPENED)(
    '%s: by the keyboard, with long texts, in both themes and on a phone: nothing sticks out, axe finds nothing serious, the main button stands last, the focus returns',
    async (path, openings) => {
      const visitor = await come(1, 'light');
      await visitor.page.setViewportSize({ width: 1366, height: 768 });
      await bringLongTexts(visitor.page);
      await openAnew(visitor, path);
      const found: string[] = [];
      for (const opening of openings) found.push(...(await openedFlaws(visitor, opening)));
      for (const opening of openings) found.push(...(await phoneLater(visitor, opening)));
      expect(found).toEqual([]);
    },
    900_000,
  );

  test.each(THEMES)('a form with every mistake shown, %s: axe finds nothing serious', async (theme) => {
    const visitor = await open('/create-camera-form', 1, theme);
    await visitor.page.getByRole('button', { name: 'Добавить камеру' }).click();
    await visitor.page.getByText('укажите объекты').waitFor();
    expect(await seriousFindings(visitor.page)).toEqual([]);
  });
});

describe('widths', () => {
  test.each([
    [858, 'phone'],
    [859, 'tablet'],
    [1000, 'tablet'],
    [1001, 'desktop'],
  ] as const)('SHELL-35, CONST-08: at %i px the layout is that of a %s', async (width, layout) => {
    const visitor = await stage.visitor({ as: 1, browser: { viewport: { width, height: 900 } } });
    await visitor.open('/cameras');
    await visitor.arrive('Камеры');
    const bars = await visitor.page.getByRole('navigation').evaluateAll((all) =>
      all
        .map((bar) => bar.getBoundingClientRect())
        .filter(({ width: w, height }) => w > 0 && height > 0)
        .map(({ width: w, top }) => ({ width: Math.round(w), below: top > 600 })),
    );
    const [bar] = bars;
    expect(bars).toHaveLength(1);
    if (layout === 'phone') expect(bar).toMatchObject({ below: true, width });
    if (layout === 'tablet') expect(bar?.width).toBeLessThanOrEqual(72);
    if (layout !== 'desktop') return;
    expect(bar?.width).toBeGreaterThan(180);
    // One's own name is read whole.
    const name = visitor.page.locator('nav b', { hasText: 'Анна Лебедева' });
    expect(
      await name.evaluate((one) => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth),
    ).toBe(true);
  });

  test('on a phone every control that can be pressed is at least 40 px high or wide', async () => {
    const visitor = await open('/cameras', 1, 'light', 390);
    const small = await visitor.page.locator('button:visible, a:visible').evaluateAll((all) =>
      all
        .map((control) => ({
          name: control.getAttribute('aria-label') ?? control.textContent ?? '',
          box: control.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 1 && box.height > 1 && box.height < 40 && box.top >= 0)
        .map(({ name, box }) => `${name.trim()}: ${Math.round(box.width)}x${Math.round(box.height)}`),
    );
    expect(small).toEqual([]);
  });
});
