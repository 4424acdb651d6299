// Runs in test:all alone: the section in depth; one journey through it is in journeys-of-people.test.ts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CurrentProfile } from '#resources/protocol/people/profile.ts';
import { code, lastSms, setPassword } from '#tests/support/browser/codes.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { clickExpired, SESSION_OVER } from '#tests/support/browser/visitor.ts';

const stage = raiseStage();
const PROFILE = '**/api/crm/profile/current/';

/** Changes what the server says of the person before the page hears it. */
const saying = ({ page }: Visitor, change: (profile: CurrentProfile) => object) =>
  page.route(PROFILE, async (route) => {
    const response = await route.fetch();
    const profile = (await response.json()) as CurrentProfile;
    await route.fulfill({ response, json: { ...profile, ...change(profile) } });
  });

describe('/avatar', () => {
  const input = ({ page }: Visitor) => page.locator('input[type=file]');
  /** Chooses a file of the disk: handing the bytes of a large one over to the browser takes seconds. */
  async function choose(visitor: Visitor, name: string, bytes: Uint8Array): Promise<void> {
    const path = join(stage.product.dataDir, name);
    await writeFile(path, bytes);
    await input(visitor).setInputFiles(path);
  }
  const zoom = ({ page }: Visitor) => page.getByRole('slider', { name: 'Масштаб' });
  const save = ({ page }: Visitor) => page.getByRole('button', { name: 'Сохранить' });
  const offer = ({ page }: Visitor) => page.getByText('Есть черновик');
  /** The larger preview, as a picture. */
  const preview = ({ page }: Visitor) =>
    page
      .locator('figure canvas')
      .first()
      .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

  test('PROF-08…15: what is no picture or too large is refused; a square of one, zoomed, moved and turned, is kept over a closed tab and an expired sign-in, saved, and deleted by holding', async () => {
    const visitor = await stage.visitor({ as: 6 });
    const { page } = visitor;
    await visitor.open('/profile');
    await visitor.arrive('Профиль');
    const portrait = await page.screenshot();
    await page.getByRole('link', { name: 'Изменить фотографию' }).click();
    await visitor.arrive('Добавьте аватар');
    expect(await page.getByRole('link', { name: 'Вернуться в профиль' }).getAttribute('href')).toBe('/profile');
    await choose(visitor, 'план.pdf', Buffer.from('%PDF-1.4'));
    await page.getByText('Нужна картинка').first().waitFor();
    await choose(visitor, 'большая.png', Buffer.alloc(7_168_001));
    await page.getByText('Файл слишком большой(').first().waitFor();
    expect(await input(visitor).inputValue()).toBe('');
    expect(await page.locator('figure canvas').count()).toBe(0);
    // As large as may be: whatever follows the end of a picture is no part of it.
    const largest = Buffer.alloc(7_168_000);
    portrait.copy(largest);
    await choose(visitor, 'портрет.png', largest);
    const area = page.getByRole('group', { name: /^Область кадрирования/ });
    const box = await area.boundingBox();
    expect([box?.width, box?.height]).toEqual([400, 400]);
    await zoom(visitor).fill('2');
    await page.getByRole('button', { name: 'Повернуть на 90°' }).click();
    await area.focus();
    await page.keyboard.press('ArrowRight');
    const chosen = await preview(visitor);

    // Closed at once, before any pause.
    await page.goto('about:blank');
    await visitor.open('/avatar');
    await offer(visitor).waitFor();
    expect(await page.locator('figure canvas').count()).toBe(0);
    await page.getByRole('button', { name: 'Восстановить' }).click();
    await page.locator('figure canvas').first().waitFor();
    expect(await zoom(visitor).inputValue()).toBe('2');
    await page.waitForFunction(
      (wanted) => document.querySelector<HTMLCanvasElement>('figure canvas')?.toDataURL() === wanted,
      chosen,
    );
    const token = await visitor.stored('home-moderator');
    await clickExpired(save(visitor));
    await page.waitForURL((url) => url.pathname === '/auth');
    visitor.forgive(SESSION_OVER);
    await page.evaluate((known) => localStorage.setItem('home-moderator', known ?? ''), token);
    await visitor.open('/avatar');
    await page.getByRole('button', { name: 'Восстановить' }).click();
    await page.locator('figure canvas').first().waitFor();
    const saved = page.waitForRequest('**/api/crm/avatar/');
    await save(visitor).click();
    const { avatar } = (await saved).postDataJSON() as { avatar: string };
    expect(avatar).toMatch(/^data:image\/jpeg;base64,/);
    await visitor.reach('/profile');
    const size = await page.evaluate(async (address) => {
      const picture = Object.assign(new Image(), { src: address });
      await picture.decode();
      return [picture.naturalWidth, picture.naturalHeight];
    }, avatar);
    expect(size).toEqual([400, 400]);

    await visitor.open('/avatar');
    await page.getByRole('button', { name: 'Действия с аватаром' }).click();
    await page.getByRole('menuitem', { name: 'Удалить' }).focus();
    expect(await offer(visitor).count()).toBe(0);
    const deletion = page.waitForRequest(/avatar\/delete_current/);
    const anew = deletion.then(() => page.waitForResponse(PROFILE));
    await page.keyboard.down('Space');
    expect((await deletion).method()).toBe('DELETE');
    expect((await deletion).postDataJSON()).toEqual({ avatar: expect.stringMatching(/\S/) });
    await page.keyboard.up('Space');
    expect(await (await anew).json()).toMatchObject({ avatar: null });
  });
});

describe('/profile', () => {
  test('PROF-01…04, PROF-07, PROF-16: the card of the person, what is open to him, and the ways on', async () => {
    const visitor = await stage.visitor({ as: 6 });
    const { page } = visitor;
    const asked = page.waitForRequest(PROFILE);
    await visitor.open('/profile');
    expect((await asked).headers().authorization).toMatch(/^Token \S/);
    const headers = { authorization: `Token ${await stage.token(6)}` };
    const known = await fetch(`${stage.product.address}/api/crm/profile/current/`, { headers });
    const profile = (await known.json()) as CurrentProfile;
    const card = page.getByRole('region', { name: 'Наталья Серова' });
    for (const words of ['Бухгалтер', '+7 (900) 000-00-06', profile.company?.label ?? '', 'Выйти', 'Регистрация']) {
      await card.getByText(words, { exact: true }).waitFor();
    }
    expect(await card.getByRole('listitem').count()).toBe(
      Object.values(profile.sections).filter((level) => level !== 'denied').length,
    );
    await page.getByRole('heading', { name: `Мои объекты ${profile.buildings.length}` }).waitFor();
    expect(await page.getByRole('link', { name: 'Изменить фотографию' }).getAttribute('href')).toBe('/avatar');
    await page.getByRole('link', { name: 'Сменить пароль' }).click();
    await visitor.reach('/password-change-logged');
  });

  test('AUTH-51, AUTH-52, PROF-04…06, SHELL-13: /registration without a token leads here; objects lead to their settings with the right alone', async () => {
    const visitor = await stage.visitor({ as: 2 });
    const { page } = visitor;
    const porches = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1, number: at + 1 }));
    await saying(visitor, ({ sections, buildings }) => {
      const building = buildings.find(({ id }) => id === 1);
      return {
        sections: { ...sections, cameras: 'denied', tasks: 'denied' },
        buildings: [1, 2, 5, 11, 21].map((count, at) => ({ ...building, id: at + 1, porches: porches(count) })),
      };
    });
    await visitor.open('/registration');
    await visitor.reach('/profile');
    const accesses = page.getByRole('region', { name: 'Павел Гордеев' }).getByRole('listitem');
    await accesses.first().waitFor();
    const names = await accesses.allInnerTexts();
    expect(names).toContain('Новости');
    expect(names).not.toContain('Камеры');
    expect(names).not.toContain('Заявки');
    await page.getByRole('heading', { name: 'Мои объекты 5' }).waitFor();
    const main = page.getByRole('main');
    const objects = main.getByRole('link', { name: /Лесная/ });
    const said = (await objects.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    const house = '12 ул. Лесная ЖК «Северный квартал»';
    const counted = ['1 подъезд', '2 подъезда', '5 подъездов', '11 подъездов', '21 подъезд'];
    expect(said).toEqual(counted.map((count) => `${house} ${count}`));
    await objects.first().click();
    await visitor.reach('/settings/buildings?id=1');

    // Without the right they stand there and lead nowhere.
    await page.route('**/api/crm/permissions/', async (route) => {
      const response = await route.fetch();
      const levels = JSON.stringify(await response.json()).replace(/"buildings":"\w+"/, '"buildings":"denied"');
      await route.fulfill({ response, body: levels });
    });
    await visitor.open('/profile');
    await main.getByText('ул. Лесная').first().waitFor();
    await page.waitForFunction(() => /"buildings":"denied"/.test(localStorage.getItem('permissions') ?? ''));
    await objects.first().waitFor({ state: 'detached' });
    expect(await main.locator('a[href^="/settings/buildings"]').count()).toBe(0);

    const stranger = await stage.visitor();
    await stranger.open('/registration');
    await stranger.reach('/auth?redirectPage=/profile');
  });
});

// Last: it ends the sessions of the one it is about.
describe('/password-change-logged', () => {
  const SEND = '**/api/authorized/forgot_pass/send_confirm_code/';
  const CONFIRM = '**/api/authorized/forgot_pass/confirm_reset_password/';
  const SET = '**/api/crm/profile/set_password/';

  test('AUTH-47…50: one code on opening, a wrong and the right one, then the new password, then signed out', async () => {
    const visitor = await stage.visitor({ as: 3 });
    const { page } = visitor;
    await visitor.open('/password-change-logged');
    await code(visitor).waitFor();
    await page.getByRole('timer').waitFor();
    expect(visitor.calls.filter((call) => call.includes('send_confirm_code'))).toEqual([
      'POST /api/authorized/forgot_pass/send_confirm_code/',
    ]);
    const right = await lastSms(stage.product.address, 3, /\d{6}/);
    await code(visitor).pressSequentially(right === '111111' ? '222222' : '111111');
    await page.getByText('Не верный код').first().waitFor();
    // Asked for a second time within a minute, the code that was sent still counts.
    visitor.forgive(/403|404/);
    await code(visitor).pressSequentially(right);
    const set = page.waitForRequest(SET);
    await setPassword(visitor, 'Задайте пароль', 'Повторите', 'Novyi2026!');
    expect((await set).postDataJSON()).toEqual({ password: 'Novyi2026!' });
    await visitor.reach('/auth');
    expect(await visitor.stored('home-moderator')).toBeNull();
  });

  test('AUTH-41, AUTH-43, AUTH-50, AUTH-64, AUTH-73, AUTH-77: limits start the countdown, no token in the answer means the stored one, a dead one leads to sign-in', async () => {
    const visitor = await stage.visitor({ as: 4 });
    const { page } = visitor;
    await page.clock.install({ time: '2026-03-10T09:00:00Z' });
    const limit = (detail: string, cooldown_seconds: number) => ({ status: 403, json: { detail, cooldown_seconds } });
    const sendings = [limit('Превышен лимит попыток, необходимо подождать', 30), { json: { cooldown_seconds: 0 } }];
    const checks = [
      limit('Слишком много попыток, необходимо подождать', 20),
      limit('Превышен лимит попыток, необходимо подождать', 10),
      { json: {} },
    ];
    const settings = [{ status: 500, json: { detail: 'Пароль не записан' } }, { status: 401 }];
    await page.route(SEND, (route) => route.fulfill(sendings.shift()));
    await page.route(CONFIRM, (route) => route.fulfill(checks.shift()));
    await page.route(SET, (route) => route.fulfill(settings.shift()));
    await visitor.open('/password-change-logged');
    const said = page.locator('form [role=alert]');
    const again = page.getByRole('button', { name: 'Отправить ещё раз' });
    await said.getByText('Превышен лимит попыток').waitFor();
    expect(await again.getAttribute('aria-disabled')).toBe('true');
    await page.clock.runFor(31_000);
    await page.getByRole('timer').waitFor({ state: 'detached' });
    const sent = page.waitForResponse(SEND);
    await again.click();
    // A code typed before the answer would be taken for the former one.
    await sent;
    await again.and(page.locator(':not([aria-busy=true])')).waitFor();
    await said.waitFor({ state: 'detached' });
    for (const [words, left] of [
      ['Слишком много попыток, необходимо подождать', /^через 00:(20|1\d)$/],
      ['Превышен лимит попыток, необходимо подождать', /^через 00:(10|0\d)$/],
    ] as const) {
      await code(visitor).pressSequentially('123456');
      await said.getByText(words).waitFor();
      await page.getByText(left).waitFor();
      await page.clock.runFor(21_000);
      await page.getByRole('timer').waitFor({ state: 'detached' });
    }
    await code(visitor).pressSequentially('123456');
    const set = page.waitForRequest(SET);
    await setPassword(visitor, 'Задайте пароль', 'Повторите', 'Novyi2026!');
    expect((await set).headers().authorization).toBe(`Token ${await stage.token(4)}`);
    // An error without a text for the form leaves the line blank: the alert shows it.
    await page.getByRole('alert').getByText('Пароль не записан').waitFor();
    expect(await page.locator('#password-form-error').count()).toBe(0);
    await setPassword(visitor, 'Задайте пароль', 'Повторите', 'Novyi2027!');
    await page.locator('#password-form-error').getByText('Не смогли получить сотрудника с таким токеном').waitFor();

    await page.unroute(SEND);
    await page.evaluate(() => localStorage.setItem('home-moderator', 'dead'));
    await page.reload();
    await page.waitForURL((url) => url.pathname === '/auth');
    expect(visitor.where()).toBe('/auth?redirectPage=/password-change-logged');
    expect(await visitor.stored('home-moderator')).toBeNull();
    visitor.forgive(/40[13]|500/);
  });
});
