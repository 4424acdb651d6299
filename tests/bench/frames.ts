import type { Browser, CDPSession, Page } from 'playwright-core';
import { percentile } from './figures.ts';

const MB = 1024 * 1024;
/** Between two frames of a screen of 60 there are 16.7 ms; with half of the next one over, one was dropped. */
const DROPPED_MS = 25;
/** What a page is left alone for before it is watched, so that its own opening is not counted. */
const SETTLED_MS = 500;

/** Begins to count the frames of a page, by its own clock. */
export async function countFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: number[] = [];
    let last = 0;
    let running = true;
    const step = (now: number) => {
      if (last) times.push(now - last);
      last = now;
      if (running) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    const stopFrames = () => {
      running = false;
      return times;
    };
    Object.assign(globalThis, { stopFrames });
  });
}

/** Ends the count. @returns the milliseconds between one frame and the next */
export function stopFrames(page: Page): Promise<number[]> {
  return page.evaluate(() => (globalThis as unknown as { stopFrames: () => number[] }).stopFrames());
}

/** Frames that did not come when the screen was ready for them. */
export const dropped = (frames: readonly number[]): number => frames.filter((time) => time > DROPPED_MS).length;

/** How the frames were, in a line for the log: the longest ones are what is looked for. */
export function framesText(frames: readonly number[]): string {
  const longest = [...frames].sort((a, b) => b - a).slice(0, 8);
  return `${frames.length} frames, p95 ${percentile(frames, 95).toFixed(1)}, longest ${longest.map(Math.round).join(' ')}`;
}

/** What a page holds once all that can be let go has been let go. */
export async function heldBy(session: CDPSession): Promise<{ heap: number; nodes: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: of('JSHeapUsedSize') / MB, nodes: of('Nodes') };
}

/** A page that only shows one of two plain layers by turns, a bar running above them. */
const BARE = `<style>
  .bar { width: 440px; height: 4px; background: #fff; transform-origin: left; animation: filling 1.5s linear infinite }
  @keyframes filling { from { transform: scaleX(0) } }
  .layer { position: absolute; width: 460px; height: 810px; background: linear-gradient(#123, #456); will-change: transform }
  .layer[data-current] { z-index: 1 }
</style><div class="bar"></div><div class="layer" data-current></div><div class="layer"></div>
<script>
  setInterval(() => document.querySelectorAll('.layer').forEach((layer) => layer.toggleAttribute('data-current')), 1500);
</script>`;

/**
 * Frames that a page without any code of ours drops in the same browser on the same machine: what lies beneath every figure.
 * @param slower how many times slower the processor is made
 * @param ms how long it is watched
 */
export async function droppedByBarePage(browser: Browser, slower: number, ms: number): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript({ content: 'globalThis.__name = (inner) => inner' });
  const page = await context.newPage();
  await page.goto('about:blank');
  await page.setContent(BARE);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.evaluate('globalThis.__name = (inner) => inner');
  await page.waitForTimeout(SETTLED_MS);
  await countFrames(page);
  await page.waitForTimeout(ms);
  const frames = await stopFrames(page);
  await context.close();
  return frames;
}
