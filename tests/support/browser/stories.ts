import type { Page } from 'playwright-core';
import { stopClock } from './hold.ts';
import { until } from './until.ts';

/** Everything of a page that can be scrolled, by how far it is. */
export const scrolled = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('*')].reduce((sum, element) => sum + element.scrollTop, 0));

/**
 * How long frames stay, by clocks inside the page: from the moment a frame's clock first runs to its successor.
 * @param wanted how many frames are waited for
 */
function watchFrames(page: Page, wanted: number): Promise<{ frame: number; ms: number }[]> {
  return page.evaluate(
    (count) =>
      new Promise((resolve) => {
        const article = document.querySelector('article[data-story]') as HTMLElement;
        const stays: { frame: number; ms: number }[] = [];
        let now = '';
        let since: number | null = null;
        const look = () => {
          const { story, frame: place, running: runs } = article.dataset;
          if (`${story}/${place}` !== now) {
            // The frame that was there when the watch began was not seen from its start.
            if (now && since !== null) stays.push({ frame: Number(now.split('/')[1]), ms: performance.now() - since });
            now = `${story}/${place}`;
            since = null;
          }
          if (runs === 'true') since ??= performance.now();
          if (stays.length > count) {
            observer.disconnect();
            resolve(stays.slice(1));
          }
        };
        const observer = new MutationObserver(look);
        observer.observe(article, { attributes: true });
        look();
      }),
    wanted,
  );
}

/**
 * The same by the page's own clock (`page.clock`), which stands (`openStoryByClock`) and is moved on in steps of 20 ms: exact on
 * a busy machine too.
 */
export async function runFrames(page: Page, wanted: number): Promise<{ frame: number; ms: number }[]> {
  const watched = watchFrames(page, wanted);
  let isOver = false;
  const stop = () => {
    isOver = true;
  };
  watched.then(stop, stop);
  while (!isOver) await page.clock.runFor(20);
  return watched;
}

export const strip = (page: Page) => page.getByRole('region', { name: 'Истории' });
export const cover = (page: Page, title: string) => strip(page).getByRole('button', { name: new RegExp(`^${title}`) });
export const viewer = (page: Page) => page.getByRole('dialog');
export const title = (page: Page) => viewer(page).getByRole('heading', { level: 2 });
/** The frame in the viewer with its clock. */
export const frame = (page: Page) => viewer(page).getByRole('article');
export const inside = (page: Page, name: string) => viewer(page).getByRole('button', { name });
export const running = (page: Page) => viewer(page).locator('article[data-running=true]');

/** Waits until a tab is hidden and its frame stands; as such a tab draws nothing, it is asked by the clock. */
export const hiddenAndStill = (page: Page) =>
  page.waitForFunction(
    () =>
      document.visibilityState === 'hidden' &&
      document.querySelector<HTMLElement>('article[data-story]')?.dataset.running === 'false',
    undefined,
    { polling: 50 },
  );

/** Opens a story and waits until its first frame is there and its clock runs. */
export async function openStory(page: Page, name: string): Promise<void> {
  await cover(page, name).click();
  await running(page).waitFor();
}

/** The same by the page's own clock, which was installed before: it stands from then on, as the frame does. */
export async function openStoryByClock(page: Page, name: string): Promise<void> {
  await stopClock(page);
  await cover(page, name).click();
  await until(
    'the story runs',
    () => running(page).isVisible(),
    () => page.clock.runFor(20),
  );
}

/** Titles and names shown in the viewer, in alphabetical order. */
export async function seenTexts(page: Page): Promise<(string | null)[]> {
  const texts = await viewer(page)
    .locator('b, h2, header span')
    .evaluateAll((all) =>
      all
        .filter((text) => text.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .map(({ textContent }) => textContent),
    );
  return texts.sort();
}

/**
 * Goes on by Tab so often that all of the viewer is gone around. The focus never leaves it, and never comes to a text whose
 * turn has not come.
 * @returns names of what had the focus
 */
export async function tabAround(page: Page): Promise<Set<string>> {
  const names = new Set<string>();
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    const [name, inside, ahead] = await viewer(page).evaluate((dialog) => {
      const { activeElement } = document;
      const isAhead = activeElement?.matches('[data-long]:not([data-shown])') === true;
      return [activeElement?.getAttribute('aria-label') ?? '', dialog.contains(activeElement), isAhead] as const;
    });
    expect([inside, ahead]).toEqual([true, false]);
    names.add(name);
  }
  return names;
}
