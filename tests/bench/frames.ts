import type { CDPSession, Page } from 'playwright-core';
import { percentile } from './figures.ts';

const MB = 1024 * 1024;
/** Between two frames of a screen of 60 there are 16.7 ms; with half of the next one over, one was dropped. */
const DROPPED_MS = 25;

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
