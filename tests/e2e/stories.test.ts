// Runs in test:all alone: waits by the clock for films and frames.
import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';
import {
  cover,
  frame,
  hiddenAndStill,
  inside,
  openStory,
  openStoryByClock,
  runFrames,
  running,
  scrolled,
  seenTexts,
  strip,
  tabAround,
  title,
  viewer,
} from '#tests/support/browser/stories.ts';
import { openTabs } from '#tests/support/browser/tabs.ts';

const stage = raiseStage({ motion: true });

/**
 * Comes to the announcements and waits for the strip.
 * @param clock the page's clock can be moved on, where it is not the clock that is measured
 */
async function comeToNews({
  clock = false,
  ...options
}: Parameters<typeof stage.visitor>[0] & { clock?: boolean } = {}): Promise<Visitor> {
  const visitor = await stage.visitor({ as: 1, ...options });
  if (clock) await visitor.page.clock.install();
  await visitor.open('/news');
  await cover(visitor.page, 'Правила дома').waitFor();
  return visitor;
}

test('STORY-01, STORY-03: the strip comes by one call, frames by one more when a story is opened', async () => {
  const { page, calls } = await comeToNews();
  const asked = () => calls.filter((call) => call.includes('/booklets/'));
  expect(asked()).toEqual([expect.stringMatching(/^GET \/api\/crm\/booklets\/\?buildings_id=[\d,]+$/)]);
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('section img')].every(({ naturalWidth }) => naturalWidth > 0),
  );
  await openStory(page, 'Правила дома');
  expect(asked().slice(1)).toEqual([expect.stringMatching(/^GET \/api\/crm\/booklets\/\d+\/$/)]);
});

test('STORY-06, STORY-07, CONST-07: frames stay 1500 ms, the first of a story 2500, within 100', async () => {
  const { page } = await comeToNews({ clock: true });
  await openStoryByClock(page, 'Пожарная безопасность');
  // After this story comes one whose frames have no duration of their own.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const frames = await runFrames(page, 2);
  expect(frames.some(({ frame }) => frame === 0)).toBe(true);
  for (const { frame: place, ms } of frames)
    expect(Math.abs(ms - (place === 0 ? 2500 : 1500))).toBeLessThanOrEqual(100);
});

test('STORY-08, STORY-09, STORY-14: a film stays for its duration, and the last group leads to the first', async () => {
  const { page } = await comeToNews({ clock: true });
  await openStoryByClock(page, 'Домком');
  await page.keyboard.press('ArrowRight');
  const [film] = await runFrames(page, 1);
  expect(film?.frame).toBe(0);
  expect(Math.abs((film?.ms ?? 0) - 5000)).toBeLessThanOrEqual(100);
  await page.clock.resume();
  await page.keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'detached' });
  await openStory(page, 'Детская площадка');
  await page.keyboard.press('ArrowRight');
  await title(page).filter({ hasText: 'Не храните вещи на лестнице' }).waitFor();
});

test('STORY-13, STORY-14: a film is mute, runs while its frame is seen and stops with it', async () => {
  const { page } = await comeToNews();
  await openStory(page, 'Зима во дворе');
  const film = viewer(page).locator('video');
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3);
  expect(await film.evaluate((video: HTMLVideoElement) => video.muted && !video.paused)).toBe(true);
  await inside(page, 'Пауза').click();
  expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  await inside(page, 'Продолжить показ').click();
  await page.keyboard.press('ArrowRight');
  await title(page).filter({ hasText: 'Песок' }).waitFor();
  expect(await film.evaluate((video: HTMLVideoElement) => [video.paused, video.currentTime])).toEqual([true, 0]);
});

test('STORY-04, STORY-05: previews and click zones lead around', async () => {
  const { page } = await comeToNews();
  await openStory(page, 'Правила дома');
  const box = await frame(page).boundingBox();
  if (!box) throw new Error('No frame');
  const click = (part: number) => page.mouse.click(box.x + box.width * part, box.y + box.height / 2);
  await click(0.8);
  await title(page).filter({ hasText: 'Тишина после 22:00' }).waitFor();
  await click(0.2);
  await title(page).filter({ hasText: 'Не храните вещи на лестнице' }).waitFor();
  await inside(page, 'Предыдущая история: Детская площадка').click();
  await inside(page, 'Следующая история: Правила дома').waitFor();
  await click(0.2);
  await inside(page, 'Следующая история: Детская площадка').waitFor();
});

test('STORY-02, STORY-10, STORY-11, STORY-12, CONST-08: 460 px by 90vh, scrolling locked, the button closes', async () => {
  const visitor = await comeToNews();
  const { page, calls } = visitor;
  await openStory(page, 'Городские службы');
  expect(await frame(page).boundingBox()).toEqual({ x: 490, y: 45, width: 460, height: 810 });
  const before = await scrolled(page);
  await page.mouse.move(720, 450);
  await page.mouse.wheel(0, 900);
  await page.keyboard.press('PageDown');
  await page.waitForTimeout(300);
  expect(await scrolled(page)).toBe(before);
  await inside(page, 'Закрыть').click();
  await viewer(page).waitFor({ state: 'detached' });
  const opened = () => calls.filter((call) => /booklets\/\d+\/$/.test(call)).length;
  const known = opened();
  await openStory(page, 'Городские службы');
  expect(opened()).toBe(known + 1);
  expect(await frame(page).getAttribute('data-frame')).toBe('0');

  // An error stands below the cross.
  await page.route(/booklets\/\d+\/$/, (route) => route.fulfill({ status: 500, json: { error: 'Не открылась' } }));
  await inside(page, 'Пауза').click();
  await inside(page, 'Следующая история: Домком').click();
  const said = page.getByRole('alert').filter({ hasText: 'Не открылась' }).first();
  await said.waitFor();
  let alert = await said.boundingBox();
  // The alert of the next story, which fails as well, takes the place of the first one at any moment.
  while (alert === null) alert = await said.boundingBox();
  const cross = await inside(page, 'Закрыть').boundingBox();
  expect(alert.y).toBeGreaterThanOrEqual((cross?.y ?? Number.NaN) + (cross?.height ?? 0));
  visitor.forgive(/500/);
});

test('STORY-05, STORY-06, STORY-10, STORY-15: the keyboard alone opens, leads, stops and closes', async () => {
  const { page } = await comeToNews({ clock: true });
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  for (let press = 0; press < 40 && !(await focused()).startsWith('Пожарная'); press += 1) await keyboard.press('Tab');
  await keyboard.press('Enter');
  await running(page).waitFor();
  await keyboard.press('Space');
  await viewer(page).locator('article[data-running=false]').waitFor();
  await keyboard.press('ArrowRight');
  await title(page).filter({ hasText: 'Щиток' }).waitFor();
  await keyboard.press('ArrowLeft');
  await title(page).filter({ hasText: 'Звоните 112' }).waitFor();
  const names = await tabAround(page);
  for (const name of ['Предыдущий кадр', 'Следующий кадр', 'Продолжить показ', 'Закрыть'])
    expect(names).toContain(name);
  await inside(page, 'Следующая история: Городские службы').focus();
  await keyboard.press('Enter');
  await title(page).filter({ hasText: 'Где получить справку' }).waitFor();
  // The cover that was pressed has the focus still, with the next story on it.
  await keyboard.press('Enter');
  await title(page).filter({ hasText: 'Ваш совет дома' }).waitFor();
  await tabAround(page);
  // Of what is drawn ahead nothing is seen.
  expect(await seenTexts(page)).toEqual(['Ваш совет дома', 'Городские службы', 'Домком', 'Зима во дворе']);
  await keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'detached' });
  expect(await focused()).toContain('Пожарная безопасность');
  await page.clock.fastForward(3000);
  expect(await viewer(page).count()).toBe(0);
});

test('STORY-06, STORY-13: a press holds the frame and leads nowhere, a long text can be read to its end', async () => {
  const { page } = await comeToNews({ clock: true });
  await openStory(page, 'Городские службы');
  await page.mouse.move(800, 450);
  await page.mouse.down();
  await page.clock.fastForward(3500);
  expect(await title(page).innerText()).toBe('Где получить справку');
  await page.mouse.up();
  await running(page).waitFor();
  expect(await title(page).innerText()).toBe('Где получить справку');

  // So does whoever scrolls a text that is longer than its room, until they leave it.
  await page.keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'detached' });
  await page.route(/booklets\/\d+\/$/, async (route) => {
    const response = await route.fetch();
    const story = await response.json();
    for (const frame of story.frames) frame.description = 'Длинный текст, который не помещается. '.repeat(60);
    await route.fulfill({ response, json: story });
  });
  await openStory(page, 'Правила дома');
  const text = viewer(page).locator('[data-long][data-shown]');
  await text.waitFor();
  await page.mouse.move(720, 780);
  await page.mouse.wheel(0, 200);
  await viewer(page).locator('article[data-running=false]').waitFor();
  await page.waitForFunction(() => (document.querySelector('[data-long][data-shown]')?.scrollTop ?? 0) > 100);
  await page.clock.fastForward(10_000);
  await page.mouse.move(100, 100);
  await running(page).waitFor();
  expect(await title(page).innerText()).toBe('Не храните вещи на лестнице');
  // The text of the next frame lies beneath, and nobody comes to it.
  await viewer(page).locator('[data-long]:not([data-shown])').first().waitFor({ state: 'attached' });
  await tabAround(page);
});

test('STORY-06: with less motion asked for it waits for a click', async () => {
  const { page } = await comeToNews({ clock: true, browser: { reducedMotion: 'reduce' } });
  await cover(page, 'Городские службы').click();
  await title(page).filter({ hasText: 'Где получить справку' }).waitFor();
  await page.clock.fastForward(3500);
  expect(await title(page).innerText()).toBe('Где получить справку');
  await inside(page, 'Следующий кадр').click();
  await title(page).filter({ hasText: 'Раскопки' }).waitFor();
});

test('STORY-02: the ring of an opened story is gone after a reload too', async () => {
  const { page } = await comeToNews();
  const all = await strip(page).getByRole('button').count();
  const unread = strip(page).getByRole('button', { name: 'не просмотрена' });
  /** Waits until so many have their ring and no more. */
  const awaitUnread = async (count: number) => {
    await unread.nth(count - 1).waitFor();
    await unread.nth(count).waitFor({ state: 'detached' });
  };
  await awaitUnread(all);
  await openStory(page, 'Правила дома');
  await page.keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'detached' });
  await awaitUnread(all - 1);
  await page.reload();
  await awaitUnread(all - 1);
});

test('STORY-06: in a tab that nobody sees the frame stands, and goes on when the tab is looked at', async () => {
  const { context, close } = await openTabs();
  try {
    const token = await stage.token(1);
    await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
    await context.clock.install();
    const page = await context.newPage();
    await page.goto(`${stage.product.address}/news`);
    await openStory(page, 'Городские службы');
    const now = () => frame(page).evaluate(({ dataset: { story, frame, running } }) => [story, frame, running]);
    const other = await context.newPage();
    await other.bringToFront();
    await hiddenAndStill(page);
    const [story, place, clock] = await now();
    expect(clock).toBe('false');
    // Its first frame stays 2500 ms.
    await page.clock.fastForward(3000);
    expect(await now()).toEqual([story, place, 'false']);
    await page.bringToFront();
    await page.locator(`article[data-story]:not([data-story="${story}"][data-frame="${place}"])`).waitFor();
  } finally {
    await close();
  }
});

test('STORY-16: buildings without stories have no strip', async () => {
  const visitor = await stage.visitor({ as: 1 });
  await visitor.page.route('**/api/crm/booklets/?*', (route) => route.fulfill({ json: [] }));
  await visitor.open('/news');
  await visitor.page.getByRole('article').first().waitFor();
  await visitor.page.waitForLoadState('networkidle');
  expect(await strip(visitor.page).count()).toBe(0);
});

test.each([
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)(
  'STORY-01, STORY-02: at %i px, %s, nothing overflows and axe finds nothing serious',
  async (width, colorScheme) => {
    const { page } = await comeToNews({
      browser: { viewport: { width, height: 844 }, colorScheme, hasTouch: width === 390 },
    });
    const wider = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await wider()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await openStory(page, 'Пожарная безопасность');
    await page.keyboard.press('Space');
    expect(await wider()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    if (width === 390) expect(await frame(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  },
);
