import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import { reasonOf } from '#tests/support/console/reason.ts';
import {
  BUILDING_CALL,
  BUILDING_LIST_CALL,
  BUILDING_SAVE_CALL,
  buildingSettings,
  openSettings,
  paged,
  settingsServer,
} from '#tests/support/console/settings.tsx';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';

const WRITE = { buildings: 'write' };
const answers = (change: object = {}) => ({
  [BUILDING_LIST_CALL]: paged([]),
  [BUILDING_CALL]: { json: buildingSettings(3, change) },
  [BUILDING_SAVE_CALL]: { json: buildingSettings(3, { version: 'v8' }) },
});
const first = () => screen.findByLabelText<HTMLInputElement>('Первый день');
const last = () => screen.getByLabelText<HTMLInputElement>('Последний день');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить изменения' }));
async function type(box: HTMLElement, text: string) {
  await userEvent.clear(box);
  if (text) await userEvent.type(box, text);
  await userEvent.tab();
}
const days = async () => [(await first()).value, last().value];

describe('the form of a building', () => {
  test('SET-27, SET-28, SET-29, SET-38: has its title, the way back, three tabs and what the server has', async () => {
    const server = settingsServer(WRITE, answers());
    openSettings('/settings/objects-form?id=3');
    expect(await days()).toEqual(['15', '25']);
    expect(screen.getByRole('heading', { level: 1, name: 'Укажите настройки объекта' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Объекты' })).toHaveAttribute('href', '/settings/buildings');
    const tabs = within(screen.getByRole('navigation', { name: 'Части формы' })).getAllByRole('button');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Паспорт', 'Виды показаний', 'Камеры']);
    expect(screen.getByRole('button', { name: 'Сохранить изменения' })).toBeVisible();
    expect(screen.getByText('ул. Лесная', { selector: 'dd *' })).toBeVisible();
    expect(server.callsTo(BUILDING_CALL)).toHaveLength(1);
  });

  test('SET-30: days, a tick for each of the four, and cameras, as they are', async () => {
    settingsServer(WRITE, answers());
    openSettings('/settings/objects-form?id=3');
    await first();
    const ticks = ['Вода', 'Электричество', 'Газ', 'Отопление'].map((name) =>
      screen.getByRole<HTMLInputElement>('checkbox', { name }),
    );
    expect(ticks.map(({ checked }) => checked)).toEqual([true, true, false, false]);
    expect(screen.getByRole('checkbox', { name: /^Двор/ })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: /^Парковка.*ул. Садовая, 7/ })).not.toBeChecked();
  });

  test('SET-31, SET-32: the options of water and of electricity', async () => {
    const server = settingsServer(WRITE, answers());
    openSettings('/settings/objects-form?id=3');
    await first();
    const offered = (group: string) =>
      within(screen.getByRole('radiogroup', { name: group }))
        .getAllByRole<HTMLInputElement>('radio')
        .map(({ value, checked }) => [value, checked]);
    expect(offered('Вода')).toEqual([
      ['water_hot_and_cold', true],
      ['water_cold', false],
      ['water_hot', false],
    ]);
    expect(offered('Электричество')).toEqual([
      ['elec_day_and_night', false],
      ['elec_common', true],
    ]);
    for (const name of ['Только холодная', 'Только горячая', 'Горячая и холодная', 'Однотарифный', 'День и ночь']) {
      expect(screen.getByRole('radio', { name })).toBeVisible();
    }
    await userEvent.click(screen.getByRole('radio', { name: 'Только горячая' }));
    await userEvent.click(screen.getByRole('radio', { name: 'День и ночь' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Отопление' }));
    expect(screen.queryByRole('radiogroup', { name: 'Отопление' })).toBeNull();
    await save();
    await waitFor(() => expect(server.callsTo(BUILDING_SAVE_CALL)).toHaveLength(1));
    expect(server.callsTo(BUILDING_SAVE_CALL)[0]?.body).toMatchObject({
      reading_types: ['water_hot', 'elec_day_and_night', 'heating'],
    });
  });

  test('SET-30: a group that is unticked is collected no more, ticked again it has its first option', async () => {
    const server = settingsServer(WRITE, answers({ reading_types: ['water_common', 'gas'] }));
    openSettings('/settings/objects-form?id=3');
    await first();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Газ' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Электричество' }));
    await save();
    await waitFor(() => expect(server.callsTo(BUILDING_SAVE_CALL)).toHaveLength(1));
    expect(server.callsTo(BUILDING_SAVE_CALL)[0]?.body).toMatchObject({
      reading_types: ['water_common', 'elec_day_and_night'],
    });
  });

  test('SET-39, SET-40, SET-41: sends days, types and the ticked cameras, and leads to the objects', async () => {
    const server = settingsServer(WRITE, answers());
    const { where } = openSettings('/settings/objects-form?id=3');
    await type(await first(), '5');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Двор/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Парковка/ }));
    await save();
    await waitFor(() => expect(where()).toBe('/settings/buildings'));
    expect(await said('Настройки объекта сохранены')).toBeVisible();
    expect(server.callsTo(BUILDING_SAVE_CALL).map(({ body }) => body)).toEqual([
      {
        submit_start_day: 5,
        submit_end_day: 25,
        reading_types: ['water_hot_and_cold', 'elec_common'],
        cameras: [4, 2],
        version: 'v7',
      },
    ]);
  });

  test('SET-40: a camera that would belong to no building cannot be unticked, and says so', async () => {
    settingsServer(WRITE, answers());
    openSettings('/settings/objects-form?id=3');
    const only = await screen.findByRole('checkbox', { name: /^Вход.*Только у этого объекта/ });
    expect(only).toBeChecked();
    expect(reasonOf(only)).toBe('Только у этого объекта, отвязать нельзя');
    await userEvent.click(only);
    expect(only).toBeChecked();
  });

  test('SET-30: many cameras are searched by name and place', async () => {
    const cameras = Array.from({ length: 70 }, (_, at) => ({
      id: at + 1,
      name: `Камера ${at + 1}`,
      buildings: [{ id: 3, street: at === 65 ? 'ул. Ёлочная' : 'ул. Лесная', number: '12' }],
      is_selected: at < 2,
      is_editable: true,
    }));
    settingsServer(WRITE, answers({ cameras }));
    openSettings('/settings/objects-form?id=3');
    await first();
    expect(screen.getByText('выбрано 2 из 70')).toBeVisible();
    expect(screen.getAllByRole('checkbox', { name: /^Камера/ })).toHaveLength(60);
    await userEvent.click(screen.getByRole('button', { name: 'Показать ещё 10' }));
    expect(screen.getAllByRole('checkbox', { name: /^Камера/ })).toHaveLength(70);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Поиск' }), { target: { value: 'елочная' } });
    expect(screen.getAllByRole('checkbox', { name: /^Камера/ })).toHaveLength(1);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Поиск' }), { target: { value: 'нигде' } });
    expect(screen.getByText('Нет совпадений')).toBeVisible();
  });

  test.each([
    ['readings', 'Виды показаний', 'section-2'],
    ['cameras', 'Камеры', 'section-3'],
  ])('SET-26: screen=%s scrolls to «%s»', async (name, title, id) => {
    const gone: string[] = [];
    Element.prototype.scrollIntoView = function scrolled() {
      gone.push(this.id);
    };
    settingsServer(WRITE, answers());
    openSettings(`/settings/objects-form?id=3&screen=${name}`);
    await first();
    await waitFor(() => expect(gone).toEqual([id]));
    expect(screen.getByRole('button', { name: title })).toHaveAttribute('aria-current', 'step');
    await userEvent.click(screen.getByRole('button', { name: 'Паспорт' }));
    expect(gone.at(-1)).toBe('section-1');
    expect(screen.getByRole('button', { name: 'Паспорт' })).toHaveAttribute('aria-current', 'step');
  });
});

describe('the days', () => {
  test.each([
    ['SET-33', '5', ['05', '25']],
    ['SET-33, SET-34', '31', ['28', '28']],
    ['SET-33', 'ab', ['', '25']],
    ['SET-33', '', ['', '25']],
    ['SET-36', '0', ['01', '25']],
    ['SET-36', '00', ['01', '25']],
    ['SET-34', '27', ['27', '27']],
  ])('%s: «%s» as the first one', async (_item, text, left) => {
    settingsServer(WRITE, answers());
    openSettings('/settings/objects-form?id=3');
    await type(await first(), text);
    expect(await days()).toEqual(left);
  });

  test('SET-33: no more than two digits are taken; SET-35: an earlier last day pulls the first', async () => {
    settingsServer(WRITE, answers());
    openSettings('/settings/objects-form?id=3');
    await first();
    await type(last(), '109');
    expect(await days()).toEqual(['10', '10']);
  });

  test('SET-37: one day alone, or none while something is collected, is refused at the field', async () => {
    const server = settingsServer(WRITE, answers());
    openSettings('/settings/objects-form?id=3');
    await type(await first(), '');
    expect(await screen.findByText('обязательное поле')).toBeVisible();
    expect(await first()).toHaveAttribute('aria-invalid', 'true');
    expect(last()).not.toHaveAttribute('aria-invalid');
    await type(last(), '');
    await save();
    expect(screen.getByText('обязательное поле')).toBeVisible();
    expect(server.callsTo(BUILDING_SAVE_CALL)).toHaveLength(0);
    for (const name of ['Вода', 'Электричество']) await userEvent.click(screen.getByRole('checkbox', { name }));
    await save();
    await waitFor(() => expect(server.callsTo(BUILDING_SAVE_CALL)).toHaveLength(1));
    expect(server.callsTo(BUILDING_SAVE_CALL)[0]?.body).toMatchObject({
      submit_start_day: null,
      submit_end_day: null,
      reading_types: [],
    });
  });
});

describe('what the server refuses', () => {
  const told: string[] = [];
  let stop = (): void => undefined;
  beforeEach(() => {
    told.length = 0;
    stop = onFailure(({ message }) => told.push(message));
  });
  afterEach(() => {
    stop();
    takeComplaints();
  });

  test('SET-45: fields are told at the fields, the rest in the alert', async () => {
    const refusal = { submit_end_day: ['не раньше первого дня'], cameras: ['такого нет'], roof: ['течёт'] };
    settingsServer(WRITE, { ...answers(), [BUILDING_SAVE_CALL]: { status: 400, json: refusal } });
    openSettings('/settings/objects-form?id=3');
    await type(await first(), '5');
    await save();
    expect(await screen.findByText('не раньше первого дня')).toBeVisible();
    expect(screen.getByText('такого нет')).toBeVisible();
    expect(told).toEqual(['течёт']);
  });

  test('SET-39: the second of two managers is told, and stays with what he typed', async () => {
    const conflict = { detail: 'Кто-то уже изменил эту запись. Обновите страницу' };
    settingsServer(WRITE, { ...answers(), [BUILDING_SAVE_CALL]: { status: 409, json: conflict } });
    const { where } = openSettings('/settings/objects-form?id=3');
    await type(await first(), '5');
    await save();
    await waitFor(() => expect(told).toEqual([conflict.detail]));
    expect(where()).toBe('/settings/objects-form?id=3');
    expect(await days()).toEqual(['05', '25']);
  });

  test.each([
    [{ buildings: 'read' }, 3, 'Нет права «Объекты: добавление и редактирование». Вам доступен просмотр'],
    [WRITE, 5, 'Вам доступна только часть дома, поэтому изменить его нельзя'],
  ])('PERM-21, PERM-20, PERM-24: with %j the form of %d opens, and is not sent', async (levels, id, reason) => {
    const path = `/api/crm/settings/building/${id}/`;
    const server = settingsServer(levels, { ...answers(), [`GET ${path}`]: { json: buildingSettings(id) } });
    openSettings(`/settings/objects-form?id=${id}`);
    await first();
    const button = screen.getByRole('button', { name: 'Сохранить изменения' });
    await waitFor(() => expect(button).toHaveAccessibleDescription(reason));
    await userEvent.click(button);
    expect(server.callsTo(`PUT ${path}`)).toHaveLength(0);
  });

  test('SET-27: without an id, or with one that is not there, one has come to the wrong place', async () => {
    settingsServer(WRITE, { ...answers(), 'GET /api/crm/settings/building/77/': { status: 404, json: {} } });
    const { unmount } = openSettings('/settings/objects-form');
    expect(await screen.findByText('Вы попали не туда')).toBeVisible();
    unmount();
    openSettings('/settings/objects-form?id=77');
    expect(await screen.findByText('Вы попали не туда')).toBeVisible();
  });
});
