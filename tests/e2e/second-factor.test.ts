// Runs in test:all alone: the second factor in a browser; the server and component tests have its rules.
import { generate } from 'otplib';
import type { CDPSession, Page } from 'playwright-core';
import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';
import { SESSION_OVER } from '#tests/support/browser/visitor.ts';

const PASSWORD = 'Demo2026!';
const STEP = 30;
const stage = raiseStage();

/** Codes that were taken of an app, by its key: none is taken twice. */
const taken = new Map<string, number>();

/** The next code of an app that the server takes; the clock of both is the machine's. */
async function nextCode(secret: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000 / STEP);
  const step = Math.max(now, (taken.get(secret) ?? 0) + 1);
  taken.set(secret, step);
  return generate({ secret, epoch: step * STEP });
}

/** Somebody at `localhost`: browsers make passkeys for names, not for numbers. */
async function visitor(): Promise<Visitor> {
  return stage.visitor({ browser: { baseURL: stage.product.address.replace('127.0.0.1', 'localhost') } });
}

/** Gives a page a security key of its own. */
async function plugKeyIn({ page, context }: Visitor): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

/** Types telephone and password of a demo account. */
async function typePassword({ page }: Visitor, account: number): Promise<void> {
  await page.getByLabel('Телефон', { exact: true }).fill('');
  await page.getByLabel('Телефон', { exact: true }).pressSequentially(`90000000${String(account).padStart(2, '0')}`);
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Войти в систему' }).click();
}

const card = (page: Page) => page.getByRole('region', { name: 'Двухэтапный вход' });

/** Sets an app up in the profile. @returns its key, and the recovery codes */
async function addApp({ page }: Visitor): Promise<{ secret: string; codes: string[] }> {
  await card(page).getByRole('button', { name: 'Подключить приложение' }).click();
  const dialog = page.getByRole('dialog', { name: 'Подключите приложение' });
  await dialog.getByRole('img', { name: /QR-код/ }).waitFor();
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '');
  await dialog.getByLabel('Код из приложения').fill(await nextCode(secret));
  await dialog.getByRole('button', { name: 'Подключить' }).click();
  return { secret, codes: await keepCodes(page) };
}

/** Reads the recovery codes and says that they are kept. */
async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Коды восстановления' });
  await dialog.locator('li code').first().waitFor();
  const codes = await dialog.locator('li code').allInnerTexts();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Скачать' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('Коды восстановления.txt');
  await dialog.getByRole('button', { name: 'Коды сохранены' }).click();
  await dialog.waitFor({ state: 'detached' });
  return codes;
}

/** Signs out by the page, and stands at the form. */
async function signOut({ page }: Visitor): Promise<void> {
  await page.goto('/profile');
  // The page's own calls are answered before the session ends.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Выйти' }).first().click();
  await page.waitForURL('**/auth**');
}

test('codes of an app: set up by its QR code, asked for after the password, told when wrong, and a recovery code in its place', async () => {
  const one = await visitor();
  const { page } = one;
  await one.open('/auth?redirectPage=/profile');
  await typePassword(one, 6);
  await card(page).waitFor();
  await page.waitForFunction(() => localStorage.getItem('chat-token') !== null);
  const opened = await one.stored('chat-token');
  const { secret, codes } = await addApp(one);
  expect(codes).toHaveLength(10);
  await card(page).getByText('осталось 10 кодов').waitFor();
  // The chat that the password had opened comes back by a pass, and nobody is signed out.
  await page.waitForFunction((old) => ![null, old].includes(localStorage.getItem('chat-token')), opened);
  await signOut(one);

  await one.open('/auth?redirectPage=/cameras');
  await typePassword(one, 6);
  await one.reach('/second-step?redirectPage=/cameras');
  const field = page.getByLabel('Код из приложения');
  await field.waitFor();
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(await one.stored('home-moderator')).toBeNull();
  expect(await seriousFindings(page)).toEqual([]);
  await field.pressSequentially('000000');
  await page
    .getByRole('alert')
    .getByText(/Неверный код/)
    .waitFor();
  await field.pressSequentially(await nextCode(secret));
  await one.reach('/cameras');
  expect(await one.arrive()).toBe('Камеры');
  await signOut(one);

  // The step waits over a reload; a recovery code says how many are left.
  await typePassword(one, 6);
  await page.getByLabel('Код из приложения').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Код восстановления' }).click();
  await page.getByLabel('Код восстановления').fill(String(codes[3]).toUpperCase());
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.getByText(/осталось: 9/).waitFor();
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await one.arrive();

  await one.open('/profile');
  await card(page).getByRole('button', { name: 'Отключить' }).click();
  const dialog = page.getByRole('dialog', { name: /Отключить приложение/ });
  await dialog.getByLabel('Пароль или код из приложения').fill('неверный');
  await dialog.getByRole('button', { name: 'Отключить' }).click();
  await dialog.getByText('Неверный пароль').waitFor();
  await dialog.getByLabel('Пароль или код из приложения').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Отключить' }).click();
  await card(page)
    .getByText(/хватает пароля/)
    .waitFor();
  one.forgive(/400/);
});

test('a passkey: made in the profile, signs in with one press, and is deleted', async () => {
  const one = await visitor();
  const { page } = one;
  await plugKeyIn(one);
  await one.open('/auth?redirectPage=/profile');
  await typePassword(one, 3);
  await card(page).getByRole('button', { name: 'Добавить ключ доступа' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новый ключ доступа' });
  await dialog.getByLabel('Название').fill('Рабочий ноутбук');
  await dialog.getByRole('button', { name: 'Создать ключ' }).click();
  expect(await keepCodes(page)).toHaveLength(10);
  await card(page).getByText('Рабочий ноутбук').waitFor();
  await signOut(one);

  await typePassword(one, 3);
  await page.getByRole('button', { name: 'Войти ключом доступа' }).click();
  expect(await one.arrive()).not.toBe('');
  await one.open('/profile');
  await card(page)
    .getByText(/использован/)
    .waitFor();
  await card(page).getByRole('button', { name: 'Удалить ключ доступа: Рабочий ноутбук' }).click();
  const remove = page.getByRole('dialog', { name: /Удалить ключ доступа/ });
  await remove.getByLabel('Пароль или код из приложения').fill(PASSWORD);
  await remove.getByRole('button', { name: 'Удалить' }).click();
  await card(page)
    .getByText(/хватает пароля/)
    .waitFor();
});

test('asked for by the company: set up by who asks first, then right after signing in; taken away by an administrator', async () => {
  const chief = await visitor();
  await chief.open('/auth?redirectPage=/profile');
  await typePassword(chief, 1);
  await card(chief.page).waitFor();
  await addApp(chief);
  await chief.open('/settings/company-profile');
  await chief.page.getByRole('link', { name: 'Двухэтапный вход' }).click();
  await chief.page.getByRole('checkbox', { name: 'Исполнители заявок' }).check();
  await chief.page.getByRole('button', { name: 'Сохранить' }).click();
  await chief.page.getByText(/Ещё не настроил/).waitFor();
  expect(await seriousFindings(chief.page)).toEqual([]);

  const performer = await visitor();
  const { page } = performer;
  await performer.open('/auth');
  await typePassword(performer, 4);
  await page.getByRole('button', { name: /Приложение с кодами/ }).click();
  await page.getByRole('img', { name: /QR-код/ }).waitFor();
  const secret = (await page.locator('code').first().innerText()).replace(/\s/g, '');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Код из приложения').pressSequentially(await nextCode(secret));
  await page.getByRole('heading', { name: 'Коды восстановления' }).waitFor();
  expect(await performer.stored('home-moderator')).toBeNull();
  expect(await page.locator('li code').count()).toBe(10);
  await page.getByRole('button', { name: 'Коды сохранены' }).click();
  await performer.arrive();
  await performer.open('/profile');
  await card(page)
    .getByText(/Компания требует/)
    .waitFor();

  const user = await performer.stored('user-id');
  await chief.open(`/settings/employees-permissions?id=${user}`);
  await chief.page.getByRole('button', { name: 'Сбросить двухэтапный вход' }).click();
  await chief.page.getByRole('button', { name: 'Сбросить', exact: true }).click();
  await chief.page
    .getByText(/сотруднику отправлено СМС/)
    .first()
    .waitFor();
  // The page notices by itself that its session is over.
  await performer.reach('/auth?redirectPage=/profile');
  await typePassword(performer, 4);
  await page.getByRole('heading', { name: 'Настройте двухэтапный вход' }).waitFor();
  performer.forgive(SESSION_OVER);
});
