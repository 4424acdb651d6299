import fc from 'fast-check';
import { type Browser, chromium, type Locator, type Page, type Response } from 'playwright-core';
import { BUILT_IN } from '#resources/built-in.ts';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { DIRECTORIES } from '#resources/sections/directories.ts';
import { findChromium } from '#tests/run/chromium.mjs';
import { FLAGS } from '#tests/support/browser/stage.ts';
import { everyKind } from '#tests/support/every-kind.ts';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { leavesOf, meaning, says, soundText, type TextKind, textKind, texts } from './form-texts.ts';

/** Every section that has a form: those of the product, what a company sets up for itself, and one with a field of every kind. */
const SECTIONS: readonly Resource[] = [
  completeDefinition(everyKind() as never),
  ...BUILT_IN,
  ...Object.values(DIRECTORIES).map((definition) => completeDefinition(definition)),
];

/** A form of a section: that of a record, or that of a new one where `id` is null. */
interface Form {
  resource: Resource;
  page: string;
  id: number | null;
}

/** A box is typed into by a person; what opens a list, takes a file or is only shown is none. */
const BOXES =
  'textarea:not([readonly]):not([aria-hidden=true]), input:not([readonly]):not([role=combobox]):not([type=checkbox]):not([type=radio]):not([type=file]):not([type=search])';
/** A press of the button may take so long, ms: the server draws pictures anew besides. */
const PATIENCE = 20_000;
/** Time in which a form has checked what was typed, ms. */
const SETTLING = 300;
/** Texts that a box is given before it is saved with the last of them; a picker, which is typed into key by key, takes one. */
const TEXTS_OF_TURN = 10;
/** Forms that are written into at a time. */
const AT_ONCE = 3;
/** Texts of a box of which none may be fit to be saved. */
const FEW = 50;
/** Times that a refused form is put right and sent again. */
const MENDS = 4;

const SUBMIT = 'form button[type=submit]';
const REFUSED = 'form [aria-invalid=true], form [role=alert]';
const nothing = () => 'nothing' as const;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Box {
  name: string;
  locator: Locator;
  kind: TextKind;
  /** Its former value, with which it is saved when a text is refused. */
  first: string;
  /** The value with which it is saved when that is refused, too. */
  sound: string;
  typed: string;
  shown: string;
}

async function boxesOf(page: Page, isNew: boolean): Promise<Box[]> {
  const found: Box[] = [];
  const form = page.locator('form');
  for (const locator of await form.locator(BOXES).all()) {
    if (!(await locator.isVisible()) || !(await locator.isEnabled())) continue;
    const { id, picker, ...seen } = await locator.evaluate((box: HTMLInputElement) => ({
      id: box.id,
      name: box.getAttribute('aria-label') ?? box.labels?.[0]?.textContent ?? '',
      mode: box.inputMode,
      holder: box.placeholder,
      picker: box.closest('.MuiTextField-root') !== null,
    }));
    const kind = picker ? 'picked' : textKind(seen.name, seen.mode, seen.holder);
    const first = await locator.inputValue();
    const byId = id ? page.locator(`[id="${id}"]`) : locator;
    const sound = isNew && first === '' ? soundText(kind, seen.name, found.length) : first;
    found.push({ name: seen.name, locator: byId, kind, first, sound, typed: first, shown: first });
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
    // From all of its parts to the first one; Home would fill a part with its least value.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(text.replace(/[^\d\p{L}]/gu, ''));
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

/** Chooses something wherever a form offers a choice and none is made: what is asked for besides the boxes. */
async function chooseAll(page: Page): Promise<void> {
  const form = page.locator('form');
  for (const list of await form.locator('[role=combobox]').all()) {
    if (!(await list.isVisible()) || !(await list.isEnabled()) || (await list.inputValue().catch(() => '-')) !== '')
      continue;
    await list.click();
    const option = page.locator('[role=listbox] [role=option]:not([aria-disabled=true])').first();
    await option.click({ timeout: 2_000 }).catch(() => page.keyboard.press('Escape'));
  }
  for (const list of await form.locator('select').all()) {
    if ((await list.isEnabled()) && (await list.inputValue()) === '' && (await list.locator('option').count()) > 1)
      await list.selectOption({ index: 1 });
  }
  for (const group of await form.locator('fieldset').all()) {
    const radios = group.locator('input[type=radio]:enabled');
    if ((await radios.count()) && !(await group.locator('input[type=radio]:checked').count()))
      await radios.first().check({ force: true });
  }
}

/** Chooses something where a form says that a choice is missing. */
async function chooseRefused(page: Page): Promise<void> {
  await chooseAll(page);
  for (const group of await page.locator('form fieldset:has([role=alert])').all()) {
    const ticks = group.locator('input[type=checkbox]:enabled');
    const files = group.locator('input[type=file]');
    if ((await ticks.count()) && !(await group.locator('input[type=checkbox]:checked').count()))
      await ticks.first().check({ force: true });
    else if (await files.count()) {
      await files.first().setInputFiles({ name: 'Проба.png', mimeType: 'image/png', buffer: PICTURE });
      await page.waitForFunction(() => !document.querySelector('[role=progressbar]'));
    }
  }
}

/** The result of pressing the button: the body that was taken, a refusal of the form or the server, or nothing at all. */
type Outcome = { body: Record<string, unknown>; answer: Record<string, unknown> } | `refused${string}` | 'nothing';

/** Whether a response is that to a change of a record, or to a new one. */
function isWrite({ resource, id }: Form, response: Response): boolean {
  const path = new URL(response.url()).pathname.replace(/\/$/, '');
  const records = resource.api.path.replace(/\/$/, '');
  const isOf = id === null ? path === records || path.startsWith(`${records}/`) : path === `${records}/${id}`;
  return response.request().method() !== 'GET' && isOf;
}

/** Says yes to what a form asks before it is sent. */
async function answerDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor({ timeout: SETTLING }).catch(nothing);
  if (await dialog.isVisible()) await dialog.getByRole('button').last().click();
}

async function save(page: Page, form: Form): Promise<Outcome> {
  const sent = page.waitForResponse((response) => isWrite(form, response), { timeout: PATIENCE }).catch(nothing);
  // The rules of a form run a moment after the last key.
  await page.waitForTimeout(SETTLING);
  // A button that waits for something says what for when it is pressed.
  await page.locator(SUBMIT).click({ force: true });
  await answerDialog(page);
  const refused = page
    .waitForTimeout(SETTLING)
    .then(() => page.locator(REFUSED).first().waitFor({ timeout: PATIENCE }))
    .then(() => 'refused' as const, nothing);
  const first = await Promise.race([sent, refused]);
  if (typeof first === 'string') return first;
  if (first.ok()) {
    const answer = (await first.json().catch(() => ({}))) as Record<string, unknown>;
    await page.waitForURL((url) => url.pathname + url.search !== form.page, { timeout: PATIENCE });
    return { body: first.request().postDataJSON() as Record<string, unknown>, answer };
  }
  const said = await first.text();
  await refused;
  return `refused: ${first.status()} ${said}`;
}

/** A text as it is kept: letters of two code points are one. */
const composed = <Value>(value: Value): Value =>
  typeof value === 'string' ? (value.normalize('NFC') as typeof value) : value;

/** Numbers and texts of a body, which a record keeps as they were sent. */
const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || value === null;

/** The person who fills in a form, and the stored record. */
interface Writer {
  page: Page;
  /** A record by its id; null where the server shows none. */
  stored: (resource: Resource, id: number) => Promise<Record<string, unknown> | null>;
}

/** Types texts into every box, one after the other. @returns where a box made another thing of one */
async function typeAll(page: Page, boxes: readonly Box[], drawn: (kind: TextKind) => string): Promise<string[]> {
  const wrong: string[] = [];
  for (const box of boxes) {
    // A choice of before may have taken the box away.
    if (!(await box.locator.isVisible()) || !(await box.locator.isEnabled())) continue;
    for (let text = box.kind === 'picked' ? 1 : TEXTS_OF_TURN; text > 0; text -= 1) {
      await write(page, box, drawn(box.kind));
      if (meaning(box.kind, box.shown) !== meaning(box.kind, box.typed))
        wrong.push(`«${box.name}»: typed ${JSON.stringify(box.typed)}, shown ${JSON.stringify(box.shown)}`);
    }
  }
  // One box may write another anew: the first day of a span pulls the last one along (SET-34).
  for (const box of boxes) if (await box.locator.isVisible()) box.shown = await box.locator.inputValue();
  return wrong;
}

/** Gives refused boxes a text that they take. @returns what is wrong with how they were refused */
async function mendRefused(page: Page, boxes: readonly Box[]): Promise<string[]> {
  const wrong: string[] = [];
  let mended = 0;
  for (const box of boxes) {
    if (!(await box.locator.isVisible()) || !(await isRefused(box))) continue;
    const now = await box.locator.inputValue();
    if (now !== box.shown)
      wrong.push(`«${box.name}»: ${JSON.stringify(box.shown)} became ${JSON.stringify(now)} when it was refused`);
    if ((await sentenceAt(page, box)) === '')
      wrong.push(`«${box.name}»: ${JSON.stringify(box.typed)} is refused without a sentence`);
    mended += 1;
    await write(page, box, box.typed === box.first ? box.sound : box.first);
  }
  // A message about the form as a whole wants something in a box that is empty.
  for (const box of mended ? [] : boxes) {
    if (box.shown === '' && box.sound !== '' && (await box.locator.isVisible())) await write(page, box, box.sound);
  }
  return wrong;
}

/** One turn: texts for each box, the last of which is saved and opened again. @returns what is not as it was typed */
async function turn({ page, stored }: Writer, form: Form, drawn: (kind: TextKind) => string) {
  await page.goto(form.page);
  await page.locator(SUBMIT).waitFor();
  if (form.id === null) await chooseAll(page);
  const boxes = await boxesOf(page, form.id === null);
  const wrong = await typeAll(page, boxes, drawn);
  let outcome = await save(page, form);
  // A refused box keeps its text and is reported; then the others are saved without it.
  for (let tries = 0; typeof outcome === 'string' && outcome.startsWith('refused') && tries < MENDS; tries += 1) {
    wrong.push(...(await mendRefused(page, boxes)));
    await chooseRefused(page);
    if (form.id !== null && boxes.every(({ first, shown }) => first === shown)) return { wrong, isSaved: false };
    outcome = await save(page, form);
  }
  if (typeof outcome === 'string') {
    const left = await page
      .locator(REFUSED)
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.outerHTML.slice(0, 200)));
    const alerts = await page.locator('form [role=alert]').allInnerTexts();
    return { wrong: [...wrong, `could not be saved: ${outcome} ${[...left, ...alerts].join(', ')}`], isSaved: false };
  }
  return { wrong: [...wrong, ...(await compare({ page, stored }, form, boxes, outcome))], isSaved: true };
}

/** Compares what was shown, sent, stored and is shown again. */
async function compare(
  { page, stored }: Writer,
  { resource, id }: Form,
  boxes: readonly Box[],
  { body, answer }: Exclude<Outcome, string>,
): Promise<string[]> {
  const wrong: string[] = [];
  const sent = leavesOf(body);
  for (const { name, kind, shown } of boxes) {
    if (shown.trim() && !says(sent, kind, shown))
      wrong.push(`«${name}»: shown ${JSON.stringify(shown)}, sent ${JSON.stringify(body)}`);
  }
  const params = answer.params as { id?: unknown } | undefined;
  const made = id ?? Number(answer.id ?? params?.id ?? Reflect.get(answer, resource.api.id ?? 'id'));
  const kept = Number.isInteger(made) ? await stored(resource, made) : null;
  if (!kept) return wrong;
  for (const [name, value] of Object.entries(body)) {
    // A version is of the record before it was saved.
    if (/version$/.test(name) || !isPlain(value) || !isPlain(kept[name]) || !Object.hasOwn(kept, name)) continue;
    if (composed(kept[name] ?? '') !== composed(value ?? ''))
      wrong.push(`${name}: sent ${JSON.stringify(value)}, stored ${JSON.stringify(kept[name])}`);
  }
  if (!resource.routes.edit) return wrong;
  await page.goto(`${resource.routes.edit}?id=${made}`);
  await page.locator(SUBMIT).waitFor();
  const again = new Map((await boxesOf(page, false)).map((box) => [box.name, box.shown]));
  for (const { name, shown } of boxes) {
    const now = again.get(name);
    if (now !== undefined && now.trim() !== composed(shown).trim())
      wrong.push(`«${name}»: saved as ${JSON.stringify(shown)}, opened as ${JSON.stringify(now)}`);
  }
  return wrong;
}

/** Records are looked for among so many first ids. */
const IDS = 12;

/** The stored record. */
const storedBy =
  (product: Product, token: string): Writer['stored'] =>
  async ({ api }, id) => {
    const path = api.path.endsWith('/') ? `${api.path}${id}/` : `${api.path}/${id}`;
    const answer = await fetch(`${product.address}${path}`, { headers: { authorization: `Token ${token}` } });
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : null;
  };

/** A record of every kind, for its form. */
async function addRecord(product: Product, token: string): Promise<void> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ text: 'Проба', house: 1 });
  const answer = await fetch(`${product.address}/api/records/every-kind`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`No record of every kind: ${await answer.text()}`);
}

/** Opens the giving of readings in every building for as many days of a month as there may be: else most days take none. */
async function openReadings(product: Product, token: string): Promise<void> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const list = await fetch(`${product.address}/api/crm/buildings/`, { headers });
  for (const { id } of (await list.json()) as { id: number }[]) {
    const url = `${product.address}/api/crm/settings/building/${id}/`;
    const { reading_types } = (await (await fetch(url, { headers })).json()) as { reading_types: unknown };
    const body = JSON.stringify({ submit_start_day: 1, submit_end_day: 28, reading_types });
    const answer = await fetch(url, { method: 'PUT', headers, body });
    // A building of which only an entrance is open is not theirs to change.
    if (!answer.ok && answer.status !== 403) throw new Error(`Readings are not opened: ${await answer.text()}`);
  }
}

/** The forms of all sections: of a new record, and of the first that there is. */
async function formsOf(stored: Writer['stored']): Promise<Form[]> {
  const forms: Form[] = [];
  for (const resource of SECTIONS) {
    const { create, edit } = resource.routes;
    if (edit) {
      // One's own record has fields that cannot be changed: the first person is who signs in.
      for (let id = resource.record?.notOwn ? 2 : 1; id <= IDS; id += 1) {
        if (!(await stored(resource, id))) continue;
        forms.push({ resource, page: `${edit}?id=${id}`, id });
        break;
      }
    }
    if (create) forms.push({ resource, page: create, id: null });
  }
  return forms;
}

/** Writes into one form until each of its boxes has had so many texts. */
async function fuzzForm(browser: Browser, product: Product, token: string, form: Form, runs: number, seed: number) {
  const context = await browser.newContext({
    baseURL: product.address,
    locale: 'ru-RU',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  // A draft of the turn before is no part of this one.
  await context.addInitScript((value) => {
    localStorage.setItem('home-moderator', value);
    for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key);
  }, token);
  const page = await context.newPage();
  const stored = storedBy(product, token);
  const wrong: string[] = [];
  page.on('pageerror', ({ message }) => wrong.push(`${form.page}: ${message}`));
  let [typed, saved] = [0, 0];
  for (let run = 0; run * TEXTS_OF_TURN < runs; run += 1) {
    let count = 0;
    const drawn = (kind: TextKind) => {
      count += 1;
      return fc.sample(texts(kind), { numRuns: 1, seed: seed + run * 1_000 + count })[0] ?? '';
    };
    const found = await turn({ page, stored }, form, drawn).catch((error: unknown) => ({
      wrong: [String(error)],
      isSaved: false,
    }));
    typed += count;
    saved += Number(found.isSaved);
    const named = found.wrong.map((what) => `${form.page}, FUZZ_SEED=${seed}, turn ${run}: ${what}`);
    for (const line of named) console.log(line);
    wrong.push(...named);
  }
  await context.close();
  console.log(`${form.page}: ${typed} texts, saved ${saved} times, ${wrong.length} wrong`);
  // A form that never came to be saved has compared nothing.
  if (saved === 0 && runs > FEW) wrong.push(`${form.page} was never saved`);
  return { typed, wrong };
}

/**
 * Writes random texts into every box of every form: what is shown, sent, stored and shown again is the same, or refused with a
 * sentence. `FUZZ_FORMS` names those of the pages that are written into (`/create-task,/every-kind`; all of them unless set).
 * @returns what is not
 */
export async function fuzzForms(runs: number, seed: number): Promise<string[]> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium: `npm test` installs one, or name it in CHROMIUM_PATH.');
  const product = await startProduct({ definitions: { 'every-kind.json': everyKind() } });
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  try {
    const token = await signIn(product, 1);
    await addRecord(product, token);
    await openReadings(product, token);
    const wanted = process.env.FUZZ_FORMS?.split(',') ?? [''];
    const forms = (await formsOf(storedBy(product, token))).filter(({ page }) =>
      wanted.some((one) => page.startsWith(one)),
    );
    const left = [...forms];
    const done: Awaited<ReturnType<typeof fuzzForm>>[] = [];
    const work = async () => {
      for (let form = left.shift(); form; form = left.shift())
        done.push(await fuzzForm(browser, product, token, form, runs, seed));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const typed = done.reduce((sum, one) => sum + one.typed, 0);
    console.log(`${typed} texts, ${runs} for a box, were written into ${forms.length} forms`);
    return done.flatMap(({ wrong }) => wrong);
  } finally {
    await browser.close();
    await product.stop();
  }
}
