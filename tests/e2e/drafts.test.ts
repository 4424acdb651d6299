import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

const name = ({ page }: Visitor) => page.getByLabel('Название');
const offer = ({ page }: Visitor) => page.getByText('Есть несохранённый черновик');

describe('a form keeps what was typed', () => {
  test('over a tab that is closed and a sign-in that has expired, until it is sent', async () => {
    const visitor = await stage.visitor({ as: 2 });
    await visitor.open('/create-camera-form');
    await name(visitor).fill('Камера у лифта');
    await visitor.page.getByLabel('Ссылка на поток').fill('https://example.org/stream');
    // Closed at once, before any pause.
    await visitor.page.goto('about:blank');
    await visitor.open('/create-camera-form');
    await offer(visitor).waitFor();
    expect(await name(visitor).inputValue()).toBe('');
    await visitor.page.getByRole('button', { name: 'Восстановить' }).click();
    expect(await name(visitor).inputValue()).toBe('Камера у лифта');
    await visitor.page.getByRole('checkbox', { name: 'Выбрать все' }).check();

    const token = await visitor.stored('home-moderator');
    await visitor.page.evaluate(() => localStorage.setItem('home-moderator', 'dead'));
    await visitor.page.getByRole('button', { name: 'Добавить камеру' }).click();
    await visitor.page.waitForURL((url) => url.pathname === '/auth');
    visitor.forgive(/401/);

    await visitor.page.evaluate((known) => localStorage.setItem('home-moderator', known ?? ''), token);
    await visitor.open('/create-camera-form');
    await visitor.page.getByRole('button', { name: 'Восстановить' }).click();
    await visitor.page.getByRole('button', { name: 'Добавить камеру' }).click();
    await visitor.page.waitForURL((url) => url.pathname === '/cameras');
    await visitor.open('/create-camera-form');
    await name(visitor).waitFor();
    expect(await offer(visitor).count()).toBe(0);
  });
});
