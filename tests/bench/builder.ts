import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { DEFINITIONS_PATH } from '#resources/protocol/paths/definitions.ts';
import { launchChromium } from '#tests/support/browser/stage.ts';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, median, percentile } from './figures.ts';

const EXAMPLE = fileURLToPath(new URL('../../docs/examples/contractor-acts.json', import.meta.url));
/** Letters that are typed into the label of a field, each a change. */
const LETTERS = 40;
/** Fields of the long section. */
const MANY = 60;
/** Time between two letters, ms. */
const PAUSE = 250;
const TARGET = 100;

interface Definition {
  name: string;
  section: string;
  fields: Record<string, { kind: string; label: string }>;
  form: unknown;
}

/** A section of the documents, and the same with many fields more. */
async function definitions(): Promise<Definition[]> {
  const few = JSON.parse(await readFile(EXAMPLE, 'utf8')) as Definition;
  const names = Array.from({ length: MANY - Object.keys(few.fields).length }, (_, at) => `more${at}`);
  const more = names.map((name, at) => [name, { kind: at % 2 ? 'text' : 'date', label: `Поле ${at}` }] as const);
  const { steps } = few.form as { steps: object[] };
  const many = {
    ...few,
    name: 'many-fields',
    section: 'many-fields',
    fields: { ...few.fields, ...Object.fromEntries(more) },
    form: { steps: [...steps, { name: 'more', title: 'Ещё', fields: names }] },
  };
  return [few, many];
}

async function put({ address }: Product, token: string, definition: Definition): Promise<void> {
  const answer = await fetch(`${address}${DEFINITIONS_PATH}files/${definition.name}.json/`, {
    method: 'PUT',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: JSON.stringify(definition), version: 0 }),
  });
  if (answer.status !== 200) throw new Error(`A section was answered ${answer.status}: ${await answer.text()}`);
}

/** Notes when a column of the preview is first drawn with a label, after each key. Runs in the page. */
function watchPreview(): void {
  const seen = { pressed: 0, times: [] as number[] };
  Object.assign(globalThis, { previewSeen: seen });
  document.addEventListener(
    'input',
    ({ target }) => {
      const wanted = (target as HTMLInputElement).value;
      const pressed = performance.now();
      const look = () => {
        const headings = [...document.querySelectorAll('[role="tabpanel"] th, [role="columnheader"]')];
        // A change found in this frame is on the screen at the next one.
        if (headings.some(({ textContent }) => textContent?.trim() === wanted))
          requestAnimationFrame(() => seen.times.push(performance.now() - pressed));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    true,
  );
}

const timesIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { previewSeen: { times: number[] } }).previewSeen.times);

/** From each letter of a label to the preview with it. */
async function typeLabel(browser: Browser, address: string, token: string, name: string): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
  // tsx marks inner functions by a helper of its own, which a page does not have.
  await context.addInitScript({ content: 'globalThis.__name = (inner) => inner' });
  const page = await context.newPage();
  await page.goto(`${address}/definitions/${name}`);
  await page.getByRole('columnheader', { name: 'Подрядчик' }).waitFor();
  await page.getByRole('button', { name: 'Настроить поле «Подрядчик»' }).click();
  await page.getByLabel('Название', { exact: true }).first().press('End');
  await page.evaluate(watchPreview);
  for (let letter = 0; letter < LETTERS; letter += 1) {
    await page.keyboard.type(String(letter % 10));
    await page.waitForTimeout(PAUSE);
  }
  await page.waitForFunction(
    (count) => (globalThis as unknown as { previewSeen: { times: number[] } }).previewSeen.times.length >= count,
    LETTERS,
  );
  const times = await timesIn(page);
  await context.close();
  return times;
}

/** The section builder: how soon a change is seen in the preview. */
export async function builder(): Promise<Figure[]> {
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    const token = await signIn(product, 1);
    const figures: Figure[] = [];
    for (const definition of await definitions()) {
      await put(product, token, definition);
      const times = await typeLabel(browser, product.address, token, definition.name);
      const name = `Builder, a section of ${Object.keys(definition.fields).length} fields: from a letter to the preview`;
      figures.push(
        { name: `${name}, median`, value: median(times), unit: 'ms', target: TARGET },
        { name: `${name}, p95`, value: percentile(times, 95), unit: 'ms', target: TARGET },
      );
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
}
