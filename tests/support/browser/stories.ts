import type { Page } from 'playwright-core';

/** Everything of a page that can be scrolled, by how far it is. */
export const scrolled = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('*')].reduce((sum, element) => sum + element.scrollTop, 0));

/**
 * How long frames stay, by clocks inside the page: from the moment a frame's clock first runs to its successor.
 * @param wanted how many frames are waited for
 */
export function watchFrames(page: Page, wanted: number): Promise<{ frame: number; ms: number }[]> {
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
