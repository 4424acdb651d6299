import { raiseStage, seriousFindings } from '#tests/support/browser/stage.ts';
import { said } from '#tests/support/browser/visitor.ts';

const stage = raiseStage();

test('an administrator makes a building, chooses it at once, changes it, closes it and opens it again', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/settings/buildings');
  await page.getByRole('link', { name: 'Новый дом' }).click();
  await visitor.reach('/settings/create-building');
  await page.getByLabel('Улица').fill('ул. Вновь построенная');
  await page.getByLabel('Номер дома').fill('7');
  await page.getByLabel('Сколько подъездов').fill('3');
  await page.getByText('3 подъезда, 9 этажей, 108 квартир: 1–108').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Каких квартир нет').fill('13');
  await page.getByText('107 квартир: 1–12, 14–108').waitFor();
  await page.getByRole('button', { name: 'Добавить дом' }).click();
  await said(visitor, /^Дом добавлен$/);
  await visitor.reach('/settings/buildings');
  await page.getByRole('row', { name: /Вновь построенная/ }).click();
  await page.getByRole('link', { name: 'Адрес, подъезды и помещения' }).click();
  await page.getByRole('region', { name: 'Подъезд 3' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Добавить подъезд' }).click();
  await page.getByRole('button', { name: 'Добавить', exact: true }).click();
  await said(visitor, /^Добавлено$/);
  await page.getByRole('region', { name: 'Подъезд 4' }).getByRole('button', { name: '109' }).waitFor();

  // The new building can be chosen for a resident.
  await visitor.open('/create-resident-form');
  await page.getByLabel('Дом').first().fill('Вновь');
  await page.getByRole('option', { name: /Вновь построенная/ }).waitFor();

  await visitor.open('/settings/buildings');
  await page.getByRole('row', { name: /Вновь построенная/ }).click();
  await page.getByRole('link', { name: 'Адрес, подъезды и помещения' }).click();
  await page.getByRole('button', { name: 'Закрыть дом' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть дом' }).click();
  await said(visitor, /^Дом закрыт$/);
  await page.getByRole('row', { name: /Вновь построенная/ }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Закрытые дома' }).click();
  await page.getByRole('button', { name: /^Открыть снова: ул. Вновь построенная, 7/ }).click();
  await said(visitor, /^Дом снова открыт$/);
});
