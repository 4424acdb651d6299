import { readFile } from 'node:fs/promises';
import type { Response } from 'playwright-core';
import { type ContractStage, lineOf } from './contract-stage.ts';
import type { Visitor } from './visitor.ts';
import type { WalkStage } from './walk-stage.ts';
import { chooseBuilding, come, go, keepsToDocuments, saysNothingWrong, written } from './walk-steps.ts';

/** Journeys of requests on the contract server, for whichever shapes it answers in. */

/** Keys of a change that only a server with our additions is sent. */
const OURS = ['after', 'before', 'from_stage'];
/** Keys of a change but for those that only a server with our additions is told. */
const keysOf = ({ hasAdditions }: WalkStage, change: Response) =>
  Object.keys(change.request().postDataJSON() as object)
    .filter((key) => !(hasAdditions && OURS.includes(key)))
    .sort();

export async function walkRequests(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.chief);
  const { page } = visitor;
  await go(visitor, '/create-task');
  await chooseBuilding(visitor);
  // Floors of several entrances are told apart by them.
  const porches = page.getByRole('group', { name: 'Подъезды' });
  await porches.getByRole('radio', { name: 'Некоторые' }).check();
  for (const name of ['Подъезд 1', 'Подъезд 2']) await porches.getByRole('checkbox', { name }).check();
  const floors = page.getByRole('group', { name: 'Этажи' });
  await floors.getByRole('radio', { name: 'Некоторые' }).check();
  const entrance = floors.getByRole('group', { name: 'Подъезд 2' });
  await entrance.getByRole('checkbox', { name: 'Этаж 3' }).check();
  expect(await floors.getByRole('checkbox', { name: 'Этаж 3', checked: true }).count()).toBe(1);
  await page.getByRole('combobox', { name: 'Услуга' }).click();
  await page.getByRole('option', { name: 'Сантехника' }).click();
  await page.getByLabel('Описание').waitFor();
  expect(await page.getByText('Выполнить до').count()).toBe(stage.hasAdditions ? 1 : 0);
  await page.getByLabel('Описание').fill('Течёт кран на втором этаже');
  await saysNothingWrong(visitor);
  const made = written(visitor);
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  expect((await made).request().postDataJSON()).toEqual({
    service: stage.names.service,
    attachments: [],
    information: { description: 'Течёт кран на втором этаже' },
    target_type: 'floors',
    target: { floors: [stage.names.floor] },
  });
  await page.waitForURL((url) => url.pathname === '/tasks');
  await page.getByText('Течёт кран на втором этаже').first().click();
  const details = page.getByRole('complementary');
  const performers = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/crm/performers/');
  await details.getByRole('button', { name: 'Назначить' }).click();
  const dialog = page.getByRole('dialog');
  expect([...new URL((await performers).url()).searchParams.keys()].sort()).toEqual(['building', 'service']);
  await dialog.getByRole('radio').first().check();
  const taken = written(visitor);
  await dialog.getByRole('button', { name: /Назначить|Сохранить|Отправить/ }).click();
  expect(keysOf(stage, await taken)).toEqual(['order', 'performer', 'stage']);
  const working = page.locator('[data-stage="in_progress"]').getByText('Течёт кран на втором этаже');
  await working.waitFor();
  const finished = written(visitor);
  await details.getByRole('button', { name: 'Завершить' }).click();
  expect((await finished).ok()).toBe(true);
  await page.locator('[data-stage="done"]').getByText('Течёт кран на втором этаже').first().waitFor();
  await saysNothingWrong(visitor);
  await keepsToDocuments(stage, visitor);
}

export async function walkOrder(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.chief);
  const { page } = visitor;
  await visitor.open('/tasks?period=month');
  await visitor.arrive('Заявки');
  const cards = page.getByRole('region', { name: /Входящие/ }).getByRole('article');
  await cards.nth(1).waitFor();
  const name = await cards.nth(1).getAttribute('aria-label');
  const moved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await cards
    .nth(1)
    .getByRole('button', { name: /^Действия/ })
    .click();
  await page.getByRole('menuitem', { name: 'Поднять выше' }).click();
  expect(keysOf(stage, await moved)).toEqual(['order']);
  await page.waitForLoadState('networkidle');
  expect(await cards.first().getAttribute('aria-label')).toBe(name);
  await keepsToDocuments(stage, visitor);
}

/** Which of these requests a text names, in order; what is written in them may have numbers of its own. */
const numbersIn = (text: string, every: readonly number[]) =>
  [...text.matchAll(/№\s(\d+)/g)]
    .map(([, number]) => Number(number))
    .filter((number) => every.includes(number))
    .sort((one, other) => one - other);

/** The documents' pages of 30 and 10, where 50 come in, 40 are in progress and 30 done. */
const DOCUMENTED_PAGES = [
  'created 10 30',
  'created 10 40',
  'created 10 50',
  'created 30 first',
  'done 10 30',
  'done 30 first',
  'in_progress 10 30',
  'in_progress 10 40',
  'in_progress 30 first',
];
/** Which pages of the columns somebody's browser asked for. */
function pagesAskedBy({ calls }: Visitor): string[] {
  const pages = calls.flatMap((call) => {
    const query = new URLSearchParams(call.split('?')[1]);
    if (!call.startsWith('GET /api/crm/tasks/?')) return [];
    const from = query.get('from_order');
    return [[query.get('stage'), query.get('count'), from === null ? 'first' : Number(from)].join(' ')];
  });
  return [...new Set(pages)].sort();
}

/** Paper and file have every request, which a server of the documents alone gives 30 at first and 10 by 10 after the last of them. */
export async function walkRequestList(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.chief);
  const { page } = visitor;
  const every = (await stage.requests()).sort((one, other) => one - other);
  await go(visitor, '/tasks?period=month');
  await page
    .getByRole('region', { name: /Входящие/ })
    .getByRole('article')
    .first()
    .waitFor();
  // Keeps the content to be printed instead of opening the print dialog.
  await page.evaluate(() => {
    Object.assign(window, { print: () => Object.assign(window, { paper: document.querySelector('[data-print]') }) });
  });
  await page.getByRole('button', { name: 'Печать' }).click();
  const paper = await page.waitForFunction(() => (Reflect.get(window, 'paper') as HTMLElement | undefined)?.innerText);
  expect(numbersIn(String(await paper.jsonValue()), every)).toEqual(every);
  expect(await page.getByRole('row').count()).toBe(every.length + 3);
  await saysNothingWrong(visitor);
  const loading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать CSV' }).click();
  const lines = (await readFile(await (await loading).path(), 'utf8')).trim().split('\r\n');
  expect([lines.length, numbersIn(lines.join('\n'), every)]).toEqual([every.length + 1, every]);
  await keepsToDocuments(stage, visitor);
  if (!stage.hasAdditions) expect(pagesAskedBy(visitor)).toEqual(DOCUMENTED_PAGES);
}

/** Why performers of a request cannot be named, by what it lacks. */
const LACKS: Readonly<Record<string, RegExp>> = {
  service: /услуга у этой заявки не указана/,
  target: /дом у этой заявки не указан/,
};

/**
 * Requests that lack their service, their target, or their stage beside whole ones: what can be read stands on the board, what
 * cannot is counted, and the dialogs of all open.
 */
export async function walkBrokenRequests(stage: ContractStage): Promise<void> {
  const lacking = new Map([
    [2001, 'service'],
    [2002, 'target'],
    [2003, 'stage'],
  ]);
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without);
    if (typeof value !== 'object' || value === null) return value;
    const lost = 'task_name' in value && 'id' in value ? lacking.get(Number(value.id)) : undefined;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== lost)
        .map(([key, part]) => [key, without(part)]),
    );
  };
  stage.contract.vary((answer) => without(answer));
  const visitor = await come(stage, 1);
  const { page } = visitor;
  visitor.forgive(/could not be read and is left out: 2003/);
  await go(visitor, '/tasks?period=month');
  const column = page.getByRole('region', { name: /Входящие/ });
  // As many as are seen at once.
  await column.getByRole('article').nth(5).waitFor();
  await page.getByText('Не удалось показать 1 запись').waitFor();
  for (const [number, has] of [
    [2001, true],
    [2002, true],
    [2003, false],
  ] as const) {
    expect([number, await column.getByRole('article', { name: `№ ${number}` }).count()]).toEqual([number, has ? 1 : 0]);
  }
  const details = page.getByRole('complementary');
  const dialog = page.getByRole('dialog');
  for (const number of [2001, 2002, 2004]) {
    await go(visitor, `/tasks?period=month&id=${number}`);
    await details.getByText('Заявка принята').waitFor();
    await details.getByRole('button', { name: 'Отменить заявку' }).click();
    await dialog.getByRole('button', { name: 'Не отменять' }).click();
    await dialog.waitFor({ state: 'detached' });
    // Performers are known by a building and a service together; without one of them nobody is asked for.
    await details.getByRole('button', { name: 'Назначить' }).click();
    const lack = LACKS[lacking.get(number) ?? ''];
    await (lack ? dialog.getByText(lack) : dialog.getByRole('radio').first()).waitFor();
    await dialog.getByRole('button', { name: 'Отменить' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  await go(visitor, '/tasks?period=month&view=list');
  await page.getByText('Не удалось показать 1 запись').waitFor();
  await page.getByRole('link', { name: /№ 2001/ }).waitFor();
  expect((await stage.deviations()).map(lineOf)).toEqual([]);
}
