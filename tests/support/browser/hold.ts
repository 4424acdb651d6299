import type { Locator, Page } from 'playwright-core';
import type { Visitor } from './visitor.ts';

/** The page's clock is stopped so far ahead, ms: it can be stopped at a moment to come alone, and a busy machine is late. */
const AHEAD = 10_000;

/** Stops the page's clock, which was installed before; what is due until then happens once. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD);
}

/**
 * Presses in the middle of something for so long by the page's own clock, with the mouse: neither a busy machine nor a slow
 * driver makes the press longer.
 */
export async function hold({ page }: Visitor, target: Locator, ms: number): Promise<void> {
  await target.hover();
  const { mouse } = page;
  await during(page, ms, [() => mouse.down(), () => mouse.up()]);
}

/** The same with a key, on what has the focus. */
export async function holdKey({ page }: Visitor, key: string, ms: number): Promise<void> {
  const { keyboard } = page;
  await during(page, ms, [() => keyboard.down(key), () => keyboard.up(key)]);
}

async function during(page: Page, ms: number, [down, up]: readonly [() => Promise<void>, () => Promise<void>]) {
  await page.clock.install();
  await stopClock(page);
  await down();
  await page.clock.runFor(ms);
  await up();
  await page.clock.resume();
}
