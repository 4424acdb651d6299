// Runs in test:all alone: the section in depth; journeys through it are in journeys-of-buildings.test.ts.
import type { Locator } from 'playwright-core';
import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';
import { said } from '#tests/support/browser/visitor.ts';

const stage = raiseStage({ motion: true });

const DONE = 'Завершены';
const column = ({ page }: Visitor, name: string) => page.getByRole('region', { name });
const cards = (visitor: Visitor, name: string) => column(visitor, name).locator('[data-card-id]');
const ids = (visitor: Visitor, name: string) =>
  cards(visitor, name).evaluateAll((found) => found.map((card) => Number(card.getAttribute('data-card-id'))));
const card = ({ page }: Visitor, id: number) => page.locator(`[data-card-id="${id}"] [data-card]`);
const patches = ({ calls }: Visitor) => calls.filter((call) => call.startsWith('PATCH /api/crm/tasks/'));

/** Waits until two things say the same; what they said last fails the test. */
async function until(read: () => unknown, wanted: () => unknown): Promise<void> {
  const end = performance.now() + 20_000;
  for (;;) {
    const [now, then] = [await read(), await wanted()];
    if (JSON.stringify(now) === JSON.stringify(then)) return;
    if (performance.now() > end) expect(now).toEqual(then);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Keeps the lines of a page at hand, so that they can be cut. */
const LINES = `globalThis.lines = [];
globalThis.WebSocket = class extends WebSocket { constructor(...asked) { super(...asked); lines.push(this); } };`;

async function openBoard(visitor: Visitor): Promise<void> {
  await visitor.open('/tasks?period=month');
  await cards(visitor, 'Входящие').first().waitFor();
}

/** Lifts a card with the mouse and carries it to the upper end of a column. */
async function carry(visitor: Visitor, from: Locator, name: string): Promise<void> {
  const { page } = visitor;
  const [start, end] = [await from.boundingBox(), await column(visitor, name).boundingBox()];
  if (!start || !end) throw new Error('Nothing to carry, or nowhere to');
  await page.mouse.move(start.x + 60, start.y + 30);
  await page.mouse.down();
  await page.mouse.move(start.x + 75, start.y + 40, { steps: 4 });
  await page.mouse.move(end.x + 75, end.y + 90, { steps: 12 });
}

/** Ids of the first cards of the columns, and how many there are. */
async function firstOf(visitor: Visitor, name: string): Promise<number> {
  const [id] = await ids(visitor, name);
  if (id === undefined) throw new Error(`«${name}» is empty`);
  return id;
}

test('ERR-12, TASK-14, TASK-22, TASK-25, TASK-26, TASK-28, TASK-30, TASK-31, TASK-34, TASK-38, TASK-40: carried by mouse and by keyboard, seen in both windows, taken back, and kept when it fails', async () => {
  const [one, other] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 2 })];
  await other.page.addInitScript({ content: LINES });
  await Promise.all([openBoard(one), openBoard(other)]);
  const { page } = one;
  // The columns themselves tell from which version on something may be missed.
  expect(one.calls.filter((call) => call === 'GET /api/crm/tasks/changes/')).toEqual([]);

  // By mouse into done: the slot says which of the two outcomes it means, the ghost stays, the other window sees it.
  const working = await firstOf(one, 'В процессе');
  await carry(one, card(one, working), DONE);
  await page.locator('[data-slot="finish"]', { hasText: 'Подтвердить успешное выполнение' }).waitFor();
  await page.locator(`[data-ghost="${working}"]`).waitFor();
  expect(await column(one, DONE).evaluate((area) => getComputedStyle(area).borderTopColor)).not.toBe(
    'rgba(0, 0, 0, 0)',
  );
  await page.mouse.up();
  await page.locator(`[data-stage="done"] [data-card-id="${working}"]`).waitFor();
  // The card stands there before its change is sent.
  await until(
    () => patches(one),
    () => [`PATCH /api/crm/tasks/${working}/`],
  );
  await other.page.locator(`[data-stage="done"] [data-card-id="${working}"]`).waitFor();
  await other.page.getByText(/^Перемещена: /).waitFor();
  await until(
    () => ids(other, DONE),
    async () => ids(one, DONE),
  );

  // One key takes it back, in both windows.
  await page.keyboard.press('z');
  await other.page.locator(`[data-stage="in_progress"] [data-card-id="${working}"]`).waitFor();
  await until(
    () => ids(one, 'В процессе'),
    async () => ids(other, 'В процессе'),
  );

  // The other window loses its line; what is done meanwhile, by mouse from incoming to done, is there when it is back.
  const unwanted = await firstOf(one, 'Входящие');
  // Calls beside those of the page may be on their way just now.
  other.forgive(/ERR_INTERNET_DISCONNECTED|WebSocket|dynamically imported module/);
  await other.page.context().setOffline(true);
  await other.page.evaluate('lines.forEach((line) => line.close())');
  await carry(one, card(one, unwanted), DONE);
  await page.locator('[data-slot="cancel"]').waitFor();
  await page.mouse.up();
  const asked = page.getByRole('dialog', { name: 'Укажите причину отмены' });
  await asked.getByRole('textbox', { name: 'Причина' }).fill('не наш дом');
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await asked.getByRole('button', { name: 'Отменить заявку' }).click();
  expect((await stored).status()).toBe(200);
  expect(await ids(other, 'Входящие')).toContain(unwanted);
  await other.page.context().setOffline(false);
  await other.page.locator(`[data-stage="done"] [data-card-id="${unwanted}"]`).waitFor();

  // By keyboard to work; the modal given up puts the card back, a performer sends it.
  const fresh = await firstOf(one, 'Входящие');
  const before = await ids(one, 'Входящие');
  const lift = async () => {
    await card(one, fresh).focus();
    await page.keyboard.press('Space');
    await page.locator('[aria-live]', { hasText: 'Карточка поднята. Колонка «Входящие», место 1' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page
      .locator('[aria-live]', { hasText: /Колонка «В процессе», место \d+ из \d+\. Выбрать исполнителя/ })
      .waitFor();
  };
  await lift();
  await other.page.getByText(/^Перемещает /).waitFor();
  await page.keyboard.press('Space');
  const modal = page.getByRole('dialog', { name: 'Выберите исполнителя заявки' });
  await modal.waitFor();
  await page.keyboard.press('Escape');
  await until(
    () => ids(one, 'Входящие'),
    async () => before,
  );
  await lift();
  await page.keyboard.press('Space');
  await modal.getByRole('radio').first().check();
  await modal.getByRole('button', { name: 'Назначить' }).click();
  await until(
    async () => (await ids(one, 'В процессе'))[0],
    async () => fresh,
  );
  await until(
    async () => (await ids(other, 'В процессе'))[0],
    async () => fresh,
  );
  expect(patches(one)).toHaveLength(3);

  // A change that fails: the panel, and behind it the card where it was.
  const places = await ids(one, 'В процессе');
  await page.route('**/api/crm/tasks/*/', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  one.forgive(/status of 500/);
  await carry(one, card(one, fresh), DONE);
  await page.locator('[data-slot="finish"]').waitFor();
  await page.mouse.up();
  await page.getByText('Данные не доехали').waitFor();
  await page.getByRole('alert').filter({ hasText: 'Возникла непредвиденная ошибка' }).waitFor();
  await page.unroute('**/api/crm/tasks/*/');
  await page.getByRole('button', { name: 'обновить страницу' }).click();
  await card(one, fresh).waitFor();
  await until(
    () => ids(one, 'В процессе'),
    async () => places,
  );

  // A column of 45 loads further within 100 px of its end, and not before.
  let model: Record<string, unknown> | undefined;
  await page.route(/\/api\/crm\/tasks\/\?.*stage=created/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    model ??= ((await (await route.fetch()).json()) as Record<string, unknown>[])[0];
    const from = Number(query.get('from_order') ?? 0);
    const rest = Math.max(0, Math.min(Number(query.get('count')), 45 - from));
    await route.fulfill({
      json: Array.from({ length: rest }, (_, at) => ({ ...model, id: 5000 + from + at, order: from + at + 1 })),
    });
  });
  await page.getByRole('radio', { name: 'Неделя' }).check();
  await card(one, 5000).waitFor();
  const further = () => one.calls.filter((call) => call.includes('from_order')).length;
  const already = further();
  const scroller = column(one, 'Входящие').locator('[data-rfd-droppable-id]');
  await scroller.evaluate((area) => area.scrollTo(0, area.scrollHeight - area.clientHeight - 400));
  await page.waitForTimeout(300);
  expect(further()).toBe(already);
  await scroller.evaluate((area) => area.scrollTo(0, area.scrollHeight - area.clientHeight - 90));
  await until(further, async () => already + 1);
});

test('TASK-10, TASK-15, TASK-19, TASK-61, TASK-64: on a phone one column at a time, the card full screen, a new request by a template on the board', async () => {
  const visitor = await stage.visitor({ as: 1, browser: { viewport: { width: 390, height: 844 }, hasTouch: true } });
  const { page } = visitor;
  await visitor.open('/tasks?period=month');
  await cards(visitor, 'Входящие').first().waitFor();
  expect(await page.getByRole('region', { name: 'В процессе' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: /Создать$/ }).count()).toBe(1);
  expect((await cards(visitor, 'Входящие').first().locator('p').innerText()).length).toBeLessThanOrEqual(26);
  await page.getByRole('tab', { name: /Завершены/ }).click();
  await cards(visitor, DONE).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await seriousFindings(page)).toEqual([]);

  await cards(visitor, DONE).first().locator('[data-card]').click();
  const panel = page.getByRole('complementary');
  await panel.getByText('История').waitFor();
  expect(await panel.boundingBox()).toMatchObject({ x: 0, width: 390 });
  await panel.getByRole('button', { name: 'Закрыть' }).click();

  await page.getByRole('link', { name: /Создать$/ }).click();
  await page.getByRole('combobox', { name: 'Объект' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('combobox', { name: 'Услуга' }).click();
  await page.getByRole('option', { name: 'Лифты' }).click();
  const description = page.getByLabel('Описание');
  await description.fill('Лифт остановился между этажами');
  const templates = page.getByRole('dialog', { name: 'Шаблоны заявок' });
  const openTemplates = () => page.getByRole('button', { name: 'Шаблоны' }).click();
  await openTemplates();
  await templates.getByRole('textbox', { name: 'Сохранить эту заявку как шаблон' }).fill('Лифт стоит');
  await templates.getByRole('button', { name: 'Сохранить' }).click();
  await said(visitor, /^Шаблон «Лифт стоит» сохранён$/);
  await templates.getByRole('button', { name: 'Закрыть' }).click();
  await description.fill('Что-то другое');
  await openTemplates();
  await templates.getByRole('button', { name: /^Лифт стоит/ }).click();
  await said(visitor, /^Заявка заполнена по шаблону «Лифт стоит»$/);
  expect(await description.inputValue()).toBe('Лифт остановился между этажами');
  await openTemplates();
  await templates.getByRole('button', { name: 'Удалить шаблон «Лифт стоит»' }).click();
  await said(visitor, /^Шаблон «Лифт стоит» удалён/);
  await templates.getByText(/^Заполните заявку и сохраните её как шаблон/).waitFor();
  await templates.getByRole('button', { name: 'Закрыть' }).click();
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  await visitor.reach('/tasks');
  await page.getByText(/^Лифт остановился/).waitFor();
});

test('TASK-40: without a network the board says so, keeps what it has, and comes by itself', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await openBoard(visitor);
  // Code that the console fetches ahead, once it is loaded, has nothing to do with the board.
  await page.waitForLoadState('networkidle');
  visitor.forgive(/ERR_INTERNET_DISCONNECTED|WebSocket|dynamically imported module|preload CSS/);
  await page.context().setOffline(true);
  await page.getByText(/^Нет связи с сервером. Показано то, что было загружено/).waitFor();
  await cards(visitor, 'Входящие').first().waitFor();
  await page.getByRole('radio', { name: 'Неделя' }).click();
  const said = page.getByText('Нет связи с сервером', { exact: true });
  await said.waitFor();
  expect(await page.getByText('Данные не доехали').count()).toBe(0);
  await page.context().setOffline(false);
  await cards(visitor, 'Входящие').first().waitFor();
  await said.waitFor({ state: 'detached' });
});

/** Saves the list that one has open as a view for all, which the other opens, and deletes it. */
async function keepForAll(one: Visitor, other: Visitor): Promise<void> {
  const views = async ({ page }: Visitor) => {
    await page.getByRole('button', { name: 'Сохранённые виды' }).click();
    return page.getByRole('dialog', { name: 'Сохранённые виды' });
  };
  const own = await views(one);
  await own.getByRole('textbox', { name: 'Сохранить текущий вид' }).fill('Месяц без авторов');
  await own.getByRole('checkbox', { name: 'Показывать всем, кому открыт раздел' }).check();
  await own.getByRole('button', { name: 'Сохранить' }).click();
  await said(one, /^Вид «Месяц без авторов» сохранён$/);
  await own.getByRole('region', { name: 'Мои' }).getByText('виден всем').waitFor();

  const shared = (await views(other)).getByRole('region', { name: 'Общие' });
  await shared.getByRole('link', { name: 'Месяц без авторов' }).click();
  const table = other.page.getByRole('table', { name: /^Входящие/ });
  await table.getByRole('columnheader', { name: 'Номер' }).waitFor();
  expect(await table.getByRole('columnheader', { name: 'Автор' }).count()).toBe(0);

  await own.getByRole('button', { name: 'Удалить вид «Месяц без авторов»' }).click();
  const question = one.page.getByRole('dialog', { name: /Он пропадёт у всех/ });
  await question.getByRole('button', { name: 'Удалить' }).click();
  await said(one, /^Вид «Месяц без авторов» удалён$/);
  await own.getByText('Настройте список и сохраните его под своим названием').waitFor();
}

test('requests of the list are chosen by a span, cancelled with one reason, seen so in the other window, and taken back; a column is hidden, and the list kept as a view for all', async () => {
  const [one, other] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 2 })];
  await openBoard(other);
  const { page } = one;
  await one.open('/tasks?view=list&period=month');
  const table = page.getByRole('table', { name: /^Входящие/ });
  const boxes = table.getByRole('checkbox', { name: /^Выбрать: / });
  await boxes.nth(0).click();
  // Elements above the table that come late are there.
  await page.waitForLoadState('networkidle');
  const place = await table.boundingBox();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Действия с выбранным' });
  await bar.getByText('Выбрано: 3').waitFor();
  expect(await table.boundingBox()).toEqual(place);
  expect(await seriousFindings(page)).toEqual([]);
  const chosen = (await ids(other, 'Входящие')).slice(0, 3);

  await bar.getByRole('button', { name: 'Отменить заявки' }).click();
  const dialog = page.getByRole('dialog', { name: 'Укажите причину отмены' });
  await dialog.getByRole('textbox').fill('Повторные заявки');
  await dialog.getByRole('button', { name: 'Отменить заявки' }).click();
  await page.getByText('Отменено заявок: 3').first().waitFor();
  expect(one.calls.filter((call) => call === 'POST /api/crm/tasks/bulk/')).toHaveLength(1);
  await until(
    () => ids(other, DONE).then((found) => found.slice(0, 3).sort()),
    () => [...chosen].sort(),
  );
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click();
  await until(
    () => ids(other, 'Входящие').then((found) => found.slice(0, 3)),
    () => chosen,
  );

  await page.getByRole('button', { name: 'Столбцы' }).click();
  await page.getByRole('checkbox', { name: 'Автор' }).uncheck();
  await page.keyboard.press('Escape');
  await table.getByRole('columnheader', { name: 'Автор' }).waitFor({ state: 'detached' });
  await page.reload();
  await table.getByRole('columnheader', { name: 'Номер' }).waitFor();
  expect(await table.getByRole('columnheader', { name: 'Автор' }).count()).toBe(0);
  await keepForAll(one, other);
});
