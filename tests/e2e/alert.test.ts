import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();
const LONG = 'Очень длинное объяснение того, что пошло не так. '.repeat(200);

const alert = ({ page }: Visitor) => page.getByRole('alert').filter({ hasText: 'Очень длинное' });

/** Somebody for whom a call fails with a very long text, on a page of the console or on a small one before it. */
const FAILING = {
  'the console': async () => {
    const visitor = await stage.visitor({ as: 2 });
    await visitor.page.route('**/api/crm/cameras/**', (route) =>
      route.fulfill({ status: 500, json: { detail: LONG } }),
    );
    await visitor.open('/cameras');
    return visitor;
  },
  'the small pages': async () => {
    const visitor = await stage.visitor();
    await visitor.page.route('**/send_confirm_code/', (route) =>
      route.fulfill({ status: 500, json: { detail: LONG } }),
    );
    await visitor.open('/confirmation');
    await visitor.page.getByLabel('Телефон').pressSequentially('9000000003');
    await visitor.page.getByRole('button', { name: 'Отправить код подтверждения' }).click();
    return visitor;
  },
} as const;

describe.each(Object.keys(FAILING) as (keyof typeof FAILING)[])('the global alert of %s', (where) => {
  test('ERR-01, ERR-04, ERR-07, ERR-10: top right, at most half as wide and seven tenths as high as the window', async () => {
    const visitor = await FAILING[where]();
    await alert(visitor).waitFor();
    visitor.forgive(/500/);
    const box = await alert(visitor).boundingBox();
    if (!box) throw new Error('It is not seen');
    expect(box.y).toBeLessThan(40);
    expect(1440 - box.x - box.width).toBeLessThan(40);
    expect(box.width).toBeLessThanOrEqual(720);
    expect(box.height).toBeLessThanOrEqual(630);
    expect(box.height).toBeGreaterThan(300);
  });

  test('ERR-08, ERR-11: stays when something else is clicked, goes by its cross; the page stays usable', async () => {
    const visitor = await FAILING[where]();
    await alert(visitor).waitFor();
    visitor.forgive(/500/);
    await visitor.page.mouse.click(300, 860);
    expect(await alert(visitor).isVisible()).toBe(true);
    await alert(visitor).getByRole('button', { name: 'Закрыть' }).click();
    await alert(visitor).waitFor({ state: 'detached' });
    expect(await visitor.page.getByRole('heading', { level: 1 }).first().isVisible()).toBe(true);
  });

  test('ERR-09: goes by itself after 6000 ms', async () => {
    const visitor = await FAILING[where]();
    await alert(visitor).waitFor();
    visitor.forgive(/500/);
    await visitor.page.mouse.move(300, 860);
    await visitor.page.waitForTimeout(5_000);
    expect(await alert(visitor).isVisible()).toBe(true);
    await alert(visitor).waitFor({ state: 'detached', timeout: 3_000 });
  });
});
