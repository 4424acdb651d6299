import { join } from 'node:path';
import { ARTIFACTS, type Stage, seriousFindings, type Visitor } from './stage.ts';
import { said } from './visitor.ts';

/** Sizes of the window that the tour is walked in. */
export const WINDOWS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

const PASSWORDS = { administrator: 'Otkryli2026!', employee: 'Zavodim2026!' } as const;
const ANNOUNCEMENT = 'Знакомимся: ваша новая управляющая компания';

/** Takes pictures of the steps in both themes where `TOUR_PICTURES` is set; what a step shows is looked at by people. */
async function picture({ page }: Visitor, tour: string, step: string): Promise<void> {
  if (!process.env.TOUR_PICTURES) return;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: join(ARTIFACTS, `tour-${tour}-${step}-${scheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Opens the company by the printed link. */
async function setUp(visitor: Visitor, stage: Stage, look: (step: string) => Promise<void>): Promise<void> {
  const { page } = visitor;
  await visitor.open(/\/setup\?token=[\w-]+/.exec(stage.product.said())?.[0] ?? '');
  await page.getByRole('heading', { name: 'Откройте свою компанию' }).waitFor();
  await look('1-setup');
  const filled = {
    'Название компании': 'УК «Северная»',
    Имя: 'Мария',
    Фамилия: 'Соколова',
    Телефон: '9123456789',
    Пароль: PASSWORDS.administrator,
    'Повторите пароль': PASSWORDS.administrator,
  };
  for (const [label, value] of Object.entries(filled)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Открыть компанию' }).click();
  await visitor.reach('/first-steps');
  await page.getByText('Сделано: 0 из 7').waitFor();
  await look('2-first-steps');
}

/** Makes a building and a service, each from its first step. */
async function fill(visitor: Visitor, look: (step: string) => Promise<void>): Promise<void> {
  const { page } = visitor;
  await page.getByRole('link', { name: 'К домам' }).click();
  await page.getByRole('link', { name: 'Новый дом' }).first().waitFor();
  await look('3-no-buildings');
  await page.getByRole('link', { name: 'Новый дом' }).first().click();
  await page.getByLabel('Улица').fill('ул. Первая');
  await page.getByLabel('Номер дома').fill('1');
  await page.getByLabel('Сколько подъездов').fill('3');
  await page.getByText('3 подъезда, 9 этажей, 108 квартир: 1–108').waitFor();
  await look('4-building');
  await page.getByRole('button', { name: 'Добавить дом' }).click();
  await said(visitor, /^Дом добавлен$/);
  await visitor.open('/first-steps');
  await page.getByText('Сделано: 1 из 7').waitFor();
  await page.getByRole('link', { name: 'К услугам' }).click();
  await page.getByRole('link', { name: 'Добавить услугу' }).first().waitFor();
  await look('5-no-services');
  await page.getByRole('link', { name: 'Добавить услугу' }).first().click();
  await page.getByLabel('Название').fill('Сантехника');
  await look('6-service');
  await page.getByRole('button', { name: 'Добавить услугу' }).click();
  await said(visitor, 'Услуга добавлена');
}

/** Invites an employee, opens announcements and the building to them. @returns the address of the link that is handed over */
async function invite(visitor: Visitor, look: (step: string) => Promise<void>): Promise<string> {
  const { page } = visitor;
  await visitor.open('/first-steps');
  await page.getByText('Сделано: 2 из 7').waitFor();
  await page.getByRole('link', { name: 'Пригласить сотрудника' }).click();
  await page.getByLabel('Имя').fill('Пётр');
  await page.getByLabel('Фамилия').fill('Новиков');
  await page.getByText('Мужской').click();
  await page.getByLabel('Должность').fill('Мастер участка');
  await page.getByLabel('Телефон').fill('9161234567');
  await look('7-employee');
  // The only organisation is chosen by itself.
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  await said(visitor, /^Сотрудник добавлен, СМС не отправлено$/);
  await page.waitForURL((url) => url.pathname === '/settings/edit-employee');
  await page.locator('[data-building]').first().getByRole('checkbox').first().check();
  await look('8-rights');
  await page.getByRole('button', { name: 'Получить ссылку' }).click();
  const link = new URL(await page.getByLabel('Ссылка для сотрудника').inputValue());
  await look('9-link');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Сохранить настройки' }).click();
  await said(visitor, /^Данные и права сотрудника сохранены$/);
  return `${link.pathname}${link.search}`;
}

/** The invited employee sets a password by the link and signs in. */
async function activate(visitor: Visitor, address: string, look: (step: string) => Promise<void>): Promise<void> {
  const { page } = visitor;
  await visitor.open(address);
  await page.getByLabel('Установите пароль').fill(PASSWORDS.employee);
  await page.getByLabel('Повторите').fill(PASSWORDS.employee);
  await look('10-activation');
  await page.locator('.boot-form button[type=submit]').click();
  await page.getByRole('link', { name: 'Войти в систему' }).click();
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORDS.employee);
  await look('11-sign-in');
  await page.getByRole('button', { name: 'Войти в систему' }).click();
  await visitor.arrive();
  await look('12-employee-begins');
}

/** Writes the first announcement to everybody. */
async function announce(visitor: Visitor, look: (step: string) => Promise<void>): Promise<void> {
  const { page } = visitor;
  await visitor.open('/create-news-form');
  await page.getByLabel('Объект', { exact: true }).click();
  await page.getByRole('option', { name: /^Всем/ }).click();
  await page.getByLabel('Заголовок', { exact: true }).fill(ANNOUNCEMENT);
  await page.getByLabel('Текст', { exact: true }).fill('Здравствуйте! С сегодняшнего дня ваш дом обслуживаем мы.');
  await look('13-announcement');
  await page.getByRole('button', { name: 'Опубликовать объявление' }).click();
  await page.locator('article', { hasText: ANNOUNCEMENT }).waitFor();
  await look('14-published');
}

/**
 * Opens a company in an empty folder and goes on until an invited employee sees its first announcement.
 * @param tour names the pictures
 */
export async function walkOwnCompany(
  stage: Stage,
  tour: string,
  viewport: { width: number; height: number },
): Promise<void> {
  const administrator = await stage.visitor({ browser: { viewport } });
  const look = (visitor: Visitor) => async (step: string) => {
    await picture(visitor, tour, step);
    expect([step, await seriousFindings(visitor.page)]).toEqual([step, []]);
  };
  await setUp(administrator, stage, look(administrator));
  await fill(administrator, look(administrator));
  const address = await invite(administrator, look(administrator));
  const employee = await stage.visitor({ browser: { viewport } });
  await activate(employee, address, look(employee));
  await announce(administrator, look(administrator));
  await employee.open('/news');
  await employee.page.locator('article', { hasText: ANNOUNCEMENT }).waitFor();
  await look(employee)('15-seen');
}
