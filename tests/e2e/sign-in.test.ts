// Runs in test:all alone: the journeys sign in by the form, and its rules are tested by component and on the server.
import { holdBack } from '#tests/support/browser/held.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { clickExpired, SESSION_OVER } from '#tests/support/browser/visitor.ts';

const WRONG = 'Неправильно введён телефон или пароль';
const DEAD = 'Не смогли получить сотрудника с таким токеном';
const stage = raiseStage();

const phone = ({ page }: Visitor) => page.getByLabel('Телефон', { exact: true });
const password = ({ page }: Visitor) => page.getByLabel('Пароль', { exact: true });
const submit = ({ page }: Visitor) => page.getByRole('button', { name: 'Войти в систему' });
const posts = ({ calls }: Visitor) => calls.filter((call) => call.startsWith('POST'));
/** Waits until the local storage has this in a value. */
const keeps = ({ page }: Visitor, key: string, part: string) =>
  page.waitForFunction(([name, text]) => localStorage.getItem(name)?.includes(text), [key, part] as const);

/** Types phone and password over whatever stands there. */
async function fillIn(visitor: Visitor, digits: string, secret: string): Promise<void> {
  await phone(visitor).fill('');
  await phone(visitor).pressSequentially(digits);
  await password(visitor).fill(secret);
}

/** Types phone and password and presses the button. */
async function signIn(visitor: Visitor, account: number, secret = 'Demo2026!'): Promise<void> {
  await fillIn(visitor, `90000000${String(account).padStart(2, '0')}`, secret);
  await submit(visitor).click();
}

describe('who is not signed in', () => {
  test('AUTH-02, AUTH-03, AUTH-05…07, SHELL-21: gets from every address to /auth with the way back, and nothing is asked of the server', async () => {
    const visitor = await stage.visitor();
    for (const [path, address] of [
      ['/', '/auth'],
      ['/tasks', '/auth?redirectPage=/tasks'],
      ['/cameras', '/auth?redirectPage=/cameras'],
      ['/zzz', '/auth?redirectPage=/zzz'],
      ['/password-change-logged', '/auth?redirectPage=/password-change-logged'],
      ['/edit-camera-form?id=5', '/auth?redirectPage=/edit-camera-form%3Fid%3D5'],
    ] as const) {
      await visitor.open(path);
      await submit(visitor).waitFor();
      expect(visitor.where()).toBe(address);
    }
    expect(visitor.calls).toEqual([]);
  });

  test('AUTH-04, AUTH-55, AUTH-74, SHELL-21: opens the public pages without being sent to sign in or asking for buildings', async () => {
    const visitor = await stage.visitor();
    for (const [path, said] of [
      ['/registration?token=x', DEAD],
      ['/confirmation', 'Введите телефон'],
      ['/password-creating/', 'Страница не найдена'],
      ['/password-change/?token=x', DEAD],
    ] as const) {
      await visitor.open(path);
      await visitor.page.getByText(said).first().waitFor();
      expect(visitor.where()).toBe(path);
    }
    expect(visitor.visited.join()).not.toContain('/auth');
    expect(visitor.calls.join()).not.toContain('buildings');
    visitor.forgive(SESSION_OVER);
  });
});

describe('the form', () => {
  test('AUTH-08…11, AUTH-13…15: a masked phone, a hidden password, the button, the way to recovery; what is wrong is told and not sent', async () => {
    const visitor = await stage.visitor();
    const { page } = visitor;
    // The size of a 1440x900 browser at 200 %: the form fits, and takes the focus.
    await page.setViewportSize({ width: 720, height: 450 });
    await visitor.open('/auth');
    await page.waitForFunction(() => document.activeElement?.id === 'phone');
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(450);
    await page.setViewportSize({ width: 1440, height: 900 });
    await submit(visitor).click();
    await page.getByText('обязательное поле').nth(1).waitFor();
    expect(await page.getByText('обязательное поле').count()).toBe(2);
    for (const digits of ['916204153', '0000000000']) {
      await phone(visitor).fill('');
      await page.getByText('введите корректный номер').waitFor({ state: 'hidden' });
      await fillIn(visitor, digits, 'Demo2026!');
      await submit(visitor).click();
      await page.getByText('введите корректный номер').waitFor();
    }
    await phone(visitor).fill('+375291234567');
    await submit(visitor).click();
    await page.getByText('введите корректный номер').waitFor();
    expect(await phone(visitor).inputValue()).toBe('+375291234567');
    await phone(visitor).fill('8 (342) 212-34-56');
    expect(await phone(visitor).inputValue()).toBe('+7 (342) 212-34-56');
    await fillIn(visitor, '89162041538', 'Demo2026!');
    expect(await phone(visitor).inputValue()).toBe('+7 (916) 204-15-38');
    expect(await password(visitor).getAttribute('type')).toBe('password');
    expect(visitor.calls).toEqual([]);
    await page.getByRole('link', { name: 'Восстановить доступ' }).click();
    await visitor.reach('/confirmation');
  });

  test('AUTH-28, AUTH-29: a wrong password marks both fields; a server that fails or does not answer is told of above them', async () => {
    const visitor = await stage.visitor();
    const { page } = visitor;
    await visitor.open('/auth');
    await signIn(visitor, 1, 'Wrong2026!');
    await page.getByText(WRONG).nth(1).waitFor();
    expect(await phone(visitor).getAttribute('aria-invalid')).toBe('true');
    expect(await password(visitor).getAttribute('aria-invalid')).toBe('true');
    for (const status of [401, 403]) {
      await page.route('**/api/auth', (route) => route.fulfill({ status, json: { detail: WRONG } }), { times: 1 });
      await fillIn(visitor, '9000000001', 'Wrong2026!');
      expect(await phone(visitor).getAttribute('aria-invalid')).toBe('false');
      await submit(visitor).click();
      await page.getByText(WRONG).nth(1).waitFor();
    }
    const alert = page.locator('#sign-in-alert');
    await page.route('**/api/auth', (route) => route.fulfill({ status: 500, json: { detail: 'Сервер занят' } }), {
      times: 1,
    });
    await signIn(visitor, 1);
    await alert.getByText('Сервер занят').waitFor();
    await page.route('**/api/auth', (route) => route.abort(), { times: 1 });
    await signIn(visitor, 1);
    await alert.getByText('Возникла непредвиденная ошибка').waitFor();
    expect(await page.getByText(WRONG).count()).toBe(0);
    expect(await visitor.stored('home-moderator')).toBeNull();
    visitor.forgive(/40[013]|500|ERR_FAILED/);
  });

  test('AUTH-16…18: sends username as +7XXXXXXXXXX and password by Enter, is busy meanwhile, and sends it once', async () => {
    const visitor = await stage.visitor();
    const release = await holdBack(visitor.page, '**/api/auth');
    await visitor.open('/auth');
    await fillIn(visitor, '9000000006', 'Demo2026!');
    const sent = visitor.page.waitForRequest('**/api/auth');
    await password(visitor).press('Enter');
    await visitor.page.locator('form[aria-busy=true]').waitFor();
    await submit(visitor).click({ force: true });
    release();
    const request = await sent;
    expect(request.postDataJSON()).toEqual({ username: '+79000000006', password: 'Demo2026!' });
    expect(request.headers()).not.toHaveProperty('authorization');
    await visitor.arrive();
    expect(posts(visitor).filter((call) => call === 'POST /api/auth')).toHaveLength(1);
  });

  test('the form answers to typing before any code of the console is there', async () => {
    const visitor = await stage.visitor();
    // Held back for ever: the page is closed before anything arrives.
    await visitor.page.route('**/assets/**', () => undefined);
    await visitor.page.goto('/auth', { waitUntil: 'commit' });
    await phone(visitor).pressSequentially('9000000001');
    expect(await phone(visitor).inputValue()).toBe('+7 (900) 000-00-01');
    await visitor.page.close();
  });
});

describe('signing in', () => {
  test('AUTH-19: leads to the page that was wanted, with its query', async () => {
    const visitor = await stage.visitor();
    await visitor.open('/edit-camera-form?id=1');
    await signIn(visitor, 1);
    await visitor.page.getByRole('button', { name: 'Сохранить изменения' }).waitFor();
    expect(visitor.where()).toBe('/edit-camera-form?id=1');
  });

  // Other addresses that are not pages of the console: tests/console/screen.
  test.each([
    [1, 'admin', ''],
    [2, 'superuser', '?redirectPage=//evil.example'],
    [6, 'employee', `?redirectPage=${encodeURIComponent('/\\evil.example')}`],
  ])(
    'AUTH-07, AUTH-20…24, CONST-01, CONST-02: account %p keeps token, role %p and the levels; from /auth%s to /news, never by way of /profile',
    async (account, role, wish) => {
      const visitor = await stage.visitor();
      await visitor.open(`/auth${wish}`);
      await signIn(visitor, account);
      await visitor.arrive();
      expect(visitor.page.url().startsWith(stage.product.address)).toBe(true);
      expect(visitor.visited).toContain('/news');
      expect(visitor.visited).not.toContain('/profile');
      expect(await visitor.stored('home-moderator')).toMatch(/^[\w-]{43}$/);
      expect(await visitor.stored('role')).toBe(role);
      expect(visitor.calls).toContain('GET /api/crm/permissions/');
      const level = account === 6 ? 'read' : 'write';
      await keeps(visitor, 'permissions', `"cameras":"${level}"`);
    },
  );

  test('AUTH-26, AUTH-27: a suspended account is told why; a resident stays outside without a word and leaves nothing behind', async () => {
    const visitor = await stage.visitor();
    await visitor.open('/auth');
    await signIn(visitor, 7);
    const alert = visitor.page.locator('#sign-in-alert');
    await alert.getByText(/учётная запись заблокирована/i).waitFor();
    visitor.forgive(/403/);
    const answered = visitor.page.waitForResponse('**/api/auth');
    await signIn(visitor, 8);
    await (await answered).finished();
    await visitor.page.locator('form:not([aria-busy=true])').waitFor();
    expect(visitor.where()).toBe('/auth');
    expect(await visitor.page.getByText(/резидент/i).count()).toBe(0);
    expect(await visitor.page.locator('[role=alert]:visible').count()).toBe(0);
    expect(await visitor.stored('home-moderator')).toBeNull();
    await visitor.open('/news');
    await visitor.reach('/auth?redirectPage=/news');
  });
});

describe('who is signed in', () => {
  test('AUTH-01, AUTH-12: gets from the root to /news, from /auth to /profile', async () => {
    const visitor = await stage.visitor({ as: 1 });
    await visitor.open('/');
    await visitor.arrive();
    expect(visitor.visited).toContain('/news');
    expect(visitor.visited.join()).not.toContain('/auth');
    await visitor.open('/auth');
    await visitor.reach('/profile');
  });

  test('AUTH-25, PERM-04: a reload brings the rights of the server, and the role that was stored changes nothing of them', async () => {
    const visitor = await stage.visitor({ as: 6, storage: { role: 'superuser', permissions: '{"cameras":"denied"}' } });
    await visitor.open('/cameras');
    await visitor.arrive('Камеры');
    await keeps(visitor, 'permissions', '"cameras":"read"');
    const adding = visitor.page.getByText(/Добавить камеру/).first();
    expect(await adding.evaluate((element) => element.closest('[aria-disabled]')?.ariaDisabled)).toBe('true');
    // The same sections for an administrator by role: the same page.
    const menu = visitor.page.getByRole('navigation').first();
    const entries = async () => {
      // The person's own entry comes last, once the profile has come.
      await menu.getByRole('link', { name: 'Наталья Серова' }).waitFor();
      return menu.getByRole('link').allInnerTexts();
    };
    const asSuperuser = await entries();
    await visitor.page.evaluate(() => localStorage.setItem('role', 'employee'));
    await visitor.page.reload();
    await visitor.arrive('Камеры');
    expect(await entries()).toEqual(asSuperuser);
  });

  test('AUTH-77: with a dead token is sent to sign in, with the way back, and the token is forgotten', async () => {
    const visitor = await stage.visitor({ storage: { 'home-moderator': 'dead' } });
    await visitor.open('/cameras');
    await submit(visitor).waitFor();
    expect(visitor.where()).toMatch(/^\/auth\?redirectPage=(%2F|\/)cameras$/);
    expect(await visitor.stored('home-moderator')).toBeNull();
    visitor.forgive(SESSION_OVER);
  });
});

describe('a form keeps what was typed', () => {
  const name = ({ page }: Visitor) => page.getByRole('textbox', { name: /Название/ });
  const offer = ({ page }: Visitor) => page.getByText('Есть черновик');
  const restore = ({ page }: Visitor) => page.getByRole('button', { name: 'Восстановить' });

  test('over a tab that is closed and a sign-in that has expired, until it is sent', async () => {
    const visitor = await stage.visitor({ as: 2 });
    const { page } = visitor;
    await visitor.open('/create-camera-form');
    await name(visitor).fill('Камера у лифта');
    await page.getByLabel('Ссылка на поток').fill('https://example.org/stream');
    // Closed at once, before any pause.
    await page.goto('about:blank');
    await visitor.open('/create-camera-form');
    await offer(visitor).waitFor();
    expect(await name(visitor).inputValue()).toBe('');
    await restore(visitor).click();
    expect(await name(visitor).inputValue()).toBe('Камера у лифта');
    await page.getByRole('checkbox', { name: 'Выбрать все' }).check();

    await clickExpired(page.getByRole('button', { name: 'Добавить камеру' }));
    await submit(visitor).waitFor();
    visitor.forgive(SESSION_OVER);
    await signIn(visitor, 2);
    await restore(visitor).click();
    await page.getByRole('button', { name: 'Добавить камеру' }).click();
    await visitor.reach('/cameras');
    await visitor.open('/create-camera-form');
    await name(visitor).waitFor();
    expect(await offer(visitor).count()).toBe(0);
  });

  test('AUTH-78, CONST-09, CONST-11: over a lost connection; logging out forgets it with everything but the chosen buildings, and leads to sign-in', async () => {
    const visitor = await stage.visitor();
    const { page } = visitor;
    await visitor.open('/auth?redirectPage=/create-camera-form');
    await signIn(visitor, 1);
    await name(visitor).waitFor();
    // Pictures, lists and the ticket of a line still on their way are asked for with a session that ends meanwhile.
    visitor.forgive(/404 .*\/api\/files\/|401 .*\/api\/(crm|authorized\/socket-tickets)\//);
    await page.evaluate(() => {
      localStorage.setItem('chat-token', '{"token":"c","expires":"2030-01-01"}');
      localStorage.setItem('checked-buildings', '[1]');
    });
    await page.context().setOffline(true);
    await name(visitor).fill('Ворота во двор');
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('draft:')));
    await page.context().setOffline(false);
    // Code that runs beside the pages may have been due in that moment, and is fetched later.
    visitor.forgive(/ERR_INTERNET_DISCONNECTED|Unable to preload|dynamically imported/);
    await page.reload();
    await restore(visitor).click();
    expect(await name(visitor).inputValue()).toBe('Ворота во двор');
    await page.getByRole('button', { name: 'Выйти' }).first().click();
    await submit(visitor).waitFor();
    expect(visitor.where().split('?')[0]).toBe('/auth');
    const keys = await page.evaluate(() => Object.keys(localStorage).sort());
    expect(keys.filter((key) => !/theme/.test(key))).toEqual(['checked-buildings']);
  });
});
