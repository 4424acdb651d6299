import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

/** Widths that are looked at, px; at which of them axe looks too. */
const WIDTHS: readonly (readonly [width: number, axe: boolean])[] = [
  [1440, true],
  [900, false],
  [390, true],
];
const THEMES = ['light', 'dark'] as const;
/** Every page there is, with whom it is opened as; nobody is signed out. */
const PAGES: readonly (readonly [path: string, as: number | null])[] = [
  ['/auth', null],
  ['/confirmation', null],
  ['/news', 1],
  ['/cameras', 1],
  ['/cameras', 6],
  ['/create-camera-form', 1],
  ['/edit-camera-form?id=1', 1],
  ['/edit-camera-form', 1],
  ['/profile', 1],
  ['/avatar', 1],
  ['/zzz', 1],
  ['/cameras', 10],
];
const looks = PAGES.flatMap(([path, as]) =>
  THEMES.map((theme) => [path, as === null ? 'nobody' : `account ${as}`, theme, as] as const),
);

async function open(path: string, as: number | null, theme: 'light' | 'dark', width = 1440): Promise<Visitor> {
  const visitor = await stage.visitor({
    ...(as === null ? {} : { as }),
    browser: { viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' },
  });
  await visitor.open(path);
  await visitor.page.locator('h1:visible').first().waitFor();
  await visitor.page.waitForLoadState('networkidle');
  return visitor;
}

describe('every page', () => {
  test.each(looks)(
    '%s as %s, %s: at no width sticks anything out sideways, and axe finds nothing serious',
    async (path, _who, theme, as) => {
      const visitor = await open(path, as, theme);
      const { page } = visitor;
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
      expect(await page.title()).toMatch(/Управдом/);
      for (const [width, axe] of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.locator('h1:visible').first().waitFor();
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([width, sideways]).toEqual([width, 0]);
        expect([width, await page.locator('h1:visible').count()]).toEqual([width, 1]);
        if (axe) expect([width, await seriousFindings(page)]).toEqual([width, []]);
      }
    },
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
