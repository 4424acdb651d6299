// Runs in test:all alone: several tabs of one form; console/drafts guards each rule.
import type { Page } from 'playwright-core';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

const FORM = '/create-news-form';
const title = (page: Page) => page.getByLabel('Заголовок', { exact: true });
const text = (page: Page) => page.getByLabel('Текст', { exact: true });
const offer = (page: Page) => page.getByText(/^Есть черновик/);
const restore = (page: Page) => page.getByRole('button', { name: 'Восстановить' });

/** Drafts that lie in the browser, by what was typed as their title. */
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('draft:') && key.includes('/create-news-form'))
      .map(([, draft]) => (JSON.parse(draft as string) as { values: { title?: string } }).values.title)
      .sort(),
  );

async function write(page: Page, typed: string): Promise<void> {
  await title(page).fill(typed);
  await page.waitForFunction(
    (sought) => Object.entries(localStorage).some(([key, one]) => key.startsWith('draft:') && one.includes(sought)),
    typed,
  );
}

/** Opens the form; no draft is offered while all of them belong to open tabs. */
async function open(page: Page): Promise<void> {
  await page.goto(FORM);
  await title(page).waitFor();
}

test('two tabs with one form keep a draft each: publishing in one leaves that of the other, which is offered when its tab is gone', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const first = visitor.page;
  const context = first.context();
  await open(first);
  await write(first, 'Из первой вкладки');
  const second = await context.newPage();
  await open(second);
  expect(await offer(second).count()).toBe(0);
  await write(second, 'Из второй вкладки');
  expect(await kept(first)).toEqual(['Из второй вкладки', 'Из первой вкладки']);

  // Published in the first tab: its own draft goes, the other stays.
  await first.getByRole('combobox').first().fill('лесная 12');
  await first.getByRole('option').first().click();
  await text(first).fill('В пятницу моем окна в подъездах, закройте форточки.');
  await first.getByRole('button', { name: 'Опубликовать объявление' }).click();
  await first.waitForURL((url) => url.pathname === '/news');
  expect(await kept(first)).toEqual(['Из второй вкладки']);
  expect(await title(second).inputValue()).toBe('Из второй вкладки');

  // While its tab is open it is nobody else's; when it is closed an open form offers it by itself.
  await open(first);
  expect(await offer(first).count()).toBe(0);
  await second.close();
  await offer(first).waitFor();
  await restore(first).click();
  expect(await title(first).inputValue()).toBe('Из второй вкладки');

  // A reload is the end of a tab as well, and so is its closing before another is opened.
  await first.reload();
  await offer(first).waitFor();
  await first.close();
  const third = await context.newPage();
  await open(third);
  await restore(third).click();
  expect(await title(third).inputValue()).toBe('Из второй вкладки');
  expect(await kept(third)).toEqual(['Из второй вкладки']);
  await third.close();
});
