import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import { session } from '#console/data/session/session.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { announcement, feedOf, NEWS, newsroom, savedNews } from '#tests/support/console/news.ts';
import { CREATE, chooseObject, REACH, radio, TEXT, TITLE, writeTexts } from '#tests/support/console/news-form.ts';
import { delayedReply } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';
import { MadeUpUpload, serveUploads } from '#tests/support/console/uploads.ts';

describe('the reach', () => {
  test('is said while one chooses, by part, and never waited for', async () => {
    const answer = delayedReply({
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

  test.each([
    ['is not there yet', () => delayedReply({ json: {} }).reply],
    ['is none', () => ({ status: 500, json: { detail: 'Счётчик сломан' } })],
    ['does not come through', () => () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('NEWS-53: an answer that %s keeps nobody from publishing', async (_what, reach) => {
    const server = newsroom({ [REACH]: reach(), 'GET /api/crm/news/': { json: feedOf([]) } });
    const { where } = openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    await writeTexts();
    await waitFor(() => expect(server.callsTo(REACH)).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Опубликовать объявление' }));
    await waitFor(() => expect(where()).toBe('/news'));
    expect(server.callsTo(CREATE).map(({ body }) => body)).toMatchObject([{ target: { buildings: [3] } }]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('ERR-14: without a network it is not sent, says so, and is not sent behind one’s back when the network is there again', async () => {
    const told: string[] = [];
    const stop = onFailure(({ message }) => told.push(message));
    const server = newsroom({ [CREATE]: () => Promise.reject(new TypeError('Failed to fetch')) });
    const { where } = openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    await writeTexts();
    fireEvent(window, new Event('offline'));
    await userEvent.click(await screen.findByRole('button', { name: 'Опубликовать объявление' }));
    await waitFor(() => expect(told).toEqual(['Возникла непредвиденная ошибка, обратитесь в поддержку Управдом']));
    await act(async () => void fireEvent(window, new Event('online')));
    expect(server.callsTo(CREATE)).toHaveLength(1);
    expect(where()).toBe('/create-news-form');
    stop();
    takeComplaints();
  });

  test('several boxes ticked in a row are one call, and a server that cannot say is not complained about', async () => {
    const server = newsroom({ [REACH]: { status: 404, json: { detail: 'Нет такого' } } });
    openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    await userEvent.click(await radio('Подъезды'));
    const boxes = [1, 2].map((number) => screen.findByRole('checkbox', { name: `Подъезд ${number}` }));
    const [first, second] = await Promise.all(boxes);
    stopClock();
    const before = server.callsTo(REACH).length;
    for (const box of [first, second, second, second]) {
      fireEvent.click(box as HTMLElement);
      await pass(290);
    }
    expect(server.callsTo(REACH)).toHaveLength(before);
    await pass(20);
    jest.useRealTimers();
    await waitFor(() => expect(server.callsTo(REACH)).toHaveLength(before + 1));
    expect(server.callsTo(REACH).at(-1)?.body).toEqual({ target: { porches: [31, 32] } });
    expect(screen.queryByText(/житель/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('NEWS-27, SHELL-34: 100 ms after the press the form begins to scroll to its first error, and is there 500 ms later', async () => {
  stopClock();
  newsroom();
  openSection(NEWS, '/create-news-form');
  await pass(1000);
  const page = document.documentElement;
  page.scrollTop = 600;
  const box = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this.contains(screen.getByRole('combobox', { name: 'Объект' })) && this !== page ? -400 : 0);
  });
  const places: number[] = [];
  fireEvent.click(await screen.findByRole('button', { name: 'Заполните обязательные поля' }));
  await pass(0);
  for (const ms of [99, 251, 200, 70]) {
    await pass(ms);
    places.push(Math.round(page.scrollTop));
  }
  box.mockRestore();
  jest.useRealTimers();
  const [before, half = 0, late, end] = places;
  // 24 px above the field in the end.
  expect([before, end]).toEqual([600, 176]);
  expect(Math.abs(half - (600 + 176) / 2)).toBeLessThan(40);
  expect(late).toBeGreaterThan(180);
});

describe('editing', () => {
  const ONE = 'GET /api/crm/news/1/';
  const SAVE = 'PATCH /api/crm/news/1/';
  const stored = { ...announcement({ type: 'warn' }, 1), target: { porches: [31, 32] }, version: 'v4' };

  test('NEWS-54…NEWS-59: is prefilled, names the recipients, and sends everything but them', async () => {
    const server = newsroom({
      [ONE]: { json: stored },
      [SAVE]: { json: savedNews(1) },
      'GET /api/crm/news/': { json: feedOf([]) },
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
    expect(await said('Изменения в объявлении опубликованы')).toBeVisible();
    expect(server.callsTo(SAVE).map(({ body }) => body)).toEqual([
      { id: 1, title: 'Горячая вода вернулась', description: TEXT, type: 'alert', attachments: [1], version: 'v4' },
    ]);
  });

  test('NEWS-55: of one that waits for its time, saving plans, and publishes as soon as «Сразу» is chosen', async () => {
    const waiting = { ...stored, publish_at: '2099-03-05T06:00:00Z', planned: '5 марта в 09:00' };
    const saved = { params: { ...savedNews(1).params, publish_at: waiting.publish_at } };
    let told = 0;
    const server = newsroom({
      [ONE]: () => (told++ ? { status: 404, json: { detail: 'Не найдено' } } : { json: waiting }),
      [SAVE]: { json: saved },
      'GET /api/crm/news/': { json: feedOf([]) },
    });
    openSection(NEWS, '/edit-news-form?id=1');
    const button = (name: string) => screen.findByRole('button', { name });
    expect(await button('Внести изменения и запланировать')).toBeVisible();
    await userEvent.click(await radio('Сразу'));
    expect(await button('Внести изменения и опубликовать')).toBeVisible();
    await userEvent.click(await radio('В назначенное время'));
    await userEvent.click(await button('Внести изменения и запланировать'));
    // A server that does not say when it comes out is taken at its word all the same.
    expect(await said('Изменения сохранены, объявление запланировано')).toBeVisible();
    expect(server.callsTo(SAVE)).toHaveLength(1);
  });

  test('NEWS-58: the second of two who edit it is told, and stays with what he typed', async () => {
    const conflict = 'Кто-то уже изменил эту запись. Обновите страницу';
    const told: string[] = [];
    const stop = onFailure(({ message }) => told.push(message));
    newsroom({ [ONE]: { json: stored }, [SAVE]: { status: 409, json: { detail: conflict } } });
    const { where } = openSection(NEWS, '/edit-news-form?id=1');
    await screen.findByText('ул. Лесная, 12: подъезды 1 и 2');
    await writeTexts('Горячая вода вернулась', TEXT);
    await userEvent.click(await screen.findByRole('button', { name: 'Внести изменения и опубликовать' }));
    await waitFor(() => expect(told).toEqual([conflict]));
    expect(where()).toBe('/edit-news-form?id=1');
    expect(screen.getByLabelText('Заголовок')).toHaveValue('Горячая вода вернулась');
    stop();
    takeComplaints();
  });

  test('NEWS-56: says «Вычисляю адресатов» until they are known', async () => {
    const answer = delayedReply({ json: stored });
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

describe('who may only read announcements', () => {
  test.each([
    ['with the additions', { undo: true, reach: true }],
    ['of the documents alone', {}],
  ])(
    'PERM-05 PERM-07 PERM-21: takes no file out of the form by address, on a server %s: nothing is called',
    async (_what, features) => {
      const item = announcement({}, 2);
      const server = newsroom({ 'GET /api/crm/news/1/': { json: { ...item, target: { porches: [31] } } } }, 'read');
      act(() => session.features.set(features));
      openSection(NEWS, '/edit-news-form?id=1');
      expect(await screen.findByText('Фото 1.jpg')).toBeVisible();
      expect(screen.queryByRole('button', { name: /Убрать файл/ })).toBeNull();
      const box = screen.getByLabelText(/Выберите файл/);
      fireEvent.change(box, { target: { files: [new File(['x'], 'x.pdf')] } });
      fireEvent.paste(document.body, {
        clipboardData: { files: [new File(['x'], 'x.pdf')], items: [], types: ['Files'] },
      });
      await act(async () => undefined);
      const written = server.calls.flatMap(({ method, url }) => (method === 'GET' ? [] : [`${method} ${url}`]));
      expect(written.filter((call) => call !== REACH)).toEqual([]);
    },
  );
});
