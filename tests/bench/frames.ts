import type { Browser, CDPSession, Page } from 'playwright-core';
import { percentile } from './figures.ts';

const MB = 1024 * 1024;
/** Pause before a page is watched, ms, so that its own opening is not counted. */
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

/** How the frames were, in a line for the log: the longest ones are what is looked for. */
export function framesText(frames: readonly number[]): string {
  const longest = [...frames].sort((a, b) => b - a).slice(0, 8);
  return `${frames.length} frames, p95 ${percentile(frames, 95).toFixed(1)}, longest ${longest.map(Math.round).join(' ')}`;
}

/** Memory and nodes of a page after garbage collection. */
export async function heldBy(session: CDPSession): Promise<{ heap: number; nodes: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: of('JSHeapUsedSize') / MB, nodes: of('Nodes') };
}

/** The browser's own account of the frames of a page. */
export interface FrameAccount {
  /** Frames the screen was ready for. */
  frames: number;
  /** Those that were not drawn in time, wholly or in part: the page's code held them up, or the drawing took too long. */
  dropped: number;
}

const CATEGORIES = ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame', 'blink.user_timing'];

interface TraceEvent {
  name: string;
  pid: number;
  ts: number;
}

/**
 * Watches a page and changes nothing in it: the frames are those of the browser's developer tools. Whoever counts them in the
 * page asks it for a frame each time, and for work that it would not have.
 * @param ms how long it is watched
 */
export async function frameAccount(browser: Browser, page: Page, ms: number): Promise<FrameAccount> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await page.waitForTimeout(SETTLED_MS);
  await page.evaluate(() => performance.mark('watched from'));
  await page.waitForTimeout(ms);
  await page.evaluate(() => performance.mark('watched until'));
  const told = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await told;
  await session.detach();
  const marked = (name: string) => events.find((event) => event.name === name);
  const [from, until] = [marked('watched from'), marked('watched until')];
  if (!from || !until) throw new Error('The trace has not got its marks');
  const count = (name: string) =>
    events.filter(
      (event) => event.name === name && event.pid === from.pid && event.ts >= from.ts && event.ts < until.ts,
    ).length;
  return { frames: count('BeginFrame'), dropped: count('DroppedFrame') };
}

/** A page that only shows one of two plain layers by turns, a bar running above them. */
const bare = (bar: string, work: number) => `<style>
  .bar { width: 440px; height: 4px; background: #123; transform-origin: left; animation: filling 1.5s linear infinite }
  @keyframes filling { from { ${bar} } }
  .layer { position: absolute; width: 460px; height: 810px; background: linear-gradient(#123, #456); will-change: transform }
  .layer[data-current] { z-index: 1 }
</style><div class="bar"></div><div class="layer" data-current></div><div class="layer"></div>
<script>
  setInterval(() => {
    document.querySelectorAll('.layer').forEach((layer) => layer.toggleAttribute('data-current'));
    for (const from = performance.now(); performance.now() - from < ${work}; );
  }, 1500);
</script>`;

/**
 * Opens a page without any code of ours, in the same browser: what it drops lies beneath every figure.
 * @param heldUp how long its own code holds it up at each change, ms; its bar waits for that code then, and drops frames
 */
export async function barePage(browser: Browser, heldUp = 0): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto('about:blank');
  await page.setContent(bare(heldUp ? 'width: 0' : 'transform: scaleX(0)', heldUp));
  return page;
}

/** Makes the processor of a page slower. @param rate how many times */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
