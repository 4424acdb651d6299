import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium } from '#tests/support/browser/stage.ts';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, percentile } from './figures.ts';
import { countFrames, framesText, heldBy, stopFrames } from './frames.ts';

const ANNOUNCEMENTS = 2000;
const AT_ONCE = 20;
/** One of so many has pictures: one, two, three or four of them in turn. */
const WITH_PICTURES = 16;
/** Pixels a second: a wheel turned without a pause. */
const SPEED = 5000;
/** Memory that 2,000 announcements may take, MB: enough for their texts, not for drawing them all. */
const HELD_MB = 10;
const TYPES = ['info', 'accident', 'alert', 'report', 'adv'];
const TEXT = 'Завтра с 10 до 14 часов не будет холодной воды: меняем задвижку в подвале. Наберите воды с вечера. ';

/** Uploads so many pictures. @returns their ids */
async function upload(product: Product, token: string, bytes: Buffer, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const body = new FormData();
    body.append('attachments', new Blob([new Uint8Array(bytes)]), `Двор ${at}.jpg`);
    const answer = await fetch(`${product.address}/api/authorized/attachments/`, {
      method: 'POST',
      headers: { Authorization: `Token ${token}` },
      body,
    });
    const [file] = (await answer.json()) as { id: number }[];
    if (file) ids.push(file.id);
  }
  return ids;
}

async function announce(product: Product, token: string): Promise<void> {
  const headers = { Authorization: `Token ${token}`, 'content-type': 'application/json' };
  const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#0b7a75' } })
    .jpeg()
    .toBuffer();
  for (let from = 0; from < ANNOUNCEMENTS; from += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, async (_, place) => {
      const at = from + place;
      const pictures = at % WITH_PICTURES === 0 ? 1 + ((at / WITH_PICTURES) % 4) : 0;
      const body = {
        title: `Объявление номер ${at}`,
        description: TEXT.repeat(1 + (at % 4)).trim(),
        type: TYPES[at % TYPES.length],
        attachments: await upload(product, token, picture, pictures),
        target: { for_all_objects: true },
      };
      const answer = await fetch(`${product.address}/api/crm/news/`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`An announcement was refused: ${answer.status} ${await answer.text()}`);
    });
    await Promise.all(batch);
  }
}

/** How many announcements there are, those of the demo data among them. */
async function countAll(product: Product, token: string): Promise<number> {
  const answer = await fetch(`${product.address}/api/crm/news/?page_size=1`, {
    headers: { Authorization: `Token ${token}` },
  });
  return ((await answer.json()) as { count: number }).count;
}

/**
 * Scrolls the feed on until an announcement of this number is drawn, or there is no more of it; its frames are counted.
 * @throws Error when it stands still for ten seconds before either
 */
async function scrollTo(page: Page, number: number): Promise<number[]> {
  await countFrames(page);
  const stuck = await page.evaluate(
    async ({ speed, number }) => {
      const area = [...document.querySelectorAll('*')].reduce((best, element) =>
        element.scrollHeight - element.clientHeight > best.scrollHeight - best.clientHeight ? element : best,
      );
      return new Promise<string | null>((resolve) => {
        let last = performance.now();
        let waited = 0;
        const step = (now: number) => {
          const passed = now - last;
          last = now;
          const bottom = area.scrollHeight - area.clientHeight;
          waited = area.scrollTop >= bottom - 1 ? waited + passed : 0;
          area.scrollTop += Math.min((speed * passed) / 1000, speed / 20);
          const drawn = document.querySelector('li[aria-posinset]:last-child')?.getAttribute('aria-posinset');
          if (Number(drawn) >= number) resolve(null);
          else if (waited > 10_000) resolve(`The feed stood still at announcement ${drawn}`);
          else requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      });
    },
    { speed: SPEED, number },
  );
  const frames = await stopFrames(page);
  if (stuck) throw new Error(stuck);
  return frames;
}

/** The feed of 2,000 announcements: answer of the server, frames while it is scrolled through, what the page comes to hold. */
export async function news(): Promise<Figure[]> {
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    const token = await signIn(product, 1);
    await announce(product, token);
    const answers: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const began = performance.now();
      const answer = await fetch(`${product.address}/api/crm/news/?page_size=20`, {
        headers: { Authorization: `Token ${token}` },
      });
      await answer.arrayBuffer();
      answers.push(performance.now() - began);
    }
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' });
    await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
    // tsx marks inner functions by a helper of its own, which a page does not have.
    await context.addInitScript({ content: 'globalThis.__name = (inner) => inner' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto(`${product.address}/news`);
    await page.getByRole('article').nth(2).waitFor();
    await page.waitForLoadState('networkidle');
    const all = await countAll(product, token);
    const begin = await heldBy(session);
    const frames = await scrollTo(page, all / 2);
    await page.waitForLoadState('networkidle');
    const middle = await heldBy(session);
    frames.push(...(await scrollTo(page, all)));
    await page.waitForLoadState('networkidle');
    const end = await heldBy(session);
    console.error(`  feed: ${framesText(frames)}; ${JSON.stringify({ begin, middle, end })}`);
    const name = `Feed of ${ANNOUNCEMENTS} announcements`;
    return [
      { name: `${name}: answer of the server, p95`, value: percentile(answers, 95), unit: 'ms' },
      { name: `${name} scrolled through: p95 of a frame`, value: percentile(frames, 95), unit: 'ms' },
      { name: `${name} scrolled through: longest frame`, value: Math.max(...frames), unit: 'ms', target: 50 },
      {
        name: `${name} scrolled through: frames over 50 ms, of ${frames.length}`,
        value: frames.filter((time) => time > 50).length,
        unit: 'frames',
        target: 0,
      },
      {
        name: `${name}: memory held in the middle, beside that at the beginning`,
        value: middle.heap - begin.heap,
        unit: 'MB',
      },
      {
        name: `${name}: memory held at the end, beside that at the beginning`,
        value: end.heap - begin.heap,
        unit: 'MB',
        target: HELD_MB,
      },
      {
        name: `${name}: elements of the page at its end, by those at its beginning`,
        value: end.nodes / begin.nodes,
        unit: 'times',
        target: 1.5,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
