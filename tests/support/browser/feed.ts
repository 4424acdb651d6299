import type { Page } from 'playwright-core';
import type { Visitor } from './visitor.ts';

/** Where the feed is scrolled to, in CSS pixels. */
export const scrolled = ({ page }: Visitor): Promise<number> =>
  page
    .locator('article')
    .first()
    .evaluate((element) => {
      for (let up = element.parentElement; up; up = up.parentElement) if (up.scrollTop > 0) return up.scrollTop;
      return 0;
    });

/** Scrolls to so many pixels above the end of what is loaded, by way of all that has to be measured. */
export const standAbove = ({ page }: Visitor, pixels: number): Promise<void> =>
  page
    .locator('article')
    .first()
    .evaluate(async (element, gap) => {
      let area: Element = element;
      while (area.parentElement && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
      const left = () => area.scrollHeight - area.clientHeight - area.scrollTop;
      const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      while (left() > 400) {
        area.scrollTop += Math.min(300, left() - 300);
        await drawn();
      }
      area.scrollTop += left() - gap;
      await drawn();
    }, pixels);

/**
 * Turns the wheel until nothing more comes.
 * @param all whether everything has been asked for
 */
export async function scrollToEnd(visitor: Visitor, all: () => boolean): Promise<void> {
  const { page } = visitor;
  await page.locator('article').first().hover();
  let place = -1;
  for (let still = 0; still < 5; ) {
    await page.mouse.wheel(0, 4000);
    await page.waitForTimeout(150);
    const now = await scrolled(visitor);
    still = all() && now === place ? still + 1 : 0;
    place = now;
  }
}

/** How the pictures of announcements lie, each way once: of every tile «left top width height» in shares of the whole. */
export async function collages(page: Page): Promise<string[]> {
  const laid = await page.locator('article [data-count]').evaluateAll((all) =>
    all.map((collage) => {
      const whole = collage.getBoundingClientRect();
      const tiles = [...collage.children].map((tile) => {
        const { x, y, width, height } = tile.getBoundingClientRect();
        const across = [x - whole.x, width].map((part) => Math.round((part / whole.width) * 10) / 10);
        const down = [y - whole.y, height].map((part) => Math.round((part / whole.height) * 10) / 10);
        return [across[0], down[0], across[1], down[1]].join(' ');
      });
      return tiles.join(', ');
    }),
  );
  return [...new Set(laid)].sort();
}
