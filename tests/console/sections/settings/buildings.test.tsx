import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delayedReply } from '#tests/support/console/server.ts';
import {
  BUILDING_CALL,
  BUILDING_LIST_CALL,
  building,
  buildingSettings,
  openSettings,
  paged,
  settingsServer,
} from '#tests/support/console/settings.tsx';
import { takeComplaints } from '#tests/support/console/setup.ts';

const READ = { buildings: 'read' };
const WRITE = { buildings: 'write' };
const ROWS = [
  building(3),
  building(5, {
    street: 'ул. Садовая',
    number: '7',
    complex: null,
    subsidiary: { label: 'Сервис' },
    building_type: 'parking',
  }),
  building(9, { street: 'ул. Чужая', number: '1', available_porches: [], porches_count: null, building_type: 'mall' }),
];
const answers = { [BUILDING_LIST_CALL]: paged(ROWS), [BUILDING_CALL]: { json: buildingSettings(3) } };
const many = Array.from({ length: 120 }, (_, at) => building(at + 1, { number: String(at + 1) }));

const cells = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell, at) => (at ? cell : cell.querySelector('.first'))?.textContent ?? ''),
  );
const streets = () => cells().map(([first]) => first);
const row = async (street: string) => {
  const found = (await screen.findByText(street)).closest('tr');
  if (!found) throw new Error(`${street} stands in no row`);
  return found;
};
const card = async () => screen.findByRole('complementary');
const query = (url: string | undefined) => Object.fromEntries(new URLSearchParams(url?.split('?')[1]));

describe('the table of buildings', () => {
  test('SET-05, SET-10, SET-11: has address, complex, organisation and kind', async () => {
    settingsServer(READ, answers);
    openSettings('/settings/buildings');
    await row('ул. Лесная');
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Объект', 'Комплекс', 'Организация', 'Тип']);
    expect(cells()).toEqual([
      ['12ул. Лесная', 'Роща', 'УК «Дом»', 'Многоквартирный дом'],
      ['7ул. Садовая', 'Без комплекса', 'Сервис', 'Паркинг'],
      ['1ул. Чужая', 'Роща', 'УК «Дом»', 'Торговый центр'],
    ]);
  });

  test('SET-06, SET-07, SET-08: asks for a page of fifty, then for the one that is gone to', async () => {
    const server = settingsServer(READ, { [BUILDING_LIST_CALL]: paged(many) });
    openSettings('/settings/buildings');
    expect(await screen.findByText('1–50 из 120')).toBeVisible();
    expect(query(server.callsTo(BUILDING_LIST_CALL)[0]?.url)).toEqual({ page: '1', page_size: '50' });
    const sizes = screen.getByRole('combobox', { name: 'Строк на странице' });
    const offered = within(sizes).getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['10', '25', '50', '100']);
    await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    expect(await screen.findByText('51–100 из 120')).toBeVisible();
    expect(query(server.callsTo(BUILDING_LIST_CALL).at(-1)?.url)).toEqual({ page: '2', page_size: '50' });
    await userEvent.selectOptions(sizes, '25');
    await waitFor(() => expect(query(server.callsTo(BUILDING_LIST_CALL).at(-1)?.url).page_size).toBe('25'));
  });

  test('SET-06: a page beyond the end leads to the last one', async () => {
    settingsServer(READ, { [BUILDING_LIST_CALL]: paged(many) });
    openSettings('/settings/buildings?page=9&perPage=50&sort=address&order=ASC&filter={}');
    expect(await screen.findByText('101–120 из 120')).toBeVisible();
  });

  test('SET-09, SET-05: a head sorts the rows of the page that is there', async () => {
    const server = settingsServer(READ, answers);
    openSettings('/settings/buildings');
    await row('ул. Лесная');
    expect(streets()).toEqual(['12ул. Лесная', '7ул. Садовая', '1ул. Чужая']);
    // All of them are there, so nothing is said of pages.
    expect(screen.getByRole('button', { name: 'Объект' })).not.toHaveAccessibleDescription();
    await userEvent.click(screen.getByRole('button', { name: 'Объект' }));
    await waitFor(() => expect(streets()).toEqual(['1ул. Чужая', '7ул. Садовая', '12ул. Лесная']));
    await userEvent.click(screen.getByRole('button', { name: 'Организация' }));
    await waitFor(() => expect(streets()[0]).toBe('7ул. Садовая'));
    for (const { url } of server.callsTo(BUILDING_LIST_CALL))
      expect(query(url)).toEqual({ page: '1', page_size: '50' });
  });

  test('SET-13: a building that is not open to the person is greyed, cannot be chosen and says why', async () => {
    settingsServer(READ, answers);
    const { where } = openSettings('/settings/buildings');
    const closed = await row('ул. Чужая');
    await waitFor(() => expect(closed).toHaveClass('closed'));
    expect(await row('ул. Садовая')).not.toHaveClass('closed');
    await userEvent.click(closed);
    expect(where()).toBe('/settings/buildings');
    expect(within(closed).queryByRole('button')).toBeNull();
    const words = closed.querySelector('[aria-disabled]');
    expect(words).toHaveAccessibleDescription('Этот дом вам недоступен');
  });
});

describe('the card of a building', () => {
  test('SET-12: a click on a row opens it and names it in the address, another one closes it', async () => {
    settingsServer(READ, answers);
    const { where } = openSettings('/settings/buildings');
    await waitFor(async () => expect(await row('ул. Лесная')).not.toHaveClass('closed'));
    await userEvent.click(await row('ул. Лесная'));
    await waitFor(() => expect(where()).toBe('/settings/buildings?id=3'));
    expect(await card()).toHaveAccessibleName('ул. Лесная, 12');
    expect(await screen.findByText('квартира')).toBeVisible();
    await userEvent.click((await screen.findAllByText('ул. Лесная'))[0]?.closest('tr') as HTMLElement);
    await waitFor(() => expect(where()).toBe('/settings/buildings'));
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test('SET-14, SET-15, SET-16: an address with an id opens it: complex, street, number, how big it is', async () => {
    settingsServer(READ, answers);
    openSettings('/settings/buildings?id=3');
    const opened = await card();
    expect(await within(opened).findByText('квартира')).toBeVisible();
    for (const text of ['Роща', 'ул. Лесная', '12', 'подъезда', 'этажей'])
      expect(within(opened).getByText(text)).toBeVisible();
    for (const number of ['2', '9', '41']) expect(within(opened).getByText(number)).toBeVisible();
  });

  test('SET-15, SET-16: without a complex it says so; one, two, five', async () => {
    settingsServer(READ, {
      ...answers,
      [BUILDING_CALL]: {
        json: buildingSettings(3, { complex: null, porches_count: 1, floor_count: 2, units_count: 5 }),
      },
    });
    openSettings('/settings/buildings?id=3');
    const opened = await card();
    for (const text of ['Без комплекса', 'подъезд', 'этажа', 'квартир']) {
      expect(await within(opened).findByText(text)).toBeVisible();
    }
  });

  test('SET-17, SET-19, PERM-20: days and cameras lead into the settings, for who may change them', async () => {
    settingsServer(WRITE, answers);
    openSettings('/settings/buildings?id=3');
    const days = () => screen.getByRole('link', { name: '15–25 числа месяца' });
    await waitFor(() => expect(days()).toHaveAttribute('href', '/settings/objects-form?id=3&screen=readings'));
    expect(screen.getByRole('link', { name: '1 камера' })).toHaveAttribute(
      'href',
      '/settings/objects-form?id=3&screen=cameras',
    );
    expect(screen.getByRole('link', { name: 'Изменить настройки' })).toHaveAttribute(
      'href',
      '/settings/objects-form?id=3',
    );
  });

  test('PERM-20: for who may only look they are greyed and say why', async () => {
    settingsServer(READ, answers);
    openSettings('/settings/buildings?id=3');
    for (const name of ['15–25 числа месяца', '1 камера']) {
      const link = await screen.findByRole('link', { name });
      expect(link).toHaveAttribute('aria-disabled', 'true');
      expect(link).not.toHaveAttribute('href');
      expect(link).toHaveAccessibleDescription(
        'Нет права «Объекты: добавление и редактирование». Вам доступен просмотр',
      );
    }
  });

  test('PERM-24: a building that is open in part is shown and not changed', async () => {
    settingsServer(WRITE, { ...answers, 'GET /api/crm/settings/building/5/': { json: buildingSettings(5) } });
    openSettings('/settings/buildings?id=5');
    const why = 'Вам доступна только часть дома, поэтому изменить его нельзя';
    await waitFor(() =>
      expect(screen.getByRole('link', { name: '15–25 числа месяца' })).toHaveAccessibleDescription(why),
    );
  });

  test('SET-17: without days it says so', async () => {
    settingsServer(WRITE, {
      ...answers,
      [BUILDING_CALL]: {
        json: buildingSettings(3, { submit_start_day: null, submit_end_day: null, reading_types: [] }),
      },
    });
    openSettings('/settings/buildings?id=3');
    expect(await screen.findByRole('link', { name: 'Дни не заданы' })).toBeVisible();
  });

  test('SET-18: has the signs of what is collected, and says of the rest that it is not', async () => {
    settingsServer(READ, answers);
    openSettings('/settings/buildings?id=3');
    const opened = await card();
    const line = async (name: string) => (await within(opened).findByText(name)).closest('li') as HTMLElement;
    const signs = async (name: string) =>
      [...(await line(name)).querySelectorAll('[data-meter]')].map((sign) => sign.getAttribute('data-meter'));
    expect(await signs('Вода')).toEqual(['water_cold', 'water_hot']);
    expect(await signs('Электричество')).toEqual(['elec_day']);
    expect(await line('Вода')).toHaveTextContent('горячая и холодная');
    expect(await line('Электричество')).toHaveTextContent('однотарифный');
    expect(await line('Газ')).toHaveTextContent('не принимается');
    expect(await line('Отопление')).toHaveTextContent('не принимается');
  });

  test('SET-20: says that it is loading until the building is there', async () => {
    const answer = delayedReply({ json: buildingSettings(3) });
    settingsServer(READ, { ...answers, [BUILDING_CALL]: answer.reply });
    openSettings('/settings/buildings?id=3');
    expect(await screen.findByText('Загружаем карточку')).toBeInTheDocument();
    expect(screen.queryByText('Приём показаний', { selector: 'h3' })).toBeNull();
    await act(async () => answer.release());
    expect(await screen.findByText('Приём показаний', { selector: 'h3' })).toBeVisible();
    expect(screen.queryByText('Загружаем карточку')).toBeNull();
  });

  test('SET-21: its header stays at the top once more than 85 pixels have been scrolled', async () => {
    settingsServer(READ, answers);
    openSettings('/settings/buildings?id=3');
    const head = (await screen.findByRole('button', { name: 'Закрыть' })).closest('div');
    const scrolled = head?.parentElement as HTMLElement;
    for (const [top, stuck] of [
      [84, false],
      [85, false],
      [86, true],
      [20, false],
    ] as const) {
      fireEvent.scroll(scrolled, { target: { scrollTop: top } });
      expect(head?.hasAttribute('data-stuck')).toBe(stuck);
    }
  });

  test('a building that is not there says so', async () => {
    settingsServer(READ, {
      ...answers,
      'GET /api/crm/settings/building/77/': { status: 404, json: { detail: 'Нет' } },
    });
    openSettings('/settings/buildings?id=77');
    expect(await screen.findByText('Вы попали не туда')).toBeVisible();
    // react-admin tells its console of every call that fails.
    expect(takeComplaints()).toHaveLength(1);
  });
});

describe('a server that leaves things out', () => {
  const { id: _id, ...beside } = buildingSettings(3);
  const nothing = (of: object) => Object.fromEntries(Object.keys(of).map((key) => [key, null]));

  test('G-70: list and card stand where everything but the id is null', async () => {
    settingsServer(READ, {
      [BUILDING_LIST_CALL]: (call: { url: string }) => ({
        ...paged([building(3, nothing(beside))])(call),
        malformed: true as const,
      }),
      [BUILDING_CALL]: { json: buildingSettings(3, nothing(beside)), malformed: true },
    });
    openSettings('/settings/buildings?id=3');
    expect(await within(await card()).findByText('Камеры')).toBeVisible();
  });

  test.each([
    ['of the building within it', { building: nothing(beside.building) }],
    [
      'of parts',
      { available_porches: [null], reading_types: [null], cameras: [null, { id: 1, name: null, buildings: null }] },
    ],
  ])('G-70: the card stands where null is said %s', async (_what, change) => {
    settingsServer(READ, {
      [BUILDING_LIST_CALL]: paged([building(3)]),
      [BUILDING_CALL]: { json: buildingSettings(3, change), malformed: true },
    });
    openSettings('/settings/buildings?id=3');
    const opened = await card();
    expect(await within(opened).findByText('Камеры')).toBeVisible();
    expect(within(opened).getByText('ул. Лесная')).toBeVisible();
  });
});
