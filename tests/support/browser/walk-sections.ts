import type { Page, Response } from 'playwright-core';
import { said, type Visitor } from './visitor.ts';
import type { WalkNames, WalkStage } from './walk-stage.ts';
import {
  blockAndLetIn,
  chooseBuilding,
  come,
  comeAsStranger,
  deleteIt,
  freshPhone,
  go,
  keepsToDocuments,
  menuOf,
  offersToUndo,
  saysNothingWrong,
  written,
} from './walk-steps.ts';

/** Journeys of the sections, on the box and on the contract server in whichever shapes it answers. */

export async function walkSignIn(stage: WalkStage): Promise<void> {
  const visitor = await comeAsStranger(stage);
  const { page } = visitor;
  const { phone, password } = stage.names.chief;
  await visitor.open('/auth');
  await page.getByLabel('Телефон').pressSequentially(phone);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти в систему' }).click();
  await visitor.arrive('Новости');
  await page.locator('article').first().waitFor();
  await keepsToDocuments(stage, visitor);
}

/** Types the code that came by SMS, and a new password twice. */
async function setPasswordByCode(page: Page, code: string, word: string): Promise<void> {
  await page.getByLabel(/Код/).first().fill(code);
  const password = page.locator('input[autocomplete=new-password]');
  await password.first().fill(word);
  await password.nth(1).fill(word);
  await page
    .getByRole('button', { name: /парол|Сохранить|Готово/i })
    .last()
    .click();
}

export async function walkRecovery(stage: WalkStage): Promise<void> {
  const visitor = await comeAsStranger(stage);
  const { page } = visitor;
  const { forgetful } = stage.names;
  await visitor.open('/auth');
  await page.getByRole('link', { name: 'Восстановить доступ' }).click();
  await page.getByLabel('Телефон').fill(forgetful);
  await page.getByRole('button', { name: /код/i }).click();
  await page.getByLabel(/Код/).first().waitFor();
  await setPasswordByCode(page, await stage.codeFor(forgetful), 'Prostranstvo7');
  await page.waitForURL(/\/auth|\/news/);
  await visitor.open(await stage.invitation());
  const password = page.locator('input[autocomplete=new-password]');
  await password.first().fill('Prostranstvo8');
  await password.nth(1).fill('Prostranstvo8');
  await page.locator('form button[type=submit]').click();
  await page
    .getByText(/активирован/i)
    .first()
    .waitFor();
  await keepsToDocuments(stage, visitor);
}

export async function walkAnnouncements(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.chief);
  const { page } = visitor;
  await go(visitor, '/create-news-form');
  await chooseBuilding(visitor);
  await page.getByLabel('Заголовок', { exact: true }).fill('Мойка окон');
  await page.getByLabel('Текст', { exact: true }).fill('В пятницу моем окна в подъездах, закройте форточки.');
  await page.getByRole('button', { name: 'Опубликовать объявление' }).click();
  // To how many, where the server tells it.
  await said(visitor, stage.hasAdditions ? /^Объявление опубликовано: ул\.\sЛесная,\s12/ : /^Объявление опубликовано/);
  await visitor.reach('/news');
  const card = page.locator('article', { hasText: 'Мойка окон' });
  await card.getByText(/ул\.\sЛесная,\s12/).waitFor();
  await saysNothingWrong(visitor);
  await menuOf(visitor, 'Мойка окон');
  await page.getByRole('menuitem', { name: 'Редактировать' }).click();
  await page.getByLabel('Заголовок', { exact: true }).fill('Мойка окон завтра');
  await saysNothingWrong(visitor);
  await page.getByRole('button', { name: 'Внести изменения и опубликовать' }).click();
  await said(visitor, /^Изменения в объявлении опубликованы/);
  await visitor.reach('/news');
  await menuOf(visitor, 'Мойка окон завтра');
  await deleteIt(visitor);
  await page.locator('article', { hasText: 'Мойка окон завтра' }).waitFor({ state: 'detached' });
  await offersToUndo(stage, visitor);
  // The target of an announcement is shown in words: ids of entrances and flats as their number.
  for (const [title, target] of stage.names.targets) {
    const shown = page.locator('article', { hasText: title }).first();
    await shown.getByText(target).waitFor();
    // The pictures say it as the card does.
    await shown.getByRole('button', { name: /^Фото 1 из/ }).click();
    const pictures = page.getByRole('dialog', { name: title });
    await pictures.getByText(target).waitFor();
    await pictures.getByRole('button', { name: 'Закрыть' }).click();
    await pictures.waitFor({ state: 'detached' });
  }
  await keepsToDocuments(stage, visitor);
}

/** Types into the search of residents and takes the first suggestion of this name. */
async function find({ page }: Visitor, text: string, suggestion: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Поиск резидентов' }).fill(text);
  await page.getByRole('option', { name: suggestion }).first().click();
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
}

export async function walkResidents(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.chief);
  const { page } = visitor;
  const phone = freshPhone();
  const flat = page.getByRole('button', { name: /^кв\./ }).first();
  await go(visitor, '/residents');
  await find(visitor, stage.names.search, /ул\.\sЛесная/);
  await page
    .getByRole('row', { name: /Лесная/ })
    .first()
    .waitFor();
  await flat.click();
  await saysNothingWrong(visitor);
  await page.getByRole('complementary').getByRole('button', { name: 'Пригласить в это помещение' }).click();
  await visitor.arrive('Кого хотите пригласить?');
  await page.getByLabel('Фамилия').fill('Ясенева');
  await page.getByLabel('Имя').fill('Майя');
  await page.getByLabel('Телефон').fill(phone);
  await page.getByRole('radio', { name: 'Женский' }).check();
  await page.getByRole('button', { name: 'Отправить приглашение' }).click();
  await said(visitor, /^Резидент добавлен(, приглашение отправлено|, СМС не отправлено)$/);
  await page.waitForURL((url) => url.pathname === '/residents');
  // The search result is there again, with the card that was open.
  const line = page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'Ясенева' });
  await line.getByText('Приглашён').waitFor();
  await page.getByRole('button', { name: 'Очистить поиск' }).click();
  // The documents do not say that a phone is found in whichever way it is written.
  await find(visitor, stage.hasAdditions ? `8 (926) ${phone.slice(3)}` : 'Ясенева', /Ясенева\sМайя/);
  await flat.click();
  await line.getByRole('button', { name: /^Действия/ }).click();
  await page.getByRole('menuitem', { name: 'Редактировать' }).click();
  await visitor.arrive('Изменить данные резидента');
  await page.getByLabel('Имя').fill('Мая');
  await page.getByRole('button', { name: 'Сохранить изменения' }).click();
  await said(visitor, /^Данные резидента сохранены$/);
  await page.waitForURL((url) => url.pathname === '/residents');
  await line.filter({ hasText: 'Мая' }).waitFor();
  await blockAndLetIn(visitor, line, '/api/crm/residents/');
  await line.getByRole('button', { name: /^Действия/ }).click();
  await deleteIt(visitor);
  await page.getByText('Ничего не нашлось. Измените параметры поиска').waitFor();
  await offersToUndo(stage, visitor);
  if (stage.hasAdditions) {
    await page.getByRole('button', { name: 'Вернуть' }).click();
    await line.filter({ hasText: 'Мая' }).getByText('Приглашён').waitFor();
  }
  const kinds = visitor.calls.filter((call) => call.includes('/residents/')).map((call) => call.replace(/\d+/, 'N'));
  expect([...new Set(kinds)]).toEqual([
    'POST /api/crm/residents/',
    'GET /api/crm/residents/N/',
    'PUT /api/crm/residents/N/',
    'POST /api/crm/residents/N/suspend/',
    'DELETE /api/crm/residents/N/',
    ...(stage.hasAdditions ? ['POST /api/crm/residents/N/restore/'] : []),
  ]);
  await keepsToDocuments(stage, visitor);
}

export async function walkImport(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.chief);
  const { page } = visitor;
  await go(visitor, '/download-resident-form');
  await page.getByLabel('Объект', { exact: true }).fill('Лесная, 12');
  await page
    .getByRole('option', { name: /Лесная/ })
    .first()
    .click();
  const buffer = Buffer.from('unit,last_name,first_name,phone_number\n5,Абрамов,Олег,+79171235566\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Проверить список' }).click();
  await page.getByRole('heading', { name: 'Проверьте список' }).waitFor();
  await saysNothingWrong(visitor);
  await page.getByRole('button', { name: 'Отправить приглашение' }).click();
  await said(visitor, /^Добавлен 1 резидент(, приглашение отправлено|\. СМС не отправлено: шлюз не настроен)$/);
  await page.waitForURL((url) => url.pathname === '/residents');
  await keepsToDocuments(stage, visitor);
}

export async function walkCameras(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.chief);
  const { page } = visitor;
  await go(visitor, '/create-camera-form');
  await page.getByRole('textbox', { name: /Название/ }).fill('Камера у лифта');
  await page.getByLabel('Ссылка на поток').fill('https://example.org/stream');
  await page
    .getByRole('checkbox', { name: /Лесная/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Добавить камеру' }).click();
  await said(visitor, /^Камера добавлена$/);
  await visitor.reach('/cameras');
  await page.locator('article', { hasText: stage.names.camera }).waitFor();
  await saysNothingWrong(visitor);
  await menuOf(visitor, 'Камера у лифта');
  await page.getByRole('menuitem', { name: 'Редактировать' }).click();
  await page.getByRole('textbox', { name: /Название/ }).fill('Камера у двери');
  await page.getByRole('button', { name: 'Сохранить изменения' }).click();
  await said(visitor, /^Камера изменена$/);
  await visitor.reach('/cameras');
  await menuOf(visitor, 'Камера у двери');
  await deleteIt(visitor);
  await page.locator('article', { hasText: 'Камера у двери' }).waitFor({ state: 'detached' });
  await keepsToDocuments(stage, visitor);
}

/** A reading that is one more than another, as it is sent. */
const oneMore = (reading: string) => String(Number(reading) + 1).padStart(6, '0');

export async function walkReadings(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.chief);
  const { page } = visitor;
  // Readings are taken until the 28th there.
  const today = new Date();
  if (today.getDate() > 28) {
    await stage.standOnDay(28);
    await page.clock.setFixedTime(new Date(today.getFullYear(), today.getMonth(), 28, 12));
  }
  await go(visitor, '/readings');
  await page.getByRole('row').nth(1).waitFor();
  await saysNothingWrong(visitor);
  await go(visitor, '/add-readings');
  const send = page.getByRole('button', { name: 'Добавить показания' });
  // It counts as disabled, and says why when it is pressed.
  await send.click({ force: true });
  for (const missing of ['выберите объект', 'выберите квартиру']) {
    await page.getByText(missing, { exact: true }).waitFor();
  }
  await page.getByRole('link', { name: 'Вернуться к показаниям' }).waitFor();
  await chooseBuilding(visitor);
  await page.getByRole('combobox').nth(1).click();
  const [label, unit] = stage.names.flat;
  await page.getByRole('option', { name: label, exact: true }).click();
  for (const meter of stage.names.meters) await page.getByRole('textbox', { name: meter }).waitFor();
  expect(await send.getAttribute('aria-disabled')).toBe('true');
  // The box has the flat's last reading, the tooltip the one before this month (READ-20, READ-21).
  const { last, before } = await stage.lastReadings();
  const { water_cold: cold = '', elec_night: night = '' } = last;
  const grouped = (value = '') => new RegExp(`${value.slice(0, 3)}\\s${value.slice(3)}`);
  const box = page.getByRole('textbox', { name: 'Холодная вода' });
  await box.and(page.getByPlaceholder(grouped(cold))).waitFor();
  await page.getByRole('button', { name: 'Прошлое показание: Холодная вода' }).hover();
  await page
    .getByRole('tooltip')
    .filter({ hasText: grouped(before.water_cold) })
    .waitFor();
  // Six digits at most, zeros in front once it is left.
  const readings = { water_cold: oneMore(cold), elec_night: oneMore(night) };
  await box.pressSequentially(String(Number(readings.water_cold)));
  await box.blur();
  expect(await box.inputValue()).toBe(readings.water_cold);
  await page.getByRole('textbox', { name: 'Электричество (ночь)' }).fill(readings.elec_night);
  await saysNothingWrong(visitor);
  const given = written(visitor);
  await send.click();
  const call = (await given).request();
  expect([(await given).status(), call.postDataJSON()]).toEqual([201, { unit, readings }]);
  await visitor.reach('/readings');
  await page.getByText('Показания приняты').first().waitFor();
  await keepsToDocuments(stage, visitor);
}

export async function walkEmployees(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.chief);
  const { page } = visitor;
  await go(visitor, '/settings/employees-permissions');
  const { staff, lastName } = stage.names;
  const names = page.locator('tbody td:first-child');
  const last = names.nth(staff - 1);
  await last.waitFor();
  for (const [said, sign] of [
    ['ascending', 1],
    ['descending', -1],
  ] as const) {
    await page.getByRole('button', { name: 'Должность' }).click();
    await page.locator(`th[data-column=position][aria-sort=${said}]`).waitFor();
    await page.waitForFunction(
      ([direction, count]) => {
        const cells = [...document.querySelectorAll('td[data-column=position]')].map(({ textContent }) => textContent);
        const { compare } = new Intl.Collator('ru');
        return (
          cells.length === count &&
          cells.every((cell, at) => at === 0 || direction * compare(cells[at - 1] ?? '', cell) <= 0)
        );
      },
      [sign, staff] as const,
    );
  }
  await page.getByRole('searchbox').fill(lastName.toLowerCase());
  await last.waitFor({ state: 'detached' });
  const found = await names.allInnerTexts();
  expect(found.length).toBeGreaterThan(0);
  for (const name of found) expect(name).toContain(lastName);
  await saysNothingWrong(visitor);
  await page.getByRole('searchbox').fill('');
  await last.waitFor();
  await page
    .getByRole('row', { name: new RegExp(lastName) })
    .first()
    .click();
  await page.getByRole('complementary').getByText('Новости').waitFor();
  expect(await page.getByRole('complementary').getByRole('alert').count()).toBe(0);
  await saysNothingWrong(visitor);
  // The way into the chat with the employee, whether or not there is one.
  const write = page.getByRole('complementary').getByRole('link', { name: 'Написать сообщение' });
  const [asked] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === '/api/authorized/profile/'),
    write.click(),
  ]);
  await page.waitForURL((url) => url.pathname === '/chats' && url.searchParams.has('chat_id'));
  expect(asked.ok()).toBe(true);
  await saysNothingWrong(visitor);
  await page.getByText('Пользователь удалён').first().waitFor({ state: 'detached' });
  await go(visitor, '/settings/add-employee');
  await page.getByLabel('Имя').fill('Роза');
  await page.getByLabel('Фамилия').fill('Азимова');
  await page.getByText('Женский').click();
  await page.getByLabel('Должность').fill('Сантехник');
  await page.getByLabel('Организация').selectOption({ index: 1 });
  await page.getByLabel('Телефон').fill(freshPhone());
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  await said(visitor, /^Сотрудник добавлен(, приглашение отправлено|, СМС не отправлено)$/);
  await page.getByRole('switch', { name: 'Заявки' }).click();
  await page.locator('[data-row=tasks]').getByRole('radio', { name: 'Быть исполнителем' }).check();
  await page.getByRole('button', { name: 'Сантехника' }).click();
  await page.locator('[data-building]').first().getByRole('checkbox').first().check();
  await saysNothingWrong(visitor);
  const saved = written(visitor);
  await page.getByRole('button', { name: 'Сохранить настройки' }).click();
  expect((await saved).request().postDataJSON()).toMatchObject({
    sections: { tasks: 'performer', news: 'read', chats: 'denied' },
    porches: stage.names.porches,
    services: [stage.names.service],
  });
  await said(visitor, /^Данные и права сотрудника сохранены$/);
  await page.waitForURL((url) => url.pathname === '/settings/employees-permissions');
  const added = page.getByRole('row', { name: /Роза Азимова/ });
  await added.waitFor();
  await blockAndLetIn(visitor, added, '/api/crm/employee/');
  await keepsToDocuments(stage, visitor);
}

/** The body of a change without `version`, which only a server with our additions gives. */
function withoutVersion(change: Response): Record<string, unknown> {
  const { version: _version, ...sent } = change.request().postDataJSON() as Record<string, unknown>;
  return sent;
}

export async function walkSettings(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.chief);
  const { page } = visitor;
  await go(visitor, `/settings/buildings?id=${stage.names.building}`);
  await page.getByRole('complementary').getByText('Приём показаний').waitFor();
  expect(await page.getByRole('link', { name: 'Кто что может' }).count()).toBe(stage.hasAdditions ? 1 : 0);
  await saysNothingWrong(visitor);
  await go(visitor, `/settings/objects-form?id=${stage.names.building}`);
  await page.getByLabel('Первый день').fill('3');
  await saysNothingWrong(visitor);
  // Both electricity meters, which the documents name apart, are one option of the form.
  const electricity = page.getByRole('radiogroup', { name: 'Электричество' });
  expect(await electricity.getByRole('radio', { name: 'День и ночь' }).isChecked()).toBe(true);
  const both = written(visitor);
  await page.getByRole('button', { name: 'Сохранить изменения' }).click();
  await said(visitor, /^Настройки объекта сохранены$/);
  const { reading_types: types, ...others } = withoutVersion(await both) as { reading_types: string[] };
  expect([Object.keys(others).sort(), types.filter((type) => type.startsWith('elec'))]).toEqual([
    ['cameras', 'submit_end_day', 'submit_start_day'],
    ['elec_day_and_night'],
  ]);
  await page.waitForURL((url) => url.pathname === '/settings/buildings');
  await go(visitor, '/settings/meters-readings');
  await saysNothingWrong(visitor);
  await go(visitor, `/settings/meters-readings-form?id=${stage.names.building}`);
  await saysNothingWrong(visitor);
  await electricity.getByRole('radio', { name: 'Однотарифный' }).check();
  const single = written(visitor);
  await page.getByRole('button', { name: 'Сохранить настройки' }).click();
  await said(visitor, /^Настройки показаний сохранены$/);
  expect([(await single).status(), withoutVersion(await single)]).toEqual([
    200,
    {
      submit_start_day: 3,
      submit_end_day: 28,
      reading_types: ['water_hot_and_cold', 'elec_common', ...stage.names.otherMeters],
    },
  ]);
  await page.waitForURL((url) => url.pathname === '/settings/buildings');
  await go(visitor, '/settings/company-profile');
  await keepsToDocuments(stage, visitor);
}

export async function walkProfile(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.own);
  const { page } = visitor;
  await go(visitor, '/profile');
  await saysNothingWrong(visitor);
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 500, height: 500 } });
  await page.getByRole('link', { name: /фотографию/ }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'лицо.png', mimeType: 'image/png', buffer });
  await page.locator('figure canvas').first().waitFor();
  const kept = written(visitor);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  expect([new URL((await kept).url()).pathname, (await kept).ok()]).toEqual(['/api/crm/avatar/', true]);
  await said(visitor, /^Фотография сохранена$/);
  await visitor.reach('/profile');
  await saysNothingWrong(visitor);
  // The password is changed by a code, which is sent at once.
  await page.getByRole('link', { name: /парол/i }).click();
  await page.getByLabel(/Код/).first().waitFor();
  await setPasswordByCode(page, await stage.codeFor(stage.names.ownPhone), 'Prostranstvo9');
  await page.waitForURL((url) => /^\/(profile|auth|news)/.test(url.pathname));
  await keepsToDocuments(stage, visitor);
}

export async function walkChats(stage: WalkStage): Promise<void> {
  const visitor = await come(stage, stage.names.accounts.denied);
  const { page } = visitor;
  await go(visitor, '/chats?complaints=true');
  const previews = page.getByRole('tabpanel');
  await previews.getByText(stage.names.complaints.preview).first().waitFor();
  await previews.getByText('Жалобы').first().click();
  await page.getByText(stage.names.complaints.complaint).first().waitFor();
  await stage.complain('Не горит свет');
  await page.getByText('Не горит свет').first().waitFor();
  await page.getByText('Благодарности').first().click();
  await page.getByText(stage.names.complaints.appreciation).first().waitFor();
  // An action on a complaint that she may not take is greyed with its reason; the page itself is open.
  expect(await page.getByText('Для вас доступ закрыт').count()).toBe(0);
  await keepsToDocuments(stage, visitor);
}

/** Pages that are closed to who may not read their section. */
const CLOSED = [
  '/tasks',
  '/residents',
  '/readings',
  '/cameras',
  '/settings/employees-permissions',
  '/settings/buildings',
];
/** Controls that would change something, on pages of a person who may only read. */
const changesOf = ({ building, records }: WalkNames): readonly (readonly [string, 'link' | 'button', RegExp])[] => [
  ['/news', 'link', /Написать объявление/],
  ['/tasks', 'link', /Создать новую заявку/],
  ['/residents', 'link', /Пригласить новых/],
  ['/readings', 'link', /Добавить показания/],
  ['/cameras', 'link', /Добавить камеру/],
  [`/settings/employees-permissions?id=${records.employee}`, 'link', /Добавить сотрудника/],
  [`/settings/edit-employee?id=${records.employee}`, 'button', /Сохранить настройки/],
  [`/edit-resident-form?id=${records.resident}`, 'button', /Сохранить изменения/],
  [`/settings/objects-form?id=${building}`, 'button', /Сохранить изменения/],
];
/** Forms that take files. */
const formsOf = ({ records }: WalkNames) => [
  '/create-news-form',
  '/create-task',
  `/edit-news-form?id=${records.news}`,
  '/create-camera-form',
];

/** A person without rights is told so and no call is made; a person who may only read can change nothing by any form. */
export async function walkRights(stage: WalkStage): Promise<void> {
  const denied = await come(stage, stage.names.accounts.denied);
  const refused: string[] = [];
  denied.page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  for (const path of CLOSED) {
    await denied.open(path);
    await denied.page.getByText('Для вас доступ закрыт').waitFor();
  }
  await keepsToDocuments(stage, denied);
  expect(refused).toEqual([]);
  const reader = await come(stage, stage.names.accounts.reader);
  for (const [path, role, name] of changesOf(stage.names)) {
    await go(reader, path);
    const control = reader.page.getByRole(role, { name }).first();
    await control.waitFor();
    expect([path, await control.getAttribute('aria-disabled')]).toEqual([path, 'true']);
  }
  for (const path of formsOf(stage.names)) {
    await reader.open(path);
    await reader.page.locator('footer button').first().waitFor();
    for (const input of await reader.page.locator('input[type=file]').all()) {
      expect(await input.getAttribute('aria-disabled')).toBe('true');
    }
    expect(await reader.page.getByRole('button', { name: /^Убрать|^Удалить/ }).count()).toBe(0);
  }
  await keepsToDocuments(stage, reader);
}
