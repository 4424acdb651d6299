import { addLink, card, hold, makeCamera, menuOf, openCameras } from '#tests/support/browser/cameras.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

describe('deleting', () => {
  test('CAM-03, CAM-04, CONST-03: by holding «Удалить» for a second and a half, and no shorter', async () => {
    await makeCamera(stage, 'Камера на снос');
    const visitor = await openCameras(stage);
    await menuOf(visitor, 'Камера на снос').click();
    const item = visitor.page.getByRole('menuitem', { name: 'Удалить' });
    await hold(visitor, item, 700);
    expect(visitor.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    await item.waitFor();
    const box = await item.boundingBox();
    if (!box) throw new Error('The menu is gone');
    await visitor.page.mouse.move(box.x + 20, box.y + box.height / 2);
    await visitor.page.mouse.down();
    await visitor.page.getByText('Удерживайте...').waitFor();
    await card(visitor, 'Камера на снос').waitFor({ state: 'detached' });
    await visitor.page.mouse.up();
    expect(visitor.calls.filter((call) => /^DELETE \/api\/crm\/cameras\/\d+\/$/.test(call))).toHaveLength(1);
    await visitor.page.reload();
    await visitor.page.locator('article').first().waitFor();
    expect(await card(visitor, 'Камера на снос').count()).toBe(0);
  });

  test('CAM-03, CONST-03: from the keyboard alone: Enter opens, the arrow goes, Space is held', async () => {
    await makeCamera(stage, 'Камера с клавиатуры');
    const visitor = await openCameras(stage);
    await menuOf(visitor, 'Камера с клавиатуры').focus();
    await visitor.page.keyboard.press('Enter');
    await visitor.page.getByRole('menuitem', { name: 'Редактировать' }).waitFor();
    await visitor.page.keyboard.press('ArrowDown');
    expect(await visitor.page.evaluate(() => document.activeElement?.textContent)).toContain('Удалить');
    await visitor.page.keyboard.down('Space');
    await card(visitor, 'Камера с клавиатуры').waitFor({ state: 'detached' });
    await visitor.page.keyboard.up('Space');
    expect(visitor.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
  });

  test('letting go of the key too early deletes nothing', async () => {
    await makeCamera(stage, 'Камера остаётся');
    const visitor = await openCameras(stage);
    await menuOf(visitor, 'Камера остаётся').focus();
    await visitor.page.keyboard.press('Enter');
    await visitor.page.getByRole('menuitem', { name: 'Редактировать' }).waitFor();
    await visitor.page.keyboard.press('ArrowDown');
    await visitor.page.keyboard.down('Space');
    await visitor.page.waitForTimeout(600);
    await visitor.page.keyboard.up('Space');
    await visitor.page.waitForTimeout(1500);
    expect(visitor.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    expect(await card(visitor, 'Камера остаётся').count()).toBe(1);
  });

  test('a click that no press came before, as voice control makes it, asks first', async () => {
    await makeCamera(stage, 'Камера голосом');
    const visitor = await openCameras(stage);
    await menuOf(visitor, 'Камера голосом').click();
    await visitor.page.getByRole('menuitem', { name: 'Удалить' }).evaluate((item) => (item as HTMLElement).click());
    await visitor.page.getByText('Удалить камеру?').waitFor();
    await visitor.page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await card(visitor, 'Камера голосом').waitFor({ state: 'detached' });
  });
});

describe('who may only look', () => {
  test('PERM-07, PERM-12, CAM-05: adding and the card’s menu are greyed and say which right is missing', async () => {
    const visitor = await openCameras(stage, 6);
    const add = addLink(visitor);
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    expect(await add.getAttribute('href')).toBeNull();
    const described = await add.getAttribute('aria-describedby');
    expect(await visitor.page.locator(`[id="${described}"]`).first().textContent()).toBe(
      'Нет права «Камеры: добавление и редактирование». Вам доступен просмотр',
    );
    const dots = visitor.page.getByRole('button', { name: /^Действия/ }).first();
    expect(await dots.getAttribute('aria-disabled')).toBe('true');
    await dots.hover();
    await visitor.page
      .getByRole('tooltip')
      .filter({ hasText: 'Нет права «Камеры: добавление и редактирование»' })
      .waitFor();
    await dots.click({ force: true });
    expect(await visitor.page.getByRole('menuitem').count()).toBe(0);
  });

  test('PERM-21: a form opened by its address shows, its button greyed with the reason; nothing is sent', async () => {
    const visitor = await stage.visitor({ as: 6 });
    await visitor.open('/create-camera-form');
    await visitor.arrive();
    const button = visitor.page.getByRole('button', { name: /Добавить камеру/ });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
    expect(visitor.calls.filter((call) => call.startsWith('POST /api/crm/'))).toEqual([]);
  });
});
