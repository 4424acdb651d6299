import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

/** What was last sent to a phone by SMS, and what of it fits. */
async function sms(account: number, part: RegExp): Promise<string> {
  const answer = await fetch(`${stage.product.address}/dev/outbox`);
  const messages = (await answer.json()) as { to: string; text: string }[];
  const found = messages.find(({ to, text }) => to === phoneOf(account) && part.test(text))?.text.match(part)?.[0];
  if (!found) throw new Error(`Nothing was sent to account ${account}`);
  return found;
}

const phoneOf = (account: number) => `+790000000${String(account).padStart(2, '0')}`;
const digits = (account: number) => phoneOf(account).slice(2);
const send = ({ page }: Visitor) => page.getByRole('button', { name: 'Отправить код подтверждения' });
const code = ({ page }: Visitor) => page.getByLabel('Код подтверждения');

async function askForCode(visitor: Visitor, account: number): Promise<void> {
  await visitor.open('/confirmation');
  await visitor.page.getByLabel('Телефон').pressSequentially(digits(account));
  await send(visitor).click();
  await code(visitor).waitFor();
}

/** Sets a password on the page that asks for it twice. */
async function setPassword({ page }: Visitor, first: string, second: string, password: string): Promise<void> {
  await page.getByLabel(first, { exact: true }).fill(password);
  await page.getByLabel(second, { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

describe('recovery', () => {
  test('AUTH-30…36, AUTH-45, AUTH-46, AUTH-65: from the phone over a wrong and a right code to a new password', async () => {
    const visitor = await stage.visitor();
    await visitor.open('/confirmation');
    expect(await visitor.page.getByText('Введите телефон').isVisible()).toBe(true);
    await askForCode(visitor, 3);
    const right = await sms(3, /\d{6}/);
    const wrong = right === '111111' ? '222222' : '111111';
    await code(visitor).pressSequentially(wrong);
    await visitor.page.getByText('Не верный код').first().waitFor();
    expect(await visitor.page.getByText('Неверный код смс').count()).toBe(0);
    visitor.forgive(/404/);
    await code(visitor).pressSequentially(right);
    await visitor.page.waitForURL(/\/password-change\/\?token=.+/);
    expect(visitor.calls.filter((call) => call.includes('confirm_reset_password'))).toHaveLength(2);
    await visitor.page.getByLabel('Задайте пароль', { exact: true }).fill('Пароль12');
    await visitor.page.getByLabel('Повторите', { exact: true }).fill('Пароль13');
    await visitor.page.getByLabel('Повторите', { exact: true }).blur();
    await visitor.page.getByText('латиница, 8+ символов, минимум одна заглавная буква и одна цифра').first().waitFor();
    await visitor.page.getByText('необходимо ввести один и тот же пароль в оба поля').waitFor();
    await setPassword(visitor, 'Задайте пароль', 'Повторите', 'Novyi2026!');
    await visitor.page.waitForURL((url) => url.pathname === '/auth');
    await visitor.page.getByLabel('Телефон').fill(digits(3));
    await visitor.page.getByLabel('Пароль', { exact: true }).fill('Novyi2026!');
    await visitor.page.getByRole('button', { name: 'Войти в систему' }).click();
    await visitor.arrive();
  });

  test('AUTH-37…41: asking again too early shows the countdown; the code that was sent still works', async () => {
    const visitor = await stage.visitor();
    await visitor.page.clock.install();
    await askForCode(visitor, 4);
    await visitor.open('/confirmation');
    await visitor.page.getByLabel('Телефон').pressSequentially(digits(4));
    await send(visitor).click();
    await visitor.page.getByRole('timer').waitFor();
    expect(await visitor.page.getByRole('timer').innerText()).toMatch(/^через 0[01]:\d\d$/);
    visitor.forgive(/403/);
    // The browser's clock says that the time is over, the server's does not: it has the last word.
    await visitor.page.clock.fastForward(61_000);
    await send(visitor).click();
    await visitor.page.getByRole('timer').waitFor();
    await visitor.page.getByRole('button', { name: 'У меня уже есть код' }).click();
    await code(visitor).pressSequentially(await sms(4, /\d{6}/));
    await visitor.page.waitForURL(/\/password-change\/\?token=.+/);
  });

  test('AUTH-43: after five wrong codes even the right one has to wait', async () => {
    const visitor = await stage.visitor();
    await askForCode(visitor, 5);
    const right = await sms(5, /\d{6}/);
    const wrong = right === '111111' ? '222222' : '111111';
    const answers = () => visitor.calls.filter((call) => call.includes('confirm_reset_password')).length;
    for (let tried = 1; tried <= 5; tried += 1) {
      const refused = visitor.page.waitForResponse(/confirm_reset_password/);
      await code(visitor).pressSequentially(wrong);
      expect((await refused).status()).toBe(404);
      // Emptied in one step with the end of the check.
      await visitor.page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('[autocomplete="one-time-code"]')?.value === '',
      );
    }
    await code(visitor).pressSequentially(right);
    await visitor.page.getByText('Слишком много попыток, необходимо подождать').first().waitFor();
    expect(answers()).toBe(6);
    visitor.forgive(/403|404/);
  });

  test('AUTH-42: an unknown phone is told at the phone', async () => {
    const visitor = await stage.visitor();
    await visitor.open('/confirmation');
    await visitor.page.getByLabel('Телефон').pressSequentially('9161234567');
    await send(visitor).click();
    const message = 'Пользователя с таким номером телефона нет в системе';
    await visitor.page.locator('form').getByText(message).waitFor();
    visitor.forgive(/404/);
  });

  test('AUTH-55, AUTH-60: the page of the new password wants a token, and a living one', async () => {
    const visitor = await stage.visitor();
    await visitor.open('/password-change/');
    await visitor.page.waitForURL((url) => url.pathname === '/auth');
    await visitor.open('/password-change?token=dead');
    const dead = visitor.page.getByRole('heading', { name: 'Не смогли получить сотрудника с таким токеном' });
    await dead.waitFor();
    await visitor.open('/registration?token=dead');
    await dead.waitFor();
    expect(await visitor.page.locator('input').count()).toBe(0);
    visitor.forgive(/401/);
  });
});

describe('change by who is signed in', () => {
  test('PROF-08…15, AUTH-47…50: a portrait comes and goes; one code on opening, then the new password, then signed out', async () => {
    const visitor = await stage.visitor({ as: 6 });
    await visitor.open('/avatar');
    const { page } = visitor;
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    await choose('план.pdf', 'application/pdf', Buffer.from('%PDF-1.4'));
    await page.getByText('Нужна картинка').first().waitFor();
    await choose('большая.png', 'image/png', Buffer.alloc(7_168_001));
    await page.getByText('Файл слишком большой(').first().waitFor();
    await choose('портрет.png', 'image/png', await page.screenshot());
    await page.getByRole('button', { name: 'Повернуть на 90°' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.waitForURL((url) => url.pathname === '/profile');
    expect(visitor.calls).toContain('POST /api/crm/avatar/');
    await visitor.open('/avatar');
    await page.getByRole('button', { name: 'Действия с аватаром' }).click();
    await page.getByRole('menuitem', { name: 'Удалить' }).focus();
    await page.keyboard.down('Space');
    await page.waitForResponse(/avatar\/delete_current/);
    await page.keyboard.up('Space');

    await visitor.open('/profile');
    await visitor.page.getByRole('link', { name: 'Сменить пароль' }).click();
    await code(visitor).waitFor();
    await visitor.page.getByRole('timer').waitFor();
    expect(visitor.calls.filter((call) => call.includes('send_confirm_code'))).toEqual([
      'POST /api/authorized/forgot_pass/send_confirm_code/',
    ]);
    await code(visitor).pressSequentially(await sms(6, /\d{6}/));
    await setPassword(visitor, 'Задайте пароль', 'Повторите', 'Novyi2026!');
    await visitor.page.waitForURL((url) => url.pathname === '/auth');
    expect(await visitor.stored('home-moderator')).toBeNull();
  });
});

describe('activation', () => {
  test('AUTH-53, AUTH-54, AUTH-56…59, AUTH-63, AUTH-66…72: the link of the invitation opens an account', async () => {
    const visitor = await stage.visitor({ storage: { 'home-moderator': 'of somebody else', 'chat-token': 'x' } });
    const link = new URL(await sms(9, /https?:\S+/));
    await visitor.open(`${link.pathname}${link.search}`);
    await visitor.page.getByRole('heading', { name: 'Здравствуйте, Ринат' }).waitFor();
    expect(await visitor.stored('home-moderator')).toBeNull();
    expect(await visitor.stored('chat-token')).toBeNull();
    // Weak ones and two that differ are not sent, by Enter either.
    const rule = visitor.page.getByText('латиница, 8+ символов, минимум одна заглавная буква и одна цифра');
    for (const weak of ['Abc1234', 'Пароль12', 'ABCDEFG1', 'abcdefg1', 'Abcdefgh']) {
      await setPassword(visitor, 'Установите пароль', 'Повторите пароль', weak);
      await rule.first().waitFor();
      await setPassword(visitor, 'Установите пароль', 'Повторите пароль', '');
    }
    await visitor.page.getByLabel('Установите пароль', { exact: true }).fill('Rinat2026!');
    await visitor.page.getByLabel('Повторите пароль', { exact: true }).fill('Rinat2027!');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.getByText('А пароль то не совпадает в полях, чудик').waitFor();
    expect(visitor.calls.filter((call) => call.includes('set_password'))).toEqual([]);
    await setPassword(visitor, 'Установите пароль', 'Повторите пароль', 'Rinat2026!');
    await visitor.page.getByRole('heading', { name: 'Учётная запись активирована' }).waitFor();
    await visitor.page.getByRole('link', { name: 'Войти в систему' }).click();
    await visitor.page.waitForURL((url) => url.pathname === '/auth');
  });

  test('AUTH-51, AUTH-52: without a token it is the profile, for a stranger the sign-in page', async () => {
    const known = await stage.visitor({ as: 2 });
    await known.open('/registration');
    await known.page.waitForURL((url) => url.pathname === '/profile');
    const stranger = await stage.visitor();
    await stranger.open('/registration');
    await stranger.page.waitForURL((url) => url.pathname === '/auth');
    expect(stranger.where()).toBe('/auth?redirectPage=/profile');
  });
});
