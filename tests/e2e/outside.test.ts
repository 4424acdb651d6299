import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage({ env: { DEMO: 'off' } });

/** The address of the set-up page, which a start of an empty installation prints. */
const setUpAddress = (): string => /\/setup\?token=[\w-]+/.exec(stage.product.said())?.[0] ?? '';

/** The file that runs the console, as the note of the build names it. */
const entryOf = ({ page }: Visitor): Promise<string> =>
  page.evaluate(() => JSON.parse(document.querySelector('#built')?.textContent ?? '{}').entry as string);

/** The pages outside of the console that are loaded by an address; the sign-in page fetches the console ahead. */
const PAGES = [
  '/confirmation',
  '/registration?token=no-such-token-at-all',
  '/password-change/?token=no-such-token-at-all',
  '/setup?token=no-such-token-at-all',
];

test.each(PAGES)('SHELL-09: %s is loaded once and never runs the console', async (path) => {
  const visitor = await stage.visitor();
  visitor.forgive(/40[014]/);
  const scripts: string[] = [];
  visitor.page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await visitor.open(path);
  await visitor.page.locator('.boot-form h1').filter({ hasText: /\S/ }).waitFor();
  await visitor.page.waitForLoadState('networkidle');
  const entry = await entryOf(visitor);
  expect(entry).toMatch(/^\/assets\/.+\.js$/);
  expect(scripts).not.toContain(entry);
  expect(visitor.visited).toHaveLength(1);
});

test('an empty installation is opened by its link: the company is named, and its first administrator signed in', async () => {
  const visitor = await stage.visitor({ browser: { viewport: { width: 1366, height: 768 } } });
  const { page } = visitor;
  expect(setUpAddress()).not.toBe('');
  await visitor.open(setUpAddress());
  await page.getByRole('heading', { name: 'Откройте свою компанию' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const password = 'Otkryli2026!';
  const filled = {
    'Название компании': 'УК «Северная»',
    Имя: 'Мария',
    Фамилия: 'Соколова',
    Телефон: '9123456789',
    Пароль: password,
    'Повторите пароль': password,
  };
  for (const [label, value] of Object.entries(filled)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Открыть компанию' }).click();
  await visitor.arrive();
  expect(await visitor.stored('home-moderator')).toMatch(/\S/);
  expect(visitor.visited.filter((address) => address.startsWith('/setup'))).toHaveLength(1);
  // The menu of an empty company leads to its first steps.
  await page.getByRole('link', { name: 'Первые шаги' }).waitFor();
  await visitor.open('/settings/company-profile');
  await page.getByText('УК «Северная»').first().waitFor();
});
