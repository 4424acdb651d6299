// Runs first: half a minute of typing.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SLOT_WIDGETS } from '#console/app/slots.ts';
import { buildingWith, flatIn, house } from '#tests/support/console/buildings.ts';
import { setDate } from '#tests/support/console/clock.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import {
  BUILDING,
  DATA,
  data,
  flat,
  GIVE,
  given,
  LIST,
  queryOf,
  READINGS,
  readingRoom,
} from '#tests/support/console/readings.ts';
import { delayedReply } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';

beforeEach(() => setDate(new Date(2024, 2, 20, 12)));
afterEach(() => jest.useRealTimers());

const building = buildingWith(house(BUILDING), { units: [flatIn(48), flatIn(49)] });
const { id: _, ...september } = { ...given({ water_cold: '000721', elec_day: '018120' }), id: 1 };
const known = {
  ...flat(48),
  last_result: { ...september, month: '022024' },
  norms: {
    water_cold: { value: '000721', month: '022024', date: september.date, sender: september.sender, usual: 12 },
    elec_day: { value: '018120', month: '022024', date: september.date, sender: september.sender, usual: 200 },
  },
};
const room = (collects: object = data(), answers: object = {}) =>
  readingRoom([flat(48)], {
    collects,
    answers: {
      [`GET /api/crm/buildings/${BUILDING}/`]: { json: building },
      'GET /api/crm/meters/48/': { json: known },
      'GET /api/crm/meters/49/': { json: { ...flat(49), last_result: null, norms: {} } },
      [GIVE]: { status: 201, json: { params: { id: 77, unit: 48, readings: {} } } },
      ...answers,
    },
  });
const open = () => openSection(READINGS, '/add-readings', SLOT_WIDGETS);
const submit = () => screen.findByRole('button', { name: 'Добавить показания' });
async function choose(label: string, option: string) {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(option) }));
}
async function choose48() {
  await choose('Объект', 'Лесная');
  await choose('Квартира', '48');
  return screen.findByRole('textbox', { name: 'Холодная вода' });
}

describe('adding readings', () => {
  test('READ-18, READ-30: a house, a flat, then a value for each collected meter', async () => {
    const server = room(data({ reading_types: ['water_cold', 'water_hot', 'elec_day_and_night', 'gas', 'heating'] }));
    open();
    expect(await screen.findByText('Выберите объект и квартиру, чтобы ввести показания.')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    await choose48();
    expect(
      screen
        .getAllByRole('textbox')
        .map((box) => box.getAttribute('id') && (box as HTMLInputElement).labels?.[0]?.textContent),
    ).toEqual(['Холодная вода', 'Горячая вода', 'Электричество (день)', 'Электричество (ночь)', 'Газ', 'Отопление']);
    expect(queryOf(server.callsTo(DATA).at(-1), 'buildings_id')).toBe(String(BUILDING));
  });

  test('READ-19: house and flat are asked for in the words of the specification', async () => {
    const server = room();
    open();
    await userEvent.click(await submit());
    expect(await screen.findByText('выберите объект')).toBeVisible();
    expect(screen.getByText('выберите квартиру')).toBeVisible();
    expect(server.callsTo(GIVE)).toEqual([]);
  });

  test('READ-20, READ-21, READ-24: what was given last month stands in the box and in its tooltip', async () => {
    const server = room();
    open();
    const cold = await choose48();
    await waitFor(() => expect(cold).toHaveAttribute('placeholder', '000\u00a0721'));
    expect(screen.getByRole('textbox', { name: 'Горячая вода' })).toHaveAttribute('placeholder', '000\u00a0000');
    expect(server.callsTo('GET /api/crm/meters/48/')).toHaveLength(1);
    await userEvent.hover(screen.getByRole('button', { name: 'Прошлое показание: Холодная вода' }));
    const tip = await screen.findByRole('tooltip');
    expect(tip).toHaveTextContent('В феврале 000 721Д. Калинина');
    expect(screen.queryByRole('button', { name: 'Прошлое показание: Горячая вода' })).toBeNull();
  });

  test('READ-21: a flat without history has «000 000» everywhere', async () => {
    room();
    open();
    await choose('Объект', 'Лесная');
    await choose('Квартира', '49');
    for (const box of await screen.findAllByRole('textbox')) expect(box).toHaveAttribute('placeholder', '000\u00a0000');
  });

  test('READ-22, READ-23: six digits, zeros in front when it is left, nothing stays nothing', async () => {
    const server = room();
    open();
    const cold = await choose48();
    await userEvent.type(cold, '42');
    await userEvent.tab();
    expect(cold).toHaveValue('000042');
    await userEvent.clear(cold);
    await userEvent.tab();
    expect(cold).toHaveValue('');
    await userEvent.type(cold, '000 742');
    await userEvent.tab();
    expect(cold).toHaveValue('000742');
    await userEvent.click(screen.getByRole('button', { name: 'Добавить показания' }));
    await waitFor(() => expect(server.callsTo(GIVE)).toHaveLength(1));
    expect(server.callsTo(GIVE)[0]?.body).toEqual({ unit: 48, readings: { water_cold: '000742' } });
  });

  test.each(['123,45', '12 345,6', '123 м3', '-7', 'a4b2', '12345678', '1e3'])(
    'READ-22: «%s» is refused at its meter and stays as it was typed',
    async (typed) => {
      const server = room();
      open();
      const cold = await choose48();
      await userEvent.type(cold, typed);
      await userEvent.tab();
      await userEvent.click(screen.getByRole('button', { name: 'Добавить показания' }));
      await waitFor(() => expect(cold).toBeInvalid());
      expect(cold).toHaveAccessibleDescription(expect.stringContaining('введите до шести цифр'));
      expect(screen.getAllByText('введите до шести цифр')).toHaveLength(1);
      expect(cold).toHaveValue(typed);
      expect(server.callsTo(GIVE)).toEqual([]);
    },
  );

  test('READ-25, READ-26, READ-28: sends flat and six-digit values, empty ones left out, and leads to the list', async () => {
    const server = room();
    const view = open();
    const cold = await choose48();
    await waitFor(() => expect(cold).toHaveAttribute('placeholder', '000\u00a0721'));
    await userEvent.type(cold, '733');
    await userEvent.click(await submit());
    await waitFor(() => expect(view.where()).toBe('/readings'));
    expect(await said('Показания приняты')).toBeVisible();
    expect(server.callsTo(GIVE).map(({ body }) => body)).toEqual([{ unit: 48, readings: { water_cold: '000733' } }]);
    await waitFor(() => expect(server.callsTo(LIST).length).toBeGreaterThan(0));
  });

  test('READ-27: while no value is given the button counts as disabled, and a press says why', async () => {
    const server = room();
    open();
    await choose48();
    const button = await submit();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    expect(await screen.findByText('введите хотя бы одно показание')).toBeVisible();
    expect(server.callsTo(GIVE)).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: 'Холодная вода' }), '733');
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  });

  test('READ-28: «Вернуться к показаниям» leads back', async () => {
    room();
    const view = open();
    await userEvent.click(await screen.findByRole('link', { name: 'Вернуться к показаниям' }));
    await waitFor(() => expect(view.where()).toBe('/readings'));
  });

  test('READ-29: what the server says of a closed window is shown', async () => {
    const detail = 'Приём показаний с 15 по 25 число месяца';
    const server = room(data({ open_buildings: [] }), {
      [GIVE]: { status: 400, json: { detail, code: 'readings_closed' } },
    });
    const view = open();
    await userEvent.type(await choose48(), '733');
    await userEvent.click(await submit());
    await waitFor(() => expect(takeComplaints()).toHaveLength(1));
    expect(server.callsTo(GIVE)).toHaveLength(1);
    expect(view.where()).toBe('/add-readings');
  });

  test.each([
    ['700', 'Холодная вода: меньше прошлого значения 000 721'],
    ['900', 'Холодная вода: намного больше обычного, прошлое значение 000 721'],
  ])('READ-29: %s is asked about once and sent all the same', async (typed, question) => {
    const server = room();
    const view = open();
    const cold = await choose48();
    await waitFor(() => expect(cold).toHaveAttribute('placeholder', '000\u00a0721'));
    await userEvent.type(cold, typed);
    await userEvent.click(await submit());
    const dialog = await screen.findByRole('dialog', { name: 'Проверьте ещё раз' });
    expect(dialog).toHaveTextContent(question);
    expect(server.callsTo(GIVE)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Исправить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await submit());
    await waitFor(() => expect(view.where()).toBe('/readings'));
    expect(server.callsTo(GIVE)).toHaveLength(1);
  });

  test.each([
    ['729', 'Холодная вода: меньше уже переданного за этот месяц 000 730'],
    ['700', 'Холодная вода: меньше прошлого значения 000 721'],
  ])('READ-29: %s is compared with what this month has, too', async (typed, question) => {
    room(data(), {
      'GET /api/crm/meters/48/': { json: { ...known, month_result: given({ water_cold: '000730' }) } },
    });
    open();
    const cold = await choose48();
    await waitFor(() => expect(cold).toHaveAttribute('placeholder', '000\u00a0730'));
    await userEvent.type(cold, typed);
    await userEvent.click(await submit());
    expect(await screen.findByRole('dialog', { name: 'Проверьте ещё раз' })).toHaveTextContent(question);
  });

  test('READ-20: a value of years ago says its year', async () => {
    const old = { ...known.norms.water_cold, month: '022019' };
    room(data(), { 'GET /api/crm/meters/48/': { json: { ...known, norms: { water_cold: old } } } });
    open();
    await choose48();
    await userEvent.hover(await screen.findByRole('button', { name: 'Прошлое показание: Холодная вода' }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('В феврале 2019 года 000 721Д. Калинина');
  });

  test('READ-24: last values that are on their way are waited for in words, that did not come can be asked for again', async () => {
    const { reply, release } = delayedReply({ status: 503, json: {} });
    const server = room(data(), { 'GET /api/crm/meters/48/': reply });
    open();
    const cold = await choose48();
    expect(await screen.findByText('Загружаем прошлые показания…')).toBeVisible();
    await act(async () => release());
    expect(await screen.findByText('Прошлые показания не загрузились: сравнить новые не с чем.')).toBeVisible();
    await userEvent.type(cold, '733');
    server.answer('GET /api/crm/meters/48/', { json: known });
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(cold).toHaveAttribute('placeholder', '000\u00a0721'));
    expect(cold).toHaveValue('000733');
    expect(screen.queryByText(/прошлые показания/i)).toBeNull();
    takeComplaints();
  });

  test('READ-18: meters that are not known yet are waited for in words, and asked for again', async () => {
    const server = room(data(), { [DATA]: { status: 503, json: {} } });
    open();
    await choose('Объект', 'Лесная');
    await choose('Квартира', '48');
    expect(await screen.findByText('Не удалось узнать, какие счётчики есть в доме.')).toBeVisible();
    server.answer(DATA, { json: data() });
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('textbox', { name: 'Холодная вода' })).toBeVisible();
    takeComplaints();
  });

  test('READ-18: another flat empties what was typed for the first', async () => {
    room();
    open();
    await userEvent.type(await choose48(), '733');
    await choose('Квартира', '49');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Холодная вода' })).toHaveValue(''));
  });
});
