import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BUILDINGS_KEY } from '#console/data/buildings/buildings.ts';
import { session } from '#console/data/session/session.ts';
import { HOUSES, openSection } from '#tests/support/console/engine-stage.tsx';
import { announcement, BUILDING, feedOf, NEWS, newsroom } from '#tests/support/console/news.ts';
import { CREATE, chooseObject, flats, radio, submit, tick, writeTexts } from '#tests/support/console/news-form.ts';

const FORM = '/create-news-form';
const BUILDINGS = 'GET /api/crm/buildings/';
const [FIRST, SECOND] = HOUSES;
const restore = async () => userEvent.click(await screen.findByRole('button', { name: 'Восстановить' }));

describe('what can be chosen no more is chosen no more', () => {
  test('NEWS-44: a house that left reach while the form stood open', async () => {
    const server = newsroom({ 'GET /api/crm/news/': { json: feedOf([]) } });
    const { queryClient } = openSection(NEWS, FORM);
    await chooseObject('Некоторым объектам');
    await tick('12 ул. Лесная');
    await tick('7 ул. Садовая подъезд 1');
    server.answer(BUILDINGS, { json: [FIRST] });
    await act(() => queryClient.invalidateQueries({ queryKey: BUILDINGS_KEY }));
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: '7 ул. Садовая подъезд 1' })).toBeNull());
    await writeTexts();
    await userEvent.click(submit());
    await waitFor(() => expect(server.callsTo(CREATE)).toHaveLength(1));
    expect(server.callsTo(CREATE)[0]?.body).toMatchObject({ target: { buildings: [3] } });
  });

  test('NEWS-44: the only one that was ticked in a draft: the message says what is missing', async () => {
    const server = newsroom();
    session.userId.set('99');
    const first = openSection(NEWS, FORM);
    await chooseObject('Некоторым объектам');
    await tick('12 ул. Лесная');
    await writeTexts();
    first.unmount();
    server.answer(BUILDINGS, { json: [SECOND] });
    openSection(NEWS, FORM);
    await restore();
    await userEvent.click(await screen.findByRole('button', { name: 'Заполните обязательные поля' }));
    expect(await screen.findByText('Выберите хотя бы одно значение')).toBeVisible();
    expect(server.callsTo(CREATE)).toEqual([]);
  });

  test('NEWS-43: a flat of a draft that is gone is not counted', async () => {
    const server = newsroom();
    session.userId.set('99');
    const first = openSection(NEWS, FORM);
    await chooseObject('12 ул. Лесная');
    await userEvent.click(await radio('Квартиры'));
    await flats(1, 2, 4);
    await writeTexts();
    first.unmount();
    server.answer('GET /api/crm/buildings/3/', {
      json: { ...BUILDING, units: BUILDING.units.filter(({ object }) => object.id !== 104) },
    });
    openSection(NEWS, FORM);
    await restore();
    await userEvent.click(await screen.findByRole('button', { name: 'Заполните обязательные поля' }));
    expect(await screen.findByText('укажите минимум 3 квартиры')).toBeVisible();
    expect(server.callsTo(CREATE)).toEqual([]);
  });
});

describe('how many get it', () => {
  const reach = { flats: 12, residents: 0, parts: [] };

  test('NEWS-49: where nobody lives the flats are still said', async () => {
    newsroom({ 'POST /api/crm/news/reach/': { json: reach } });
    openSection(NEWS, FORM);
    await chooseObject('12 ул. Лесная');
    expect(await screen.findByText('12 квартир, 0 жителей')).toBeVisible();
    expect(screen.getByText('Здесь пока нет ни одного жителя в системе')).toBeVisible();
  });

  test('NEWS-56: of «all objects» of another author nothing is counted: it would be those of the reader', async () => {
    const server = newsroom({
      'GET /api/crm/news/1/': { json: { ...announcement(), target: { for_all_objects: true }, version: 'v1' } },
    });
    openSection(NEWS, '/edit-news-form?id=1');
    await screen.findByLabelText('Заголовок');
    await act(() => new Promise((done) => setTimeout(done, 500)));
    expect(server.callsTo('POST /api/crm/news/reach/')).toEqual([]);
  });
});
