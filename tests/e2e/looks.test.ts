import { join } from 'node:path';
import { LOOKED_AT } from '#tests/support/browser/looked-at-pages.ts';
import { ARTIFACTS, raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

/** `npm run test:looks`: every view, and a picture of each page in tests/artifacts to look at. */
const ALL = process.env.LOOKS === 'all';
/** What is looked at: widths in px, the narrowest first; the theme changes colours alone, so in the dark one is enough. */
const VIEWS = (
  [
    { theme: 'light', width: 390, always: true },
    { theme: 'light', width: 900, always: false },
    { theme: 'light', width: 1440, always: false },
    { theme: 'dark', width: 1440, always: true },
  ] as const
).filter(({ always }) => ALL || always);
const THEMES = ['light', 'dark'] as const;

async function settle({ page }: Visitor): Promise<void> {
  await page.locator('h1:visible').first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function picture({ page }: Visitor, name: string): Promise<void> {
  await page.screenshot({ path: join(ARTIFACTS, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`) });
}

async function come(as: number | null, theme: 'light' | 'dark', width = 1440): Promise<Visitor> {
  return stage.visitor({
    ...(as === null ? {} : { as }),
    browser: { viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' },
  });
}

async function open(path: string, as: number | null, theme: 'light' | 'dark', width = 1440): Promise<Visitor> {
  const visitor = await come(as, theme, width);
  await visitor.open(path);
  await settle(visitor);
  return visitor;
}

/** What is wrong with an open page in one view. */
async function flaws({ page }: Visitor, { theme, width }: (typeof VIEWS)[number]): Promise<string[]> {
  const found: string[] = [];
  // The browser tells the page of another theme with its next frame.
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (sideways !== 0) found.push(`sticks out sideways by ${sideways} px`);
  if (!/Управдом/.test(await page.title())) found.push(`is titled ${await page.title()}`);
  const headings = await page.locator('h1:visible').count();
  if (headings !== 1) found.push(`has ${headings} headings`);
  // The layout between the ends is made of the same pieces: axe looks at the ends.
  if (width !== 900)
    found.push(...(await seriousFindings(page, ALL && theme === 'dark' ? ['color-contrast'] : undefined)));
  return found;
}

describe('every page', () => {
  test.each(LOOKED_AT)(
    'for %s: at no width sticks anything out sideways, it follows the theme, and axe finds nothing serious',
    async (_who, as, paths) => {
      const visitor = await come(as, 'light');
      const { page } = visitor;
      const found: string[] = [];
      for (const path of paths) {
        await visitor.open(path);
        await settle(visitor);
        for (const view of VIEWS) {
          const { theme, width } = view;
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          await page.locator('h1:visible').first().waitFor();
          found.push(...(await flaws(visitor, view)).map((flaw) => `${path}, ${theme}, ${width}: ${flaw}`));
          if (ALL) await picture(visitor, `looks ${path} ${theme} ${width}`);
        }
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      }
      expect(found).toEqual([]);
    },
    300_000,
  );
});

describe('open things', () => {
  test.each(THEMES)('the selector and a card’s menu, %s: axe finds nothing serious', async (theme) => {
    const visitor = await open('/cameras', 1, theme);
    await visitor.page.locator('main button[aria-haspopup=dialog]').click();
    await visitor.page.getByRole('dialog').waitFor();
    expect(await seriousFindings(visitor.page)).toEqual([]);
    await visitor.page.keyboard.press('Escape');
    await visitor.page
      .getByRole('button', { name: /^Действия/ })
      .first()
      .click();
    await visitor.page.getByRole('menu').waitFor();
    expect(await seriousFindings(visitor.page)).toEqual([]);
  });

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
    if (layout === 'desktop') expect(bar?.width).toBeGreaterThan(180);
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
