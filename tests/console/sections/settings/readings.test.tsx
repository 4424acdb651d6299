import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  BUILDING_CALL,
  BUILDING_LIST_CALL,
  BUILDING_SAVE_CALL,
  building,
  buildingSettings,
  openSettings,
  paged,
  settingsServer,
} from '#tests/support/console/settings.tsx';

const WRITE = { buildings: 'write' };
const many = Array.from({ length: 120 }, (_, at) => building(at + 1, { number: String(at + 1) }));
const cells = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell, at) => (at ? cell : cell.querySelector('.first'))?.textContent ?? ''),
  );

describe('the table of reading settings', () => {
  test('SET-22: has address, days, water, electricity, gas and heating', async () => {
    settingsServer(WRITE, {
      [BUILDING_LIST_CALL]: {
        json: [
          building(3),
          building(5, {
            street: 'ул. Садовая',
            submit_start_day: null,
            submit_end_day: null,
            reading_types: ['heating'],
          }),
        ],
      },
    });
    openSettings('/settings/meters-readings');
    await screen.findByText('ул. Лесная');
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Объект', 'Дни приёма показаний', 'Вода', 'Электричество', 'Газ', 'Отопление']);
    expect(cells()).toEqual([
      ['12ул. Лесная', '15–25 числа месяца', 'горячая и холодная', 'однотарифный', '–', '–'],
      ['12ул. Садовая', '–', '–', '–', '–', 'принимается'],
    ]);
  });

  test('SET-23: is asked for once, of every building open to the person, and paged here', async () => {
    const server = settingsServer(WRITE, { [BUILDING_LIST_CALL]: { json: many } });
    openSettings('/settings/meters-readings');
    expect(await screen.findByText('1–50 из 120')).toBeVisible();
    expect(server.callsTo(BUILDING_LIST_CALL).map(({ url }) => url)).toEqual([
      '/api/crm/settings/building/?buildings_id=3,5',
    ]);
    const sizes = screen.getByRole('combobox', { name: 'Строк на странице' });
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['10', '25', '50', '100']);
    await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    expect(await screen.findByText('51–100 из 120')).toBeVisible();
    expect(cells()[0]?.[0]).toBe('51ул. Лесная');
    await userEvent.selectOptions(sizes, '100');
    expect(await screen.findByText(/–\d+ из 120/)).toBeVisible();
    expect(server.callsTo(BUILDING_LIST_CALL)).toHaveLength(1);
  });

  test('SET-24, SET-25: a row opens its card, whose link leads to the form', async () => {
    settingsServer(WRITE, {
      [BUILDING_LIST_CALL]: { json: [building(3)] },
      [BUILDING_CALL]: { json: buildingSettings(3) },
    });
    const { where } = openSettings('/settings/meters-readings');
    await userEvent.click(await screen.findByText('ул. Лесная'));
    await waitFor(() => expect(where()).toBe('/settings/meters-readings?id=3'));
    const card = await screen.findByRole('complementary');
    expect(within(card).getByRole('heading', { name: 'ул. Лесная, 12' })).toBeVisible();
    expect(within(card).getByText('15–25 числа месяца')).toBeVisible();
    const edit = within(card).getByRole('link', { name: 'Редактировать' });
    expect(edit).toHaveAttribute('href', '/settings/meters-readings-form?id=3');
  });

  test('SET-03: belongs to the tab «Объекты», and each of the two tables leads to the other', async () => {
    settingsServer(WRITE, { [BUILDING_LIST_CALL]: { json: [building(3)] } });
    openSettings('/settings/meters-readings');
    const tabs = await screen.findByRole('navigation', { name: 'Разделы настроек' });
    expect(within(tabs).getByRole('link', { name: 'Объекты' })).toHaveAttribute('aria-current', 'page');
    const views = await screen.findByRole('navigation', { name: 'Таблицы объектов' });
    expect(within(views).getByRole('link', { name: 'Список объектов' })).toHaveAttribute('href', '/settings/buildings');
  });
});

describe('the form of reading settings', () => {
  test('SET-28, SET-29, SET-39, SET-42: saves days and types without cameras, and leads to the objects', async () => {
    const server = settingsServer(WRITE, {
      [BUILDING_LIST_CALL]: paged([]),
      [BUILDING_CALL]: { json: buildingSettings(3) },
      [BUILDING_SAVE_CALL]: { json: buildingSettings(3, { version: 'v8' }) },
    });
    const { where } = openSettings('/settings/meters-readings-form?id=3');
    await screen.findByLabelText('Первый день');
    expect(screen.queryByText('Двор')).toBeNull();
    await userEvent.click(screen.getByLabelText('Газ'));
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить настройки' }));
    await waitFor(() => expect(where()).toBe('/settings/buildings'));
    expect(server.callsTo(BUILDING_SAVE_CALL)[0]?.body).toEqual({
      submit_start_day: 15,
      submit_end_day: 25,
      reading_types: ['water_hot_and_cold', 'elec_common', 'gas'],
      version: 'v7',
    });
  });

  test('SET-25: without an id one has come to the wrong place', async () => {
    settingsServer(WRITE);
    openSettings('/settings/meters-readings-form');
    expect(await screen.findByText('Вы попали не туда')).toBeVisible();
  });
});
