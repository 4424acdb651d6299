import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { everyFilling } from '#tests/support/browser/every-input.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { everyKind, everyValue } from '#tests/support/every-kind.ts';

const stage = raiseStage();

/** Ten lines, as the section author's guide has them. */
const KEYS = `{
  "name": "keys",
  "section": "keys",
  "icon": "key",
  "words": { "one": "ключ", "few": "ключа", "many": "ключей", "accusative": "ключ", "gender": "m", "plural": "ключи" },
  "fields": {
    "label": { "kind": "text", "label": "Что открывает", "required": true, "min": 3, "max": 40 },
    "copies": { "kind": "number", "label": "Копий", "min": 0, "max": 9 } },
  "list": { "layout": "table", "columns": ["label", "copies"], "menu": ["edit", "hold-delete"] },
  "form": [{ "fields": ["label", "copies"] }]
}`;

const drop = (name: string, content: string) => writeFile(join(stage.product.resourcesDir, name), content);

/** Waits until the server has read the folder again. */
async function known(name: string): Promise<void> {
  const headers = { authorization: `Token ${await stage.token(1)}` };
  for (let attempt = 0; attempt < 900; attempt += 1) {
    const response = await fetch(`${stage.product.address}/resources/definitions/`, { headers });
    if ((await response.text()).includes(`"${name}"`)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server did not take «${name}» up`);
}

// By its element: while a menu is open everything else is hidden from roles.
const row = ({ page }: Visitor, text: string) => page.locator('tr, [role=row]').filter({ hasText: text });

/** A text with plain spaces. */
const plain = (text: string) => text.replace(/\s+/g, ' ');

test('a ten-line definition dropped into the folder is a working section: menu, list, create, edit, delete, reload', async () => {
  await drop('keys.json', KEYS);
  await known('keys');
  // A second try begins as the first one did.
  const headers = { authorization: `Token ${await stage.token(1)}` };
  const address = `${stage.product.address}/api/records/keys`;
  const left = (await (await fetch(address, { headers })).json()) as { id: number }[];
  for (const { id } of left) await fetch(`${address}/${id}`, { method: 'DELETE', headers });
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/cameras');
  await page.getByRole('link', { name: 'Ключи' }).first().click();
  await visitor.arrive('Ключи');
  await page.getByText('Ключей пока нет').waitFor();

  await page
    .getByRole('link', { name: /Добавить ключ/ })
    .first()
    .click();
  await visitor.arrive('Новый ключ');
  await page.getByRole('button', { name: 'Добавить ключ' }).click();
  await page.getByText('обязательное поле').waitFor();
  await page.getByLabel('Что открывает', { exact: true }).fill('Подвал дома 12');
  await page.getByLabel('Копий', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Добавить ключ' }).click();
  await row(visitor, 'Подвал дома 12').waitFor();
  await visitor.reach('/keys');

  await row(visitor, 'Подвал дома 12')
    .getByRole('button', { name: /^Действия/ })
    .click();
  await page.getByRole('menuitem', { name: 'Редактировать' }).click();
  await visitor.arrive('Изменить ключ');
  expect(await page.getByLabel('Копий', { exact: true }).inputValue()).toBe('3');
  await page.getByLabel('Что открывает', { exact: true }).fill('Чердак дома 12');
  await page.getByRole('button', { name: 'Сохранить изменения' }).click();
  await row(visitor, 'Чердак дома 12').waitFor();

  await page.reload();
  await row(visitor, 'Чердак дома 12').waitFor();

  await row(visitor, 'Чердак дома 12')
    .getByRole('button', { name: /^Действия/ })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Редактировать' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.down('Space');
  await row(visitor, 'Чердак дома 12').waitFor({ state: 'detached' });
  await page.keyboard.up('Space');
  await page.getByText('Ключей пока нет').waitFor();
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await row(visitor, 'Чердак дома 12').waitFor();
  await page.reload();
  await row(visitor, 'Чердак дома 12').waitFor();
});

test('a section with every kind of field: list, form, export, and records out of a file', async () => {
  await drop('every-kind.json', JSON.stringify(everyKind()));
  await known('every-kind');
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const call = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${stage.product.address}${path}`, { headers, ...init })).json() as Promise<never>;
  const [building] = (await call('/api/crm/buildings/')) as { id: number }[];
  // What points into the building is chosen in other tests.
  const place = { building: building?.id ?? 0, porch: 0, unit: 0, employee: 0 };
  const { flat, unit, reference, checklist, ...plain } = everyValue(place, 1);
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

test('PERM-25: who was given no right on the new section neither sees it in the menu nor opens it', async () => {
  await drop('keys.json', KEYS);
  await known('keys');
  const visitor = await stage.visitor({ as: 6 });
  await visitor.open('/cameras');
  await visitor.arrive('Камеры');
  expect(await visitor.page.getByRole('link', { name: 'Ключи' }).count()).toBe(0);
  await visitor.open('/keys');
  await visitor.page.getByText('Для вас доступ закрыт').waitFor();
});

test('a definition with a mistake leaves the others standing, and is told to the administrator', async () => {
  await drop('keys.json', KEYS);
  await drop('broken.json', KEYS.replace('"keys"', '"broken"').replace('"text"', '"string"'));
  await known('broken.json');
  const response = await fetch(`${stage.product.address}/resources/definitions/`, {
    headers: { authorization: `Token ${await stage.token(1)}` },
  });
  const { problems } = (await response.json()) as { problems: { file: string; problems: string[] }[] };
  expect(problems).toEqual([
    {
      file: 'broken.json',
      name: 'broken',
      title: 'Ключи',
      problems: expect.arrayContaining([expect.stringMatching(/fields\.label.*kind.*один из: text/)]),
    },
  ]);
  const visitor = await stage.visitor({ as: 1 });
  await visitor.open('/keys');
  await visitor.arrive('Ключи');
  // The menu leads to the section that is not there, whose page says why.
  const link = visitor.page.getByRole('link', { name: /^Ключи.*Ошибок в описании: \d/ }).first();
  await link.click();
  await visitor.reach('/broken');
  await visitor.page.getByText(/fields\.label.*kind.*один из: text.*строка 7/).waitFor();
});
