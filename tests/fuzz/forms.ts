import fc from 'fast-check';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { findChromium } from '#tests/run/chromium.mjs';
import { FLAGS } from '#tests/support/browser/stage.ts';
import { everyKind } from '#tests/support/every-kind.ts';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { meaning, type TextKind, textKind, texts } from './form-texts.ts';

/** A form of a record, and the call that its changes go to; the same address answers with what is stored. */
interface Form {
  page: string;
  call: string;
}

/** Forms with boxes besides that of every kind. */
const FORMS: readonly Form[] = [
  { page: '/edit-resident-form?id=8', call: '/api/crm/residents/8/' },
  { page: '/settings/edit-employee?id=3', call: '/api/crm/employee/3/' },
  { page: '/edit-camera-form?id=1', call: '/api/crm/cameras/1/' },
  { page: '/settings/objects-form?id=1', call: '/api/crm/settings/building/1/' },
  { page: '/edit-news-form?id=1', call: '/api/crm/news/1/' },
];

/** A box is typed into by a person; what opens a list, takes a file or is only shown is none. */
const BOXES =
  'textarea:not([readonly]):not([aria-hidden=true]), input:not([readonly]):not([role=combobox]):not([type=checkbox]):not([type=radio]):not([type=file]):not([type=search])';
/** A press of the button may take so long, ms: the server draws pictures anew besides. */
const PATIENCE = 20_000;
/** Time in which a form has checked what was typed, ms. */
const SETTLING = 300;

const REFUSED = 'form [aria-invalid=true]';
const nothing = () => 'nothing' as const;

interface Box {
  name: string;
  locator: Locator;
  kind: TextKind;
  /** What stood in it when the form was opened. */
  first: string;
  typed: string;
  shown: string;
}

async function boxesOf(page: Page): Promise<Box[]> {
  const found: Box[] = [];
  const form = page.locator('form');
  for (const locator of await form.locator(BOXES).all()) {
    if (!(await locator.isVisible()) || !(await locator.isEnabled())) continue;
    const { id, name, mode, holder } = await locator.evaluate((box: HTMLInputElement) => ({
      id: box.id,
      name: box.getAttribute('aria-label') ?? box.labels?.[0]?.textContent ?? '',
      mode: box.inputMode,
      holder: box.placeholder,
    }));
    const first = await locator.inputValue();
    const byId = id ? page.locator(`[id="${id}"]`) : locator;
    found.push({ name, locator: byId, kind: textKind(name, mode, holder), first, typed: first, shown: first });
  }
  return found;
}

/** Writes a text as a person does: into a box of a picker key by key, into another one at once. */
async function write(page: Page, box: Box, text: string): Promise<void> {
  box.typed = text;
  if (box.kind === 'picked') {
    await box.locator.click();
    // The picker chooses the part that was clicked a moment later.
    await page.waitForTimeout(100);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Home');
    await page.keyboard.type(text);
  } else await box.locator.fill(text);
  await box.locator.blur();
  box.shown = await box.locator.inputValue();
}

const isRefused = async ({ locator }: Box): Promise<boolean> => (await locator.getAttribute('aria-invalid')) === 'true';

/** The sentence that stands at a box. */
async function sentenceAt(page: Page, { locator }: Box): Promise<string> {
  const ids = (await locator.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const said = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).allInnerTexts()));
  return said.flat().join(' ').trim();
}

/** What a press of the button led to: the body that was taken, a refusal of the form or the server, or nothing at all. */
type Outcome = { body: Record<string, unknown> } | 'refused' | 'nothing';

async function save(page: Page, { page: path, call }: Form): Promise<Outcome> {
  const sent = page
    .waitForResponse((response) => response.request().method() !== 'GET' && new URL(response.url()).pathname === call, {
      timeout: PATIENCE,
    })
    .catch(nothing);
  // The rules of a form run a moment after the last key.
  await page.waitForTimeout(SETTLING);
  await page.locator('form button[type=submit]').click();
  const refused = page
    .waitForTimeout(SETTLING)
    .then(() => page.locator(REFUSED).first().waitFor({ timeout: PATIENCE }))
    .then(() => 'refused' as const, nothing);
  const first = await Promise.race([sent, refused]);
  if (typeof first === 'string') return first;
  if (first.ok()) {
    await page.waitForURL((url) => url.pathname + url.search !== path, { timeout: PATIENCE });
    return { body: first.request().postDataJSON() as Record<string, unknown> };
  }
  await refused;
  return 'refused';
}

/** Numbers and texts of a body, which a record keeps as they were sent. */
const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || value === null;

/** One turn: a text for each box, saved and opened again. @returns what is shown, sent or stored in another way than it was typed */
async function turn(
  page: Page,
  form: Form,
  drawn: (kind: TextKind) => string,
  stored: () => Promise<Record<string, unknown>>,
) {
  const wrong: string[] = [];
  await page.goto(form.page);
  await page.locator('form button[type=submit]').waitFor();
  const boxes = await boxesOf(page);
  if (boxes.length === 0) return [`${form.page} has no box`];
  for (const box of boxes) {
    await write(page, box, drawn(box.kind));
    if (meaning(box.kind, box.shown) !== meaning(box.kind, box.typed))
      wrong.push(`«${box.name}»: typed ${JSON.stringify(box.typed)}, shown ${JSON.stringify(box.shown)}`);
  }
  // One box may write another anew: the first day of a span pulls the last one along (SET-34).
  for (const box of boxes) box.shown = await box.locator.inputValue();
  let outcome = await save(page, form);
  // What is refused keeps its text and is told of; then the others are saved without it.
  for (let tries = 0; outcome === 'refused' && tries < 3; tries += 1) {
    for (const box of boxes) {
      if (!(await isRefused(box))) continue;
      const now = await box.locator.inputValue();
      if (now !== box.shown)
        wrong.push(`«${box.name}»: ${JSON.stringify(box.shown)} became ${JSON.stringify(now)} when it was refused`);
      if ((await sentenceAt(page, box)) === '')
        wrong.push(`«${box.name}»: ${JSON.stringify(box.typed)} is refused without a sentence`);
      await write(page, box, box.first);
    }
    if (boxes.every(({ first, shown }) => first === shown)) return wrong;
    outcome = await save(page, form);
  }
  if (typeof outcome === 'string') {
    const left = await Promise.all(boxes.map(async (box) => ((await isRefused(box)) ? [box.name] : [])));
    return [...wrong, `could not be saved: ${outcome} ${left.flat().join(', ')}`];
  }
  const kept = await stored();
  for (const [name, value] of Object.entries(outcome.body)) {
    // A version is of the record before it was saved.
    if (name === 'version' || !isPlain(value) || !isPlain(kept[name]) || !Object.hasOwn(kept, name)) continue;
    if ((kept[name] ?? '') !== (value ?? ''))
      wrong.push(`${name}: sent ${JSON.stringify(value)}, stored ${JSON.stringify(kept[name])}`);
  }
  await page.goto(form.page);
  await page.locator('form button[type=submit]').waitFor();
  for (const box of boxes) {
    const again = await box.locator.inputValue().catch(() => null);
    if (again !== null && again.trim() !== box.shown.trim())
      wrong.push(`«${box.name}»: saved as ${JSON.stringify(box.shown)}, opened as ${JSON.stringify(again)}`);
  }
  return wrong;
}

/** A record of every kind, for its form. */
async function addRecord(product: Product, token: string): Promise<Form> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const list = async (path: string) =>
    (await (await fetch(`${product.address}${path}`, { headers })).json()) as { id: number }[];
  const [building] = await list('/api/crm/buildings/');
  const body = JSON.stringify({ text: 'Проба', house: building?.id });
  const answer = await fetch(`${product.address}/api/records/every-kind`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`No record of every kind: ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: number };
  return { page: `/every-kind/edit?id=${id}`, call: `/api/records/every-kind/${id}` };
}

async function fuzzForm(browser: Browser, product: Product, token: string, form: Form, runs: number, seed: number) {
  const context = await browser.newContext({
    baseURL: product.address,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
  const page = await context.newPage();
  const wrong: string[] = [];
  const stored = async () =>
    (await (
      await fetch(`${product.address}${form.call}`, { headers: { authorization: `Token ${token}` } })
    ).json()) as Record<string, unknown>;
  page.on('pageerror', ({ message }) => wrong.push(`${form.page}: ${message}`));
  for (let run = 0; run < runs; run += 1) {
    let box = 0;
    const drawn = (kind: TextKind) => {
      box += 1;
      return fc.sample(texts(kind), { numRuns: 1, seed: seed + run * 100 + box })[0] ?? '';
    };
    // A draft of the turn before is no part of this one.
    await page.goto('/profile');
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key);
    });
    const found = await turn(page, form, drawn, stored).catch((error: unknown) => [String(error)]);
    wrong.push(...found.map((what) => `${form.page}, FUZZ_SEED=${seed}, text ${run}: ${what}`));
  }
  await context.close();
  return wrong;
}

/**
 * Writes random texts into every box of every form: what is shown, sent, stored and shown again is the same, or refused with a
 * sentence. @returns what is not
 */
export async function fuzzForms(runs: number, seed: number): Promise<string[]> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium: `npm test` installs one, or name it in CHROMIUM_PATH.');
  const product = await startProduct({ definitions: { 'every-kind.json': everyKind() } });
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  try {
    const token = await signIn(product, 1);
    const wrong: string[] = [];
    for (const form of [await addRecord(product, token), ...FORMS])
      wrong.push(...(await fuzzForm(browser, product, token, form, runs, seed)));
    console.log(`${runs} texts were written into every box of ${FORMS.length + 1} forms`);
    return wrong;
  } finally {
    await browser.close();
    await product.stop();
  }
}
