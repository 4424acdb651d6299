// Runs in test:all alone: every kind of field by hand; extra-section.test.ts has a section of two.
import { definitionsOf, KEYS, rowWith as row } from '#tests/support/browser/definitions.ts';
import { everyFilling } from '#tests/support/browser/every-input.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';
import { everyKind, everyValue } from '#tests/support/every-kind.ts';

const stage = raiseStage();
const { drop, known } = definitionsOf(stage);

/** A text with plain spaces. */
const plain = (text: string) => text.replace(/\s+/g, ' ');

test('a section with every kind of field: list, form, export, and records out of a file', async () => {
  await drop('every-kind.json', JSON.stringify(everyKind()));
  await known('every-kind');
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const call = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${stage.product.address}${path}`, { headers, ...init })).json() as Promise<never>;
  const [building] = (await call('/api/crm/buildings/')) as { id: number }[];
  // Fields that refer to the building are filled in by other tests.
  const place = { building: building?.id ?? 0, porch: 0, unit: 0, employee: 0 };
  const { flat, unit, reference, references, checklist, ...plain } = everyValue(place, 1);
  const made = (await call('/api/records/every-kind', { method: 'POST', body: JSON.stringify(plain) })) as {
    id: number;
  };
  expect(made).toMatchObject({ id: expect.any(Number) });

  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/every-kind');
  await row(visitor, 'Текст 1').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать CSV' }).click();
  expect((await download).suggestedFilename()).toBe('Пробы.csv');

  await visitor.open(`/every-kind/edit?id=${made.id}`);
  await page.getByLabel('Вид text', { exact: true }).fill('Текст из формы');
  await page.getByRole('button', { name: 'Сохранить изменения' }).click();
  await row(visitor, 'Текст из формы').waitFor();

  await visitor.open('/every-kind/create');
  await page.getByRole('link', { name: 'Загрузить файл' }).click();
  await visitor.arrive('Загрузка из файла');
  const buffer = Buffer.from('Вид text;Вид money\r\nИз файла;1 250,50\r\nСломанный;много\r\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'пробы.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Вид money, строка 3').fill('10');
  await page.getByLabel('Вид money, строка 3').press('Enter');
  await page.getByRole('tab', { name: /Корректные 2/ }).waitFor();
  await page.getByRole('button', { name: 'Сохранить корректные строки' }).click();
  await row(visitor, 'Из файла').waitFor();
  await row(visitor, 'Сломанный').waitFor();
});

test('every kind in a generated section end to end: filled in, saved, seen in the list and the card, found in the form', async () => {
  const definition = everyKind();
  const names = Object.keys(definition.fields as object);
  const fields = names.filter((name) => name !== 'text');
  await drop(
    'by-hand.json',
    JSON.stringify({ ...definition, name: 'by-hand', section: 'by-hand', card: { title: 'text', fields, edit: true } }),
  );
  await known('by-hand');
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/by-hand/create');
  await visitor.arrive('Новая проба');
  for (const name of ['Дом', 'Квартира']) {
    await page.getByLabel(name, { exact: true }).click();
    await page.locator('[role=listbox] [role=option]').first().click();
  }
  const seen: Record<string, string> = {};
  const given: Record<string, string> = {};
  for (const [kind, { fill }] of everyFilling()) seen[kind] = await fill(page, `Вид ${kind}`);
  for (const [kind, { held }] of everyFilling()) given[kind] = plain(await held(page, `Вид ${kind}`));
  expect(Object.entries(given).filter(([, value]) => value === '' || value === 'not ticked')).toEqual([]);
  await page.getByRole('button', { name: 'Добавить пробу' }).click();
  await row(visitor, 'Заполнено рукой').waitFor();

  await row(visitor, 'Заполнено рукой').getByText('Заполнено рукой').click();
  const card = page.getByRole('complementary').filter({ hasText: 'Заполнено рукой' });
  for (const [kind, text] of Object.entries(seen)) {
    if (kind === 'text' || !text) continue;
    const line = card.locator('dl > div').filter({ has: page.getByText(`Вид ${kind}`, { exact: true }) });
    await line
      .locator('dd')
      .filter({ hasText: plain(text) })
      .waitFor();
  }

  await card.getByRole('link', { name: /Редактировать|Изменить/ }).click();
  await visitor.arrive('Изменить пробу');
  await page.getByText('Опись.png', { exact: true }).waitFor();
  const kept: Record<string, string> = {};
  for (const [kind, { held }] of everyFilling()) kept[kind] = plain(await held(page, `Вид ${kind}`));
  expect(kept).toEqual(given);
});

test('records of a generated section are chosen, changed, deleted together and brought back', async () => {
  await drop('keys.json', KEYS);
  await known('keys');
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const address = `${stage.product.address}/api/records/keys`;
  for (const label of ['Щитовая', 'Венткамера', 'Лифтовая']) {
    await fetch(address, { method: 'POST', headers, body: JSON.stringify({ label, copies: 1 }) });
  }
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/keys');
  for (const label of ['Щитовая', 'Лифтовая']) await page.getByRole('checkbox', { name: `Выбрать: ${label}` }).click();
  const bar = page.getByRole('toolbar', { name: 'Действия с выбранным' });
  await bar.getByRole('button', { name: 'Изменить поле' }).click();
  const dialog = page.getByRole('dialog', { name: /^Изменить поле/ });
  await dialog.getByLabel('Поле', { exact: true }).selectOption({ label: 'Копий' });
  await dialog.getByLabel('Копий', { exact: true }).fill('7');
  await dialog.getByRole('button', { name: 'Изменить' }).click();
  await page.getByText('Изменено ключей: 2').first().waitFor();
  await row(visitor, 'Щитовая').filter({ hasText: '7' }).waitFor();
  await row(visitor, 'Венткамера').filter({ hasText: '1' }).waitFor();

  for (const label of ['Щитовая', 'Венткамера'])
    await page.getByRole('checkbox', { name: `Выбрать: ${label}` }).click();
  await bar.getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await page.getByText('Удалено ключей: 2').first().waitFor();
  await row(visitor, 'Щитовая').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await row(visitor, 'Щитовая').waitFor();
  await row(visitor, 'Венткамера').waitFor();
});
