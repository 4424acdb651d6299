// Runs first: half a minute of typing.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { announcement, BUILDING, feedOf, NEWS, newsroom } from '#tests/support/console/news.ts';
import {
  CREATE,
  chooseObject,
  flats,
  radio,
  submit,
  TEXT,
  TITLE,
  tick,
  writeTexts,
} from '#tests/support/console/news-form.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';

describe('creating', () => {
  test('NEWS-23, NEWS-24, NEWS-26, NEWS-28, NEWS-29, NEWS-30: asks whom and what, type «Инфо», nothing chosen', async () => {
    newsroom();
    openSection(NEWS, '/create-news-form');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Кому и о чём хотите рассказать?');
    const back = screen.getByRole('link', { name: 'Вернуться к объявлениям' });
    expect(back).toHaveAttribute('href', '/news');
    await userEvent.hover(back);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('изменения не сохранятся');
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
      const server = newsroom({ 'GET /api/crm/news/': { json: feedOf([]) } });
      const { where } = openSection(NEWS, '/create-news-form');
      await choose();
      await writeTexts();
      await userEvent.click(await screen.findByRole('button', { name: 'Опубликовать объявление' }));
      await waitFor(() => expect(where()).toBe('/news'));
      expect(await said('Объявление опубликовано: ул. Лесная, 12: подъезды 1 и 2')).toBeVisible();
      expect(server.callsTo(CREATE).map(({ body }) => body)).toEqual([
        { target, title: TITLE, description: TEXT, type: 'info', attachments: [] },
      ]);
    },
  );

  test('NEWS-49, NEWS-53: goes out with the time that it is to be published at, which is said once it is saved', async () => {
    const planned = { ...announcement({ id: 9 }), publish_at: '2027-03-05T06:00:00Z', planned: '5 марта в 09:00' };
    const server = newsroom({
      'GET /api/crm/news/': { json: feedOf([planned]) },
      'GET /api/crm/news/9/': { json: { ...planned, target: { buildings: [3] } } },
    });
    server.answer(CREATE, {
      status: 201,
      json: { data: { params: { id: 9, title: TITLE, description: TEXT, type: 'info', attachments: [] } } },
    });
    const { where } = openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    await writeTexts();
    await userEvent.click(await radio('В назначенное время'));
    const time = await screen.findByRole('textbox', { name: 'День и время выхода' });
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    tomorrow.setHours(9, 0, 0, 0);
    await waitFor(() => expect(time).toHaveValue(`${tomorrow.toLocaleDateString('ru')} 09:00`));
    // Without a time it is not published at once.
    await userEvent.clear(time);
    expect(await screen.findByRole('button', { name: 'Заполните обязательные поля' })).toBeVisible();
    await userEvent.click(await radio('Сразу'));
    expect(await screen.findByRole('button', { name: 'Опубликовать объявление' })).toBeVisible();
    await userEvent.click(await radio('В назначенное время'));
    await userEvent.click(await screen.findByRole('button', { name: 'Запланировать объявление' }));
    await waitFor(() => expect(where()).toBe('/news'));
    expect(server.callsTo(CREATE)[0]?.body).toMatchObject({ publish_at: tomorrow.toISOString() });
    expect(await said('Объявление выйдет 5 марта в 09:00: ул. Лесная, 12: подъезды 1 и 2')).toBeVisible();
  });

  test('shows how residents will see it, as it stands in the form', async () => {
    newsroom();
    openSection(NEWS, '/create-news-form');
    await writeTexts();
    await userEvent.click(await radio('Авария'));
    await userEvent.click(screen.getByRole('button', { name: 'Посмотреть, как увидят жители' }));
    const preview = within(await screen.findByRole('dialog', { name: 'Так объявление увидят жители' }));
    expect(preview.getByText('АВАРИЯ')).toBeVisible();
    expect(preview.getByRole('heading', { name: TITLE })).toBeVisible();
    expect(preview.getByText(TEXT)).toBeVisible();
  });

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
    ['a whole house', () => chooseObject('12 ул. Лесная')],
    ['all objects', () => chooseObject('Всем 2 объектам')],
    [
      'some of them',
      async () => {
        await chooseObject('Некоторым объектам');
        await tick('12 ул. Лесная');
      },
    ],
    [
      'entrances',
      async () => {
        await chooseObject('12 ул. Лесная');
        await userEvent.click(await radio('Подъезды'));
        await tick('Подъезд 2');
      },
    ],
  ])(
    'NEWS-39: %s torn down while the form stood open: the server’s refusal is read, and what was typed stays',
    async (_what, choose) => {
      newsroom({ [CREATE]: { status: 400, json: { target: ['Такого здания больше нет'] } } });
      const { where } = openSection(NEWS, '/create-news-form');
      await choose();
      await writeTexts();
      await userEvent.click(await screen.findByRole('button', { name: 'Опубликовать объявление' }));
      expect(await screen.findByText('Такого здания больше нет')).toBeVisible();
      expect(where()).toBe('/create-news-form');
      expect(screen.getByLabelText('Заголовок')).toHaveValue(TITLE);
      takeComplaints();
    },
  );

  test('NEWS-38: a house that did not come says so, and is asked for again', async () => {
    const server = newsroom({ 'GET /api/crm/buildings/3/': { status: 500, json: { error: 'Склад закрыт' } } });
    openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    await userEvent.click(await radio('Подъезды'));
    expect(await screen.findByText('Не удалось загрузить дом')).toBeVisible();
    server.answer('GET /api/crm/buildings/3/', { json: BUILDING });
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('checkbox', { name: 'Подъезд 2' })).toBeVisible();
    expect(screen.queryByText('Не удалось загрузить дом')).toBeNull();
  });

  test('NEWS-49: another object is counted anew, and never shown with the numbers of the one before', async () => {
    const server = newsroom();
    openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    expect(await screen.findByText('48 квартир, 61 житель')).toBeVisible();
    let answer: (() => void) | undefined;
    const reach = { flats: 2, residents: 3, parts: [] };
    server.answer(
      'POST /api/crm/news/reach/',
      () =>
        new Promise((done) => {
          answer = () => done({ json: reach });
        }),
    );
    await chooseObject('7 ул. Садовая подъезд 1');
    expect(await screen.findByText('Считаем адресатов')).toBeVisible();
    expect(screen.queryByText('48 квартир, 61 житель')).toBeNull();
    await waitFor(() => expect(answer).toBeDefined());
    await act(async () => answer?.());
    expect(await screen.findByText('2 квартиры, 3 жителя')).toBeVisible();
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
