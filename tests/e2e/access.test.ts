// Runs in test:all alone: every step of recovery and activation in a browser; the component tests have the same steps.
import type { CurrentProfile } from '#resources/protocol/people/profile.ts';
import { askForCode, code, digits, lastSms, send, setPassword } from '#tests/support/browser/codes.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';
import { SESSION_OVER } from '#tests/support/browser/visitor.ts';

const stage = raiseStage();

const sms = (account: number, part: RegExp) => lastSms(stage.product.address, account, part);

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
    await visitor.page.getByText('Пароль изменён. Войдите с новым паролем').waitFor();
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

  test('AUTH-32, AUTH-42: an unknown phone is told at the phone, an SMS that could not be sent by the alert', async () => {
    const visitor = await stage.visitor();
    await visitor.open('/confirmation');
    await visitor.page.getByLabel('Телефон').pressSequentially('9161234567');
    await send(visitor).click();
    const message = 'Пользователя с таким номером телефона нет в системе';
    await visitor.page.locator('form').getByText(message).waitFor();
    // The answer of the server when the SMS gateway refuses (tests/server/sms).
    const said = 'Не удалось отправить СМС. Попробуйте через минуту';
    await visitor.page.route('**/send_confirm_code/', (route) =>
      route.fulfill({ status: 503, json: { detail: said } }),
    );
    await send(visitor).click();
    await visitor.page.getByRole('alert').getByText(said).waitFor();
    expect(await code(visitor).count()).toBe(0);
    visitor.forgive(/404|503/);
  });

  test('AUTH-55, AUTH-60, AUTH-76: the page of the new password wants a token, and a living one', async () => {
    const visitor = await stage.visitor();
    await visitor.open('/password-change/');
    await visitor.page.waitForURL((url) => url.pathname === '/auth');
    await visitor.open('/password-change?token=dead');
    const dead = visitor.page.getByRole('heading', { name: 'Не смогли получить сотрудника с таким токеном' });
    await dead.waitFor();
    await visitor.open('/registration?token=dead');
    await dead.waitFor();
    expect(await visitor.page.locator('input').count()).toBe(0);
    visitor.forgive(SESSION_OVER);
  });

  test('AUTH-31…36, AUTH-38…41, AUTH-44: the countdown runs by the second, ends in another code, and a limit starts it anew', async () => {
    const visitor = await stage.visitor();
    const { page } = visitor;
    const sent: unknown[] = [];
    const checked: unknown[] = [];
    await page.route('**/anonymous/forgot_pass/send_confirm_code/', async (route) => {
      sent.push([route.request().postDataJSON(), route.request().headers().authorization]);
      const json = { username: '+79000000003', cooldown_seconds: sent.length > 2 ? 30 : 120 };
      if (sent.length < 3) return route.fulfill({ json });
      const detail = 'Превышен лимит попыток, необходимо подождать';
      return route.fulfill({ status: 403, json: { ...json, detail } });
    });
    await page.route('**/anonymous/forgot_pass/confirm_reset_password/', async (route) => {
      checked.push([route.request().postDataJSON(), await code(visitor).inputValue()]);
      await route.fulfill({ status: 404, json: { detail: 'Введён неверный код из СМС' } });
    });
    await page.clock.install({ time: '2026-03-10T09:00:00Z' });
    await visitor.open('/confirmation');
    await page.getByText('Введите телефон').waitFor();
    expect(await send(visitor).count()).toBe(0);
    await page.getByLabel('Телефон').pressSequentially(digits(3));
    await send(visitor).waitFor();
    await page.clock.pauseAt('2026-03-10T10:00:00Z');
    await send(visitor).click();
    await page.getByText('через 02:00').waitFor();
    await code(visitor).pressSequentially('123456');
    await page.getByText('Не верный код').first().waitFor();
    expect(checked).toEqual([[{ confirm_code: '123456', username: '+79000000003' }, '123-456']]);
    await page.clock.runFor(1_000);
    await page.getByText('через 01:59').waitFor();
    await page.clock.runFor(119_000);
    await page.getByRole('timer').waitFor({ state: 'detached' });
    const again = page.getByRole('button', { name: 'Отправить ещё раз' });
    await again.click();
    await page.getByText('через 02:00').waitFor();
    await page.clock.runFor(120_000);
    await page.getByRole('timer').waitFor({ state: 'detached' });
    await again.click();
    await page.getByText('Превышен лимит попыток, необходимо подождать').first().waitFor();
    await page.getByText('через 00:30').waitFor();
    expect(sent).toEqual(Array(3).fill([{ username: '+79000000003' }, undefined]));
    visitor.forgive(/403|404/);
  });

  test('AUTH-61, AUTH-62, AUTH-64, AUTH-72, AUTH-73: the form of the password, and what it says of the server’s errors', async () => {
    const visitor = await stage.visitor();
    const { page } = visitor;
    const answers = [
      { status: 400, json: { password: ['Этот пароль уже был'] } },
      { status: 500, json: { detail: 'Пароль не записан' } },
    ];
    await page.route('**/api/crm/profile/current/', (route) => route.fulfill({ json: { first_name: 'Анна' } }));
    await page.route('**/api/crm/profile/set_password/', (route) => route.fulfill(answers.shift()));
    await visitor.open('/password-change/?token=t');
    const line = page.locator('#password-form-error');
    const first = page.getByLabel('Задайте пароль', { exact: true });
    const save = page.getByRole('button', { name: 'Сохранить', exact: true });
    await first.press('Enter');
    await line.getByText('введите пароль и повторите его').waitFor();
    expect(await first.getAttribute('type')).toBe('password');
    expect(await page.getByLabel('Повторите', { exact: true }).getAttribute('type')).toBe('password');
    await setPassword(visitor, 'Задайте пароль', 'Повторите', 'abcdefg1');
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await save.click({ force: true });
    expect(visitor.calls.filter((call) => call.includes('set_password'))).toEqual([]);
    await setPassword(visitor, 'Задайте пароль', 'Повторите', 'Novyi2026!');
    await line.getByText('Этот пароль уже был').waitFor();
    expect(await save.getAttribute('aria-disabled')).toBeNull();
    await setPassword(visitor, 'Задайте пароль', 'Повторите', 'Novyi2027!');
    await page.getByRole('alert').getByText('Пароль не записан').waitFor();
    expect(await line.count()).toBe(0);
    expect(visitor.where()).toBe('/password-change/?token=t');
    visitor.forgive(/400|500/);
  });
});

describe('activation', () => {
  test('AUTH-53, AUTH-54, AUTH-56…59, AUTH-63, AUTH-66…72: the link of the invitation opens an account', async () => {
    const visitor = await stage.visitor({ storage: { 'home-moderator': 'of somebody else', 'chat-token': 'x' } });
    const { page } = visitor;
    const link = new URL(await sms(9, /https?:\S+/));
    const token = `Token ${link.searchParams.get('token')}`;
    // First the look-up fails: the alert says so, and there is a way back.
    const lookUp = '**/api/crm/profile/current/';
    await page.route(lookUp, (route) => route.fulfill({ status: 500, json: { detail: 'Сервер занят' } }));
    await visitor.open(`${link.pathname}${link.search}`);
    await page.getByRole('alert').getByText('Сервер занят').waitFor();
    await page.getByRole('link', { name: 'Вернуться ко входу' }).waitFor();
    visitor.forgive(/500/);
    await page.unroute(lookUp);
    const looked = page.waitForRequest(lookUp);
    await page.reload();
    expect((await looked).headers().authorization).toBe(token);
    await page.getByRole('heading', { name: 'Здравствуйте, Ринат' }).waitFor();
    const headers = { authorization: token };
    const known = await fetch(`${stage.product.address}/api/crm/profile/current/`, { headers });
    const { company } = (await known.json()) as CurrentProfile;
    for (const words of [company?.label ?? '', '+7 (900) 000-00-09']) await page.getByText(words).first().waitFor();
    expect(await visitor.stored('home-moderator')).toBeNull();
    expect(await visitor.stored('chat-token')).toBeNull();
    // Weak ones and two that differ are not sent, by Enter either.
    const rule = page.getByText('латиница, 8+ символов, минимум одна заглавная буква и одна цифра');
    for (const weak of ['Abc1234', 'Пароль12', 'ABCDEFG1', 'abcdefg1', 'Abcdefgh']) {
      await setPassword(visitor, 'Установите пароль', 'Повторите пароль', weak);
      await rule.first().waitFor();
      await setPassword(visitor, 'Установите пароль', 'Повторите пароль', '');
    }
    await page.getByLabel('Установите пароль', { exact: true }).fill('Vesna2026!Les');
    await page.getByLabel('Повторите пароль', { exact: true }).fill('Vesna2027!Les');
    await page.keyboard.press('Enter');
    await page.getByText('А пароль то не совпадает в полях, чудик').waitFor();
    expect(visitor.calls.filter((call) => call.includes('set_password'))).toEqual([]);
    const set = page.waitForRequest('**/api/crm/profile/set_password/');
    await setPassword(visitor, 'Установите пароль', 'Повторите пароль', 'Vesna2026!Les');
    expect((await set).headers().authorization).toBe(token);
    expect((await set).postDataJSON()).toEqual({ password: 'Vesna2026!Les' });
    await page.getByRole('heading', { name: 'Учётная запись активирована' }).waitFor();
    await page.getByRole('link', { name: 'Войти в систему' }).click();
    await visitor.reach('/auth');
    // The link was for one use.
    await visitor.open(`${link.pathname}${link.search}`);
    await page.getByRole('heading', { name: 'Не смогли получить сотрудника с таким токеном' }).waitFor();
    visitor.forgive(SESSION_OVER);
  });
});
