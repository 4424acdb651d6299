import { launchChromium } from '#tests/support/browser/stage.ts';
import { signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, percentile } from './figures.ts';

const CAMERAS = 2000;
const AT_ONCE = 20;
const SCROLL_MS = 6000;
/** How long the list is left to itself before that, ms. */
const SETTLED_MS = 5000;
/** Names the camera list by hand; each has a page of its own in its frame. */
const scene = (at: number) => ['yard', 'parking', 'entrance', 'playground'][at % 4] ?? 'yard';

async function addCameras(address: string, token: string): Promise<void> {
  const headers = { Authorization: `Token ${token}`, 'content-type': 'application/json' };
  for (let from = 0; from < CAMERAS; from += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, async (_, at) => {
      const body = {
        name: `Камера ${from + at}`,
        link: `${address}/demo/cameras/${scene(at)}.html`,
        buildings: [1 + (at % 3)],
      };
      const answer = await fetch(`${address}/api/crm/cameras/`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (answer.status === 429) throw new Error('The limit of calls is in the way of the measurement');
      if (!answer.ok) throw new Error(`A camera was refused: ${answer.status} ${await answer.text()}`);
    });
    await Promise.all(batch);
  }
}

/** The list of 2,000 cameras: answer of the server, and frame times while it is scrolled from top to bottom. */
export async function cameras(): Promise<Figure[]> {
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    const token = await signIn(product, 1);
    await addCameras(product.address, token);
    const answers: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const began = performance.now();
      const answer = await fetch(`${product.address}/api/crm/cameras/`, {
        headers: { Authorization: `Token ${token}` },
      });
      await answer.arrayBuffer();
      answers.push(performance.now() - began);
    }
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
    // tsx marks inner functions by a helper of its own, which a page does not have.
    await context.addInitScript({ content: 'globalThis.__name = (inner) => inner' });
    const page = await context.newPage();
    await page.goto(`${product.address}/cameras`);
    await page
      .getByRole('button', { name: /^Действия: / })
      .first()
      .waitFor();
    // The streams in sight begin, and the console joins the chat, once: the scrolling is measured by itself.
    await page.waitForTimeout(SETTLED_MS);
    const frames = await page.evaluate(async (duration) => {
      const area = [...document.querySelectorAll('*')].reduce((best, element) =>
        element.scrollHeight - element.clientHeight > best.scrollHeight - best.clientHeight ? element : best,
      );
      const bottom = area.scrollHeight - area.clientHeight;
      const times: number[] = [];
      await new Promise<void>((resolve) => {
        const began = performance.now();
        let last = began;
        const step = (now: number) => {
          times.push(now - last);
          last = now;
          area.scrollTop = (bottom * (now - began)) / duration;
          if (now - began < duration) requestAnimationFrame(step);
          else resolve();
        };
        requestAnimationFrame(step);
      });
      return times.slice(1);
    }, SCROLL_MS);
    return [
      { name: `List of ${CAMERAS} cameras: answer of the server, p95`, value: percentile(answers, 95), unit: 'ms' },
      { name: `${CAMERAS} cameras scrolled: p95 of a frame`, value: percentile(frames, 95), unit: 'ms' },
      { name: `${CAMERAS} cameras scrolled: longest frame`, value: Math.max(...frames), unit: 'ms', target: 50 },
      {
        name: `${CAMERAS} cameras scrolled: frames over 50 ms of ${frames.length}`,
        value: frames.filter((time) => time > 50).length,
        unit: 'frames',
        target: 0,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
