// Runs in test:all alone: the section in depth; one journey through it is in journeys-of-people.test.ts.
import type { Locator } from 'playwright-core';
import { SECTIONS } from '#resources/language/access.ts';
import { goTo, Looker } from '#tests/support/browser/level-look.ts';
import { CLOSED_AT, type Known, levelPages, performerPages, RECORD_PAGES } from '#tests/support/browser/level-pages.ts';
import { levelsAt, menuAt, STEPS, type Step, tableTells } from '#tests/support/browser/level-table.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';
import { said } from '#tests/support/browser/visitor.ts';

const stage = raiseStage({ readings: true });
const LIST = '/settings/employees-permissions';
/** The trainee of the demo company, who holds every entrance. */
const LEARNER = 10;

/** The steps of a new employee that wait for the first one. */
const LATER = ['Разделы', 'Объекты', 'Услуги'];

/** The steps in the list: name, whether it is closed, and why. */
function stepsOf(steps: Locator): Promise<(readonly [name: string, closed: boolean, why: string])[]> {
  return steps.getByRole('button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const why = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
      return [
        (button.textContent ?? '').replace(/^\d+/, ''),
        button.getAttribute('aria-disabled') === 'true',
        why,
      ] as const;
    }),
  );
}

/** Whether the marked step is the one that EMP-30 wants for what is in view now; runs in the page. */
function isRight(): boolean {
  const sections = [...document.querySelectorAll('section[id^="section-"]')];
  const area = sections[0]?.closest('[data-page] > div');
  if (!area) return false;
  const view = area.getBoundingClientRect();
  const shares = sections.map((section) => {
    const { top, bottom, height } = section.getBoundingClientRect();
    return Math.max(0, Math.min(bottom, view.bottom) - Math.max(top, view.top)) / height;
  });
  const atBottom = area.scrollTop + area.clientHeight >= area.scrollHeight - 1;
  const wanted = atBottom ? sections.length - 1 : shares.findIndex((share) => share >= 0.6);
  const steps = [...document.querySelectorAll('nav[aria-label="Шаги"] button')];
  const marked = steps.findIndex((step) => step.getAttribute('aria-current') === 'step');
  // Where none is in view that far, whichever fills the most of it is.
  return wanted < 0 ? marked >= 0 : marked === wanted;
}

/** A call of the API as a demo account. */
async function api(account: number, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${stage.product.address}${path}`, {
    method,
    headers: {
      authorization: `Token ${await stage.token(account)}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Whether the console that is open has heard of these levels. */
function holds(levels: Record<string, string>): boolean {
  const held = JSON.parse(localStorage.getItem('permissions') ?? '{}') as Record<string, string>;
  return Object.entries(levels).every(([section, level]) => held[section] === level);
}

/** How the administrator gives the trainee what they have at a step. */
async function giver(): Promise<(step: Step) => Promise<unknown>> {
  const path = `/api/crm/employee/${LEARNER}/`;
  const one = await api(1, 'GET', path);
  const { id: company } = one.company as { id: number };
  const base = { ...one, company, services: [1], version: undefined };
  const buildings = (await api(1, 'GET', '/api/crm/buildings/')) as unknown as {
    available_porches: { id: number }[];
  }[];
  const doors = buildings.flatMap(({ available_porches }) => available_porches.map(({ id }) => id));
  return (step) => {
    const porches = doors.filter((porch) => porch !== CLOSED_AT[step]);
    return api(1, 'PUT', path, { ...base, porches, sections: levelsAt(step) });
  };
}

/** Records of the demo company to look at, one of them new: a request that nobody has taken. */
async function known(): Promise<Known> {
  const { results: news } = await api(LEARNER, 'GET', '/api/crm/news/?page_size=1');
  const place = { target_type: 'building', target: { building: 1 }, attachments: [] };
  const request = { service: 1, information: { description: 'Капает кран в подвале' }, ...place };
  const { params: made } = await api(1, 'POST', '/api/crm/tasks/', request);
  const working = await api(1, 'GET', '/api/crm/tasks/?stage=in_progress&count=50&date=0&buildings_id=1,2,3,4');
  const others = working as unknown as { id: number; service: { id: number } }[];
  const { results: people } = await api(1, 'GET', '/api/crm/chat-contacts/?kind=company&page_size=500');
  return {
    news: (news as { id: number }[])[0]?.id ?? 0,
    task: (made as { id: number }).id,
    taken: others.find(({ service }) => service.id === 1)?.id ?? 0,
    chat: (people as { user: number; chat_id: string }[]).find(({ user }) => user === 2)?.chat_id ?? '',
  };
}

describe('employees', () => {
  test('EMP-17 EMP-27 EMP-28 EMP-30 EMP-33 EMP-46 an employee is added, given rights and found in the list', async () => {
    const visitor = await stage.visitor({ as: 1 });
    const { page } = visitor;
    await visitor.open(LIST);
    await page.getByRole('link', { name: /Добавить сотрудника/ }).click();
    const steps = page.getByRole('navigation', { name: 'Шаги' });
    await page.getByLabel('Имя').waitFor();
    const later = [true, 'чтобы продолжить, заполните личные данные'];
    expect(await stepsOf(steps)).toEqual([['Личные данные', false, ''], ...LATER.map((name) => [name, ...later])]);
    await page.getByLabel('Имя').fill('Роза');
    await page.getByLabel('Фамилия').fill('Азимова');
    await page.getByText('Женский').click();
    await page.getByLabel('Должность').fill('Сантехник');
    await page.getByLabel('Организация').selectOption({ index: 1 });
    // Another one each time: whoever a test made that is repeated is there still.
    await page.getByLabel('Телефон').fill(`916${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`);
    await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
    await said(visitor, /^Сотрудник добавлен, СМС не отправлено$/);
    await page.waitForURL(/edit-employee\?id=\d+&screen=service/);
    // Services is closed for who is no performer: the form opens at the sections, which lead to it.
    await steps.locator('[aria-current="step"]', { hasText: 'Разделы' }).waitFor();
    const why = 'услуги нужны только исполнителям, выберите Разделы → Заявки → Быть исполнителем';
    expect((await stepsOf(steps)).at(-1)).toEqual(['Услуги', true, why]);
    await page.getByRole('switch', { name: 'Заявки' }).click();
    await page.getByRole('radio', { name: 'Быть исполнителем' }).check();
    expect((await stepsOf(steps)).at(-1)).toEqual(['Услуги', false, '']);
    await steps.getByRole('button', { name: 'Услуги' }).click();
    await page.getByRole('button', { name: 'Сантехника' }).click();
    // Scrolled by hand the first step is at hand again.
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, -5000);
    await steps.locator('[aria-current="step"]', { hasText: 'Личные данные' }).waitFor();
    // On the way down the step at hand is the first of which 60 % is in view, at the bottom the last one.
    const marked = new Set<string>();
    for (let down = 0; down < 7; down += 1) {
      await page.mouse.wheel(0, 200);
      await page.waitForFunction(isRight);
      marked.add((await steps.locator('[aria-current="step"]').innerText()).replace(/\d\s*/, ''));
    }
    await page.mouse.wheel(0, 9000);
    await steps.locator('[aria-current="step"]', { hasText: 'Услуги' }).waitFor();
    expect([...marked]).toEqual(expect.arrayContaining(['Личные данные', 'Разделы']));
    // The clicked step becomes the current one although the last one is in view as well.
    await steps.getByRole('button', { name: 'Объекты' }).click();
    await steps.locator('[aria-current="step"]', { hasText: 'Объекты' }).waitFor();
    await page.locator('[data-building]').first().getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Сохранить настройки' }).click();
    await said(visitor, /^Данные и права сотрудника сохранены$/);
    await visitor.reach(LIST);
    const row = page.getByRole('row', { name: /Роза Азимова/ }).first();
    await row.getByText('2/8').last().waitFor();
    await row.getByText('Приглашён').last().waitFor();
    // Beside a card a company's name has one line still, of whichever employee.
    await row.getByRole('button', { name: /^Роза/ }).click();
    await page.waitForURL(/\?(.*&)?id=\d/);
    const names = await page
      .locator('td[data-column=company] > span')
      .evaluateAll((all) =>
        all.map((name) => [name.getAttribute('title'), name.getClientRects().length, name.clientHeight < 30]),
      );
    expect(names.length).toBeGreaterThan(5);
    expect(names).toEqual(names.map(([said]) => [said, 1, true]));

    // Without the feature there is neither the step nor the level, and nothing is sent of services.
    await page.route('**/api/crm/permissions/', async (route) => {
      const answer = await route.fetch();
      const { features, ...told } = (await answer.json()) as { features: object };
      await route.fulfill({ response: answer, json: { ...told, features: { ...features, services: false } } });
    });
    await visitor.open(`/settings/edit-employee?id=${LEARNER}`);
    await page.getByRole('switch', { name: 'Заявки' }).click();
    await page.getByRole('radio', { name: 'Создавать и редактировать' }).first().waitFor();
    expect(await page.getByRole('radio', { name: 'Быть исполнителем' }).count()).toBe(0);
    expect((await stepsOf(steps)).map(([name]) => name)).toEqual(['Личные данные', 'Разделы', 'Объекты']);
    await page.locator('[data-row=tasks]').getByRole('radio', { name: 'Только просмотр' }).check();
    const put = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Сохранить настройки' }).click();
    expect(Object.keys((await put).postDataJSON() as object)).not.toContain('services');
    await visitor.reach(LIST);
  });

  test('PERM-04, PERM-05, PERM-07…16, PERM-18, PERM-20, PERM-21 level x control: what shows, what is greyed and what it says, as rights change', async () => {
    expect(tableTells()).toBe(true);
    const visitor = await stage.visitor({ as: LEARNER });
    const { page } = visitor;
    const looker = new Looker(visitor);
    await looker.begin();
    const menu = page.getByRole('navigation', { name: 'Разделы', exact: true }).first();
    const give = await giver();
    const records = await known();
    const taken: number[] = [];

    const [first = '', ...others] = STEPS;
    await give(first);
    await visitor.open('/news');
    await page.waitForFunction(holds, levelsAt(first));
    await showsMenu(first);
    // Calls of a page of a closed section are refused.
    visitor.forgive(/WebSocket|ERR_|403 .*\/api\/crm\//);
    // From here on the console that is open is told of their rights.
    for (const step of [...others, first]) {
      // The last one takes the page from under them.
      if (step === first) await goTo(page, '/tasks');
      const began = Date.now();
      await give(step);
      await page.waitForFunction(holds, levelsAt(step), { polling: 20 });
      taken.push(Date.now() - began);
      await showsMenu(step);
      if (step === first) break;
      const pages = step === 'performer' ? performerPages(records) : levelPages(records);

      for (const each of [...pages, ...(RECORD_PAGES[step] ?? [])]) await looker.look(step, each);
    }
    await page.getByText('Для вас доступ закрыт').waitFor();
    // Within a second (`npm run bench -- rights` measures it): the quickest of them tells it, as other work of the machine
    // slows the rest down; none may wait for anything that comes by the clock.
    expect(Math.min(...taken)).toBeLessThan(5_000);
    for (const each of taken) expect(each).toBeLessThan(30_000);
    // Every control was open at some level and greyed at another one, and one of each section said so when it was pointed at.
    expect([looker.seen, looker.told.size]).toEqual([{ open: 54, greyed: 64 }, SECTIONS.length]);

    async function showsMenu(step: Step): Promise<void> {
      const wanted = menuAt(levelsAt(step));
      for (const label of wanted) await menu.getByRole('link', { name: label }).waitFor();
      const links = menu.getByRole('listitem').getByRole('link');
      // The levels are kept a moment before the menu is drawn by them.
      await links.nth(wanted.length).waitFor({ state: 'detached' });
      const labels = await links.allInnerTexts();
      expect([step, labels.map((label) => label.trim().split('\n')[0])]).toEqual([step, wanted]);
    }
  });

  test('PERM-24 an administrator looks at the console as an employee, comes back as himself, and sees who may do what in a building', async () => {
    const visitor = await stage.visitor({ as: 1 });
    const { page } = visitor;
    await visitor.open(`${LIST}?id=5`);
    await page.getByRole('button', { name: 'Посмотреть глазами сотрудника' }).click();
    await page.getByText(/глазами сотрудника: Вера Одинцова/).waitFor();
    await page.getByRole('link', { name: 'Новости' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Заявки' }).count()).toBe(0);
    const refused = await page.evaluate(async () => {
      const token = sessionStorage.getItem('home-moderator');
      const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
      const answer = await fetch('/api/crm/news/1/', { method: 'DELETE', headers });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    });
    expect(refused).toEqual([403, 'read_only']);
    // Besides this one, what is still on its way is asked for with a look that ends meanwhile.
    visitor.forgive(/403|404 .*\/api\/files\/|401 \(/);
    await page.getByRole('button', { name: 'Вернуться к себе' }).click();
    await visitor.reach(`${LIST}?id=5`);
    await page.getByRole('link', { name: 'Заявки' }).first().waitFor();

    // The page of rights in a building: opened from its card, then of another building, then on to an employee's card.
    await visitor.open('/settings/buildings?id=1');
    await page.getByRole('link', { name: 'Кто что может' }).click();
    await visitor.reach('/settings/access?id=1');
    expect((await rowsOf('ул. Лесная, 12')).find(([name]) => name?.startsWith('Ольга Трофимова'))).toEqual([
      'Ольга ТрофимоваАктивен',
      'Все',
      ...['Только просмотр', 'Создавать и редактировать', 'Читать и писать', 'Только просмотр'],
      ...['Скрыт', 'Скрыт', 'Скрыт', 'Скрыт'],
    ]);
    const every = await rowsOf('ул. Лесная, 12');
    await page.getByRole('combobox', { name: 'Дом' }).fill('Садовый');
    await page.getByRole('option', { name: /Садовый/ }).click();
    await visitor.reach('/settings/access?id=4');
    const some = await rowsOf('Садовый пер., 8');
    expect([every.length > some.length, every[0]]).toEqual([true, some[0]]);
    await page.getByRole('link', { name: /Ольга Трофимова/ }).click();
    await visitor.reach(`${LIST}?id=3`);
    await page.getByRole('complementary').getByText('Диспетчер').first().waitFor();

    /** Head and rows of the table of a building, cell by cell. */
    async function rowsOf(building: string): Promise<string[][]> {
      const table = page.getByRole('table', { name: building });
      await table.waitFor();
      const rows = table.getByRole('row');
      return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
    }
  });
});
