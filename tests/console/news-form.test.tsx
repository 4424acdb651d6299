import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { announcement, NEWS, newsroom } from '#tests/support/console/news.ts';
import { held } from '#tests/support/console/server.ts';
import { MadeUpUpload, serveUploads } from '#tests/support/console/uploads.ts';

const CREATE = 'POST /api/crm/news/';
const REACH = 'POST /api/crm/news/reach/';
const TITLE = 'Горячей воды не будет';
const TEXT = 'Бригада уже на месте, вернём к вечеру.';

const radio = (name: string) => screen.findByRole('radio', { name });
const tick = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));
const submit = () => screen.getByRole('button', { name: /Заполните обязательные поля|Опубликовать объявление/ });

/** Chooses in the object selector. */
async function chooseObject(name: string | RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Объект' }));
  await userEvent.click(await screen.findByRole('option', { name }));
}

async function flats(...numbers: number[]): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Квартиры' }));
  for (const number of numbers) await userEvent.click(await screen.findByRole('option', { name: `кв. ${number}` }));
}

const writeTexts = async (title = TITLE, text = TEXT) => {
  const [titleBox, textBox] = [await screen.findByLabelText('Заголовок'), screen.getByLabelText('Текст')];
  await userEvent.clear(titleBox);
  await userEvent.clear(textBox);
  if (title) await userEvent.click(titleBox).then(() => userEvent.paste(title));
  if (text) await userEvent.click(textBox).then(() => userEvent.paste(text));
};

describe('creating', () => {
  test('NEWS-23, NEWS-24, NEWS-26, NEWS-28, NEWS-29, NEWS-30: asks whom and what, type «Инфо», nothing chosen', async () => {
    newsroom();
    openSection(NEWS, '/create-news-form');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Кому и о чём хотите рассказать?');
    expect(screen.getByRole('link', { name: 'Вернуться к объявлениям' })).toHaveAttribute('href', '/news');
    expect(await radio('Инфо')).toBeChecked();
    const types = within(screen.getByRole('group', { name: 'Тип' })).getAllByRole('radio');
    expect(types.map((type) => type.closest('label')?.textContent)).toEqual([
      'Инфо',
      'Авария',
      'Важно',
      'Отчёт',
      'Реклама',
    ]);
    expect(screen.queryByRole('radio', { name: 'Весь дом' })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Заполните обязательные поля' })).toBeVisible();
  });

  test('NEWS-31, NEWS-32, NEWS-33: offers all, some, whole houses, and entrances of those open in part', async () => {
    newsroom();
    openSection(NEWS, '/create-news-form');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Объект' }));
    const offered = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(offered).toEqual(['Всем 2 объектам', 'Некоторым объектам', '12ул. Лесная', '7ул. Садоваяподъезд 1']);
  });

  test.each([
    ['NEWS-50', 'all', () => chooseObject('Всем 2 объектам'), { for_all_objects: true }],
    [
      'NEWS-51',
      'some',
      async () => {
        await chooseObject('Некоторым объектам');
        await tick('12 ул. Лесная');
        await tick('7 ул. Садовая подъезд 1');
      },
      { buildings: [3], porches: [51] },
    ],
    ['NEWS-51', 'a whole house', () => chooseObject('12 ул. Лесная'), { buildings: [3] }],
    ['NEWS-51', 'a whole entrance', () => chooseObject('7 ул. Садовая подъезд 1'), { porches: [51] }],
    [
      'NEWS-43, NEWS-51',
      'flats',
      async () => {
        await chooseObject('12 ул. Лесная');
        await userEvent.click(await radio('Квартиры'));
        await flats(1, 2, 4);
      },
      { units: [101, 102, 104] },
    ],
    [
      'NEWS-51',
      'entrances',
      async () => {
        await chooseObject('12 ул. Лесная');
        await userEvent.click(await radio('Подъезды'));
        await tick('Подъезд 2');
      },
      { porches: [32] },
    ],
    [
      'NEWS-51',
      'floors',
      async () => {
        await chooseObject('7 ул. Садовая подъезд 1');
        await userEvent.click(await radio('Этажи'));
        await tick('Этаж 2');
      },
      { floors: [62] },
    ],
    [
      'NEWS-51',
      'risers',
      async () => {
        await chooseObject('12 ул. Лесная');
        await userEvent.click(await radio('Стояки'));
        await tick('Стояк 7');
      },
      { pipes: [71] },
    ],
  ])(
    '%s, NEWS-25, NEWS-49, NEWS-52, NEWS-53: for %s sends the keys of that scope alone and leads to the list',
    async (_item, _scope, choose, target) => {
      const server = newsroom({ 'GET /api/crm/news/': { json: { results: [], next: null } } });
      const { where } = openSection(NEWS, '/create-news-form');
      await choose();
      await writeTexts();
      await userEvent.click(await screen.findByRole('button', { name: 'Опубликовать объявление' }));
      await waitFor(() => expect(where()).toBe('/news'));
      expect(server.callsTo(CREATE).map(({ body }) => body)).toEqual([
        { target, title: TITLE, description: TEXT, type: 'info', attachments: [] },
      ]);
    },
  );

  test('NEWS-34, NEWS-35, NEWS-36, NEWS-38: a house has five scopes, an entrance four; each is loaded when it is chosen', async () => {
    const server = newsroom();
    openSection(NEWS, '/create-news-form');
    const scopes = () =>
      within(screen.getByRole('group', { name: 'Кто получит' }))
        .getAllByRole('radio')
        .map((scope) => scope.closest('label')?.textContent);
    await chooseObject('12 ул. Лесная');
    expect(scopes()).toEqual(['Весь дом', 'Квартиры', 'Подъезды', 'Этажи', 'Стояки']);
    await waitFor(() => expect(server.callsTo('GET /api/crm/buildings/3/')).toHaveLength(1));
    await chooseObject('7 ул. Садовая подъезд 1');
    expect(scopes()).toEqual(['Весь подъезд', 'Квартиры', 'Этажи', 'Стояки']);
    await waitFor(() => expect(server.callsTo('GET /api/crm/porches/51/')).toHaveLength(1));
  });

  test('NEWS-37: another object resets the scope and what was chosen in it', async () => {
    newsroom();
    openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    await userEvent.click(await radio('Подъезды'));
    await tick('Подъезд 2');
    await chooseObject('7 ул. Садовая подъезд 1');
    expect(await radio('Весь подъезд')).toBeChecked();
    await chooseObject('12 ул. Лесная');
    expect(await radio('Весь дом')).toBeChecked();
    await userEvent.click(await radio('Подъезды'));
    expect(await screen.findByRole('checkbox', { name: 'Подъезд 2' })).not.toBeChecked();
  });

  test('NEWS-27, NEWS-42: pressed while invalid, it says what is missing and sends nothing', async () => {
    const server = newsroom();
    openSection(NEWS, '/create-news-form');
    await userEvent.click(await screen.findByRole('button', { name: 'Заполните обязательные поля' }));
    expect(await screen.findByText('выберите объект')).toBeVisible();
    expect(screen.getAllByText('обязательное поле')).toHaveLength(2);
    expect(server.callsTo(CREATE)).toEqual([]);
  });

  test.each([
    ['NEWS-45', 'Подъезды', 'Выберите хотя бы один подъезд'],
    ['NEWS-46', 'Этажи', 'Выберите хотя бы один этаж'],
    ['NEWS-47', 'Стояки', 'Выберите хотя бы один стояк'],
    ['NEWS-43', 'Квартиры', 'укажите минимум 3 квартиры'],
  ])('%s: scope «%s» with nothing chosen says «%s», not before it is tried', async (_item, scope, said) => {
    newsroom();
    openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    await userEvent.click(await radio(scope));
    expect(screen.queryByText(said)).toBeNull();
    await userEvent.click(submit());
    expect(await screen.findByText(said)).toBeVisible();
  });

  test('NEWS-43: two flats are too few', async () => {
    newsroom();
    openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    await userEvent.click(await radio('Квартиры'));
    await flats(1, 2);
    await userEvent.click(screen.getByLabelText('Заголовок'));
    expect(await screen.findByText('укажите минимум 3 квартиры')).toBeVisible();
    await flats(4);
    await waitFor(() => expect(screen.queryByText('укажите минимум 3 квартиры')).toBeNull());
  });

  test('NEWS-44: «Некоторым объектам» with nothing ticked says so', async () => {
    newsroom();
    openSection(NEWS, '/create-news-form');
    await chooseObject('Некоторым объектам');
    await userEvent.click(submit());
    expect(await screen.findByText('Выберите хотя бы одно значение')).toBeVisible();
  });

  test('NEWS-39: a house that is no more says so', async () => {
    newsroom({ 'GET /api/crm/buildings/3/': { status: 404, json: { detail: 'Не найдено' } } });
    openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    expect(await screen.findByText('Такого здания больше нет')).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'Квартиры' })).toBeNull();
  });

  test.each([
    ['NEWS-40', 'Заголовок', 'а'.repeat(7), 'слишком мало'],
    ['NEWS-40', 'Заголовок', 'а'.repeat(8), null],
    ['NEWS-40', 'Заголовок', 'а'.repeat(100), null],
    ['NEWS-40', 'Заголовок', 'а'.repeat(101), 'слишком много'],
    ['NEWS-41', 'Текст', 'а'.repeat(19), 'слишком мало'],
    ['NEWS-41', 'Текст', 'а'.repeat(20), null],
    ['NEWS-41', 'Текст', 'а'.repeat(400), null],
    ['NEWS-41', 'Текст', 'а'.repeat(401), 'слишком много'],
  ])('%s: %s of %s says %s', async (_item, label, typed, said) => {
    newsroom();
    openSection(NEWS, '/create-news-form');
    await writeTexts(label === 'Заголовок' ? typed : TITLE, label === 'Текст' ? typed : TEXT);
    await userEvent.click(submit());
    expect(await screen.findByText('выберите объект')).toBeVisible();
    for (const wrong of ['слишком мало', 'слишком много', 'обязательное поле']) {
      expect(screen.queryAllByText(wrong)).toHaveLength(wrong === said ? 1 : 0);
    }
  });
});

describe('the reach', () => {
  test('is said while one chooses, by part, and never waited for', async () => {
    const answer = held({
      json: { flats: 48, residents: 61, parts: [{ label: 'Подъезд 2', flats: 48, residents: 61 }] },
    });
    const server = newsroom({ [REACH]: answer.reply });
    openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    await writeTexts();
    await waitFor(() => expect(server.callsTo(REACH).at(-1)?.body).toEqual({ target: { buildings: [3] } }));
    expect(await screen.findByRole('button', { name: 'Опубликовать объявление' })).toBeVisible();
    await act(async () => answer.release());
    expect(await screen.findByText('Подъезд 2: 48 квартир, 61 житель')).toBeVisible();
  });

  test('several boxes ticked in a row are one call, and a server that cannot say is not complained about', async () => {
    const server = newsroom({ [REACH]: { status: 404, json: { detail: 'Нет такого' } } });
    openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    await userEvent.click(await radio('Подъезды'));
    await tick('Подъезд 1');
    await tick('Подъезд 2');
    await waitFor(() => expect(server.callsTo(REACH).at(-1)?.body).toEqual({ target: { porches: [31, 32] } }));
    expect(screen.queryByText(/житель/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('editing', () => {
  const ONE = 'GET /api/crm/news/1/';
  const SAVE = 'PATCH /api/crm/news/1/';
  const stored = { ...announcement({ type: 'warn' }, 1), target: { porches: [31, 32] } };

  test('NEWS-54…NEWS-59: is prefilled, names the recipients, and sends everything but them', async () => {
    const server = newsroom({
      [ONE]: { json: stored },
      [SAVE]: { json: { params: {} } },
      'GET /api/crm/news/': { json: { results: [], next: null } },
    });
    const { where } = openSection(NEWS, '/edit-news-form?id=1');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Внести изменения в объявление');
    expect(await screen.findByText('ул. Лесная, 12: подъезды 1 и 2')).toBeVisible();
    expect(await screen.findByText('48 квартир, 61 житель')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Объект' })).toBeNull();
    expect(await radio('Важно')).toBeChecked();
    expect(screen.getByLabelText('Заголовок')).toHaveValue(TITLE);
    expect(screen.getByText('Фото 1.jpg')).toBeVisible();
    await writeTexts('Горячая вода вернулась', TEXT);
    await userEvent.click(await screen.findByRole('button', { name: 'Внести изменения и опубликовать' }));
    await waitFor(() => expect(where()).toBe('/news'));
    expect(server.callsTo(SAVE).map(({ body }) => body)).toEqual([
      { id: 1, title: 'Горячая вода вернулась', description: TEXT, type: 'alert', attachments: [1] },
    ]);
  });

  test('NEWS-56: says «Вычисляю адресатов» until they are known', async () => {
    const answer = held({ json: stored });
    newsroom({ [ONE]: answer.reply });
    openSection(NEWS, '/edit-news-form?id=1');
    expect(await screen.findByText('Вычисляю адресатов')).toBeVisible();
    await act(async () => answer.release());
    expect(await screen.findByText('ул. Лесная, 12: подъезды 1 и 2')).toBeVisible();
    expect(screen.queryByText('Вычисляю адресатов')).toBeNull();
  });

  test('NEWS-60: a file that is on its way or has failed keeps it from being sent', async () => {
    serveUploads();
    const server = newsroom({ [ONE]: { json: stored } });
    openSection(NEWS, '/edit-news-form?id=1');
    const box = await screen.findByLabelText(/Выберите файл/);
    await act(async () => void fireEvent.change(box, { target: { files: [new File(['x'], 'план.pdf')] } }));
    await userEvent.click(await screen.findByRole('button', { name: 'Заполните обязательные поля' }));
    // Once at the file, once at the field.
    expect(await screen.findAllByText('обрабатываем файлы')).toHaveLength(2);
    await act(async () => (MadeUpUpload.begun[0] as MadeUpUpload).answer(500, {}));
    expect(await screen.findAllByText('не удалось загрузить файл')).toHaveLength(2);
    expect(server.callsTo(SAVE)).toEqual([]);
  });

  test('NEWS-61: the limits hold here too', async () => {
    newsroom({ [ONE]: { json: stored } });
    openSection(NEWS, '/edit-news-form?id=1');
    await screen.findByLabelText('Заголовок');
    await writeTexts('Коротко', 'а'.repeat(401));
    await userEvent.click(await screen.findByRole('button', { name: 'Заполните обязательные поля' }));
    expect(await screen.findByText('слишком мало')).toBeVisible();
    expect(screen.getByText('слишком много')).toBeVisible();
  });
});
