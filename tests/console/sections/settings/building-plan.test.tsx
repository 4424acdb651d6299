import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { rowsInWindow } from '#tests/support/console/rows-in-window.ts';
import { BUILDING_LIST_CALL, openSettings, paged, settingsServer } from '#tests/support/console/settings.tsx';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';

const WRITE = { buildings: 'write' };
const NEW = '/settings/create-building';
const POST = 'POST /api/crm/settings/building/';
const PASSPORT = 'GET /api/crm/settings/building/3/passport/';
const WHOLE = 'GET /api/crm/buildings/3/';
const DEPENDENT_KINDS = 'GET /api/crm/settings/building/3/ties/';
const MADE = { json: { params: { id: 9, street: 'ул. Новая', number: '1', units_count: 36 } }, status: 201 };
const box = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name);
async function type(name: RegExp | string, text: string) {
  const found = await box(name);
  await userEvent.clear(found);
  if (text) await userEvent.type(found, text);
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the form of a new building', () => {
  test('shows the house as it is typed: three entrances of nine floors with four flats are 1–108', async () => {
    settingsServer(WRITE, { [BUILDING_LIST_CALL]: paged([]) });
    openSettings(NEW);
    await type('Сколько подъездов', '3');
    expect(await screen.findByText('3 подъезда, 9 этажей, 108 квартир: 1–108')).toBeVisible();
    const entrances = within(screen.getByRole('list', { name: 'Подъезды дома' })).getAllByRole('heading', { level: 3 });
    expect(entrances.map((heading) => [heading.textContent, heading.nextElementSibling?.textContent])).toEqual([
      ['Подъезд 1', '1–36'],
      ['Подъезд 2', '37–72'],
      ['Подъезд 3', '73–108'],
    ]);
    await type(/^Подъезд 2: С квартиры/, '101');
    expect(await screen.findByText('3 подъезда, 9 этажей, 108 квартир: 1–36, 101–172')).toBeVisible();
    await type('Каких квартир нет', '500');
    expect(await screen.findByText('квартиры 500 в доме нет')).toBeVisible();
  });

  test.each(['3 шт', '41', '½', '-2'])(
    'a number of entrances that is none, %j, stays as it was typed and is told of',
    async (typed) => {
      const server = settingsServer(WRITE, { [BUILDING_LIST_CALL]: paged([]), [POST]: MADE });
      openSettings(NEW);
      await type('Улица', 'ул. Новая');
      await type('Номер дома', '1');
      await type('Сколько подъездов', typed);
      await userEvent.tab();
      const count = await box('Сколько подъездов');
      expect(count).toHaveValue(typed);
      await waitFor(() => expect(count).toHaveAccessibleDescription('от 1 до 40'));
      await press('Добавить дом');
      expect(server.callsTo(POST)).toEqual([]);
      await type('Сколько подъездов', '2');
      expect(await screen.findByText('2 подъезда, 9 этажей, 72 квартиры: 1–72')).toBeVisible();
      await type(/^Подъезд 2: Этажей/, 'пять');
      await userEvent.tab();
      const floors = await box(/^Подъезд 2: Этажей/);
      await waitFor(() => expect(floors).toHaveAccessibleDescription('введите число'));
      expect(floors).toHaveValue('пять');
    },
  );

  test('sends the plan, and leads to the list', async () => {
    const server = settingsServer(WRITE, { [BUILDING_LIST_CALL]: paged([]), [POST]: MADE });
    const { where } = openSettings(NEW);
    await type('Улица', ' ул.  Новая ');
    await type('Номер дома', '1');
    await type('Комплекс', 'ЖК «Новый»');
    await type(/^Подъезд 1: Этажей/, '5');
    await press('Добавить подъезд');
    await type('Каких квартир нет', '3, 7–8');
    await type('Квартиры с буквой', '12a');
    await press('Добавить нежилые помещения');
    await type(/^Номера или названия через запятую/, 'оф. 1');
    await press('Добавить дом');
    await waitFor(() => expect(where()).toBe('/settings/buildings'));
    expect(await said('Дом добавлен')).toBeVisible();
    const entrance = { floors: 5, flats: 4, from_floor: 1, first_number: null };
    expect(server.callsTo(POST)[0]?.body).toEqual({
      street: 'ул. Новая',
      number: '1',
      complex: 'ЖК «Новый»',
      building_type: 'tenement',
      entrances: [entrance, entrance],
      risers: false,
      missing: '3, 7–8',
      lettered: '12А',
      others: [{ entrance: 1, floor: 1, unit_type: 'office', labels: 'оф. 1' }],
    });
  });

  test('says at its field what is missing and what the server refuses, and keeps what was typed', async () => {
    const refusal = {
      status: 400,
      json: { number: ['дом по этому адресу уже есть'], missing: ['квартиры 99 в доме нет'] },
    };
    settingsServer(WRITE, { [BUILDING_LIST_CALL]: paged([]), [POST]: refusal });
    openSettings(NEW);
    await type('Номер дома', '1');
    await type(/^Подъезд 1: Этажей/, 'девять');
    await press('Добавить дом');
    expect(await screen.findByText('введите число')).toBeVisible();
    expect(await box(/^Подъезд 1: Этажей/)).toHaveAttribute('aria-invalid', 'true');
    expect(await box('Улица')).toHaveAccessibleDescription(/обязательное поле/);
    await type(/^Подъезд 1: Этажей/, '9');
    await type('Улица', 'ул. Лесная');
    await press('Добавить дом');
    expect(await screen.findByText('дом по этому адресу уже есть')).toBeVisible();
    expect(screen.getByText('квартиры 99 в доме нет')).toBeVisible();
    expect(await box('Номер дома')).toHaveAttribute('aria-invalid', 'true');
    expect((await box('Улица')).value).toBe('ул. Лесная');
    takeComplaints();
  });

  test('is offered where the server has it alone', async () => {
    settingsServer(WRITE, { [BUILDING_LIST_CALL]: paged([]) });
    openSettings('/settings/buildings');
    expect((await screen.findAllByRole('link', { name: /Новый дом/ }))[0]).toHaveAttribute('href', NEW);
    expect(await screen.findByRole('link', { name: 'Закрытые дома' })).toBeVisible();
  });

  test('is not there on a foreign server, nor are the page of a building and the closed ones', async () => {
    session.features.set({});
    settingsServer(WRITE, { [BUILDING_LIST_CALL]: paged([]) });
    for (const address of [NEW, '/settings/building-structure?id=3', '/settings/closed-buildings']) {
      const { unmount } = openSettings(address);
      expect(await screen.findByText('Вы попали не туда')).toBeVisible();
      unmount();
    }
    openSettings('/settings/buildings');
    expect(await screen.findByText('Объектов пока нет')).toBeVisible();
    expect(screen.queryByRole('link', { name: /Новый дом|Закрытые дома/ })).toBeNull();
  });
});

const porch = { id: 31, number: 1 };
const floor = { id: 41, number: 1 };
const whole = {
  id: 3,
  street: 'ул. Лесная',
  number: '12',
  building_type: 'tenement',
  complex: null,
  floor_count: 1,
  available_porches: [porch],
  is_all_porches: true,
  porches: [porch],
  floors: [{ ...floor, porch }],
  pipes: [],
  units: [
    { unit_type: 'flat', object: { id: 51, label: '1', porch, floor, pipe: null } },
    { unit_type: 'office', object: { id: 52, label: 'оф. 1', porch, floor, pipe: null } },
  ],
};
const passport = {
  id: 3,
  street: 'ул. Лесная',
  number: '12',
  complex: 'Роща',
  building_type: 'tenement',
  version: 'v1',
};
const structure = {
  [WHOLE]: { json: whole },
  [PASSPORT]: { json: { params: passport } },
  [BUILDING_LIST_CALL]: paged([]),
};
const PAGE = '/settings/building-structure?id=3';

describe('the page of a building', () => {
  test('shows its entrances, floors and units, and changes its address with the version that was seen', async () => {
    const put = 'PUT /api/crm/settings/building/3/passport/';
    const server = settingsServer(WRITE, { ...structure, [put]: { json: { params: passport } } });
    openSettings(PAGE);
    const entrance = await screen.findByRole('region', { name: 'Подъезд 1' });
    expect(within(entrance).getByRole('button', { name: 'оф. 1' })).toBeVisible();
    await press('Изменить адрес');
    await type('Номер дома', '12к2');
    await press('Сохранить');
    await waitFor(() => expect(server.callsTo(put)).toHaveLength(1));
    const { id: _, ...sent } = passport;
    expect(server.callsTo(put)[0]?.body).toEqual({ ...sent, number: '12к2' });
    expect(await said('Дом изменён')).toBeVisible();
  });

  test('adds an entrance', async () => {
    const post = 'POST /api/crm/settings/building/3/parts/';
    const server = settingsServer(WRITE, {
      ...structure,
      [post]: { json: { params: { entrances: 1, floors: 9, units: 36 } } },
    });
    openSettings(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Добавить подъезд' }));
    await type('Этажей', '5');
    await press('Добавить');
    await waitFor(() =>
      expect(server.callsTo(post)[0]?.body).toEqual({
        entrances: [{ floors: 5, flats: 4, from_floor: 1, first_number: null }],
      }),
    );
    expect(await said('Добавлено')).toBeVisible();
  });

  test('removes a unit on which nothing hangs, after it has said so', async () => {
    const remove = 'DELETE /api/crm/settings/building/3/units/52/';
    const server = settingsServer(WRITE, {
      ...structure,
      [DEPENDENT_KINDS]: { json: { ties: [], is_free: true } },
      [remove]: { status: 204 },
    });
    openSettings(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'оф. 1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Удалить помещение' }));
    expect(await screen.findByText(/^К помещению ничего не относится/)).toBeVisible();
    expect(server.callsTo(DEPENDENT_KINDS)[0]?.url).toContain('unit=52');
    await press('Удалить');
    await waitFor(() => expect(server.callsTo(remove)).toHaveLength(1));
    expect(await said('Помещение удалено')).toBeVisible();
  });

  test('tells with numbers what hangs on a building, and does not close one with open requests', async () => {
    const ties = [
      { tie: 'open_requests', count: 2 },
      { tie: 'residents', count: 41 },
    ];
    settingsServer(WRITE, { ...structure, [DEPENDENT_KINDS]: { json: { ties, is_free: false } } });
    openSettings(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Закрыть дом' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('2 незавершённые заявки')).toBeVisible();
    expect(within(dialog).getByText('41 резидент')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Закрыть дом' })).toBeNull();
  });

  test('closes a building, and opens it again from the list of closed ones', async () => {
    const close = 'POST /api/crm/settings/building/3/close/';
    const reopen = 'POST /api/crm/settings/building/3/reopen/';
    const closed = { id: 3, street: 'ул. Лесная', number: '12', closed_at: '2026-03-01T10:00:00.000Z' };
    const server = settingsServer(WRITE, {
      ...structure,
      [DEPENDENT_KINDS]: { json: { ties: [], is_free: true } },
      [close]: { json: { params: { id: 3 } } },
      [reopen]: { json: { params: { id: 3 } } },
      'GET /api/crm/settings/building/closed/': { json: { results: [closed] } },
    });
    const { where, unmount } = openSettings(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Закрыть дом' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Закрыть дом' }));
    await waitFor(() => expect(where()).toBe('/settings/buildings'));
    expect(server.callsTo(close)).toHaveLength(1);
    // The server answers 404 for a closed building, so its page, which is left a moment later, must not ask for it again.
    await waitFor(() => expect(server.callsTo(BUILDING_LIST_CALL).length).toBeGreaterThan(0));
    expect([PASSPORT, WHOLE].map((call) => server.callsTo(call).length)).toEqual([1, 1]);
    unmount();
    openSettings('/settings/closed-buildings');
    expect(await screen.findByText('закрыт 1 марта 2026 г.')).toBeVisible();
    await press(/^Открыть снова/);
    await waitFor(() => expect(server.callsTo(reopen)).toHaveLength(1));
    expect(await said('Дом снова открыт')).toBeVisible();
  });
});

describe('a table of buildings', () => {
  const TABLE = 'POST /api/crm/settings/building/import/';
  beforeEach(() => rowsInWindow({ window: 2000, row: 44 }));
  const file = (text: string) => {
    const made = new File([text], 'дома.csv', { type: 'text/csv' });
    // jsdom's files cannot be read as bytes.
    made.arrayBuffer = async () => new TextEncoder().encode(text).buffer as ArrayBuffer;
    return made;
  };

  test('is read, its rows are looked at by the server, a wrong cell is mended in place, and all are made', async () => {
    const server = settingsServer(WRITE, {
      [BUILDING_LIST_CALL]: paged([]),
      [TABLE]: ({ body }: { body: unknown }) => {
        const { check, rows } = body as { check: boolean; rows: { row: number; cells: Record<string, string> }[] };
        return {
          json: {
            rows: rows.map(({ row, cells }) => {
              const errors = cells.floors === 'девять' ? { floors: ['введите число'] } : {};
              return { row, id: check || cells.floors === 'девять' ? null : row, errors };
            }),
          },
        };
      },
    });
    const { where } = openSettings('/settings/import-buildings');
    const input = await screen.findByLabelText('Выберите файл');
    await userEvent.upload(
      input,
      file('Улица;Номер дома;Подъездов;Этажей;Квартир на этаже\nул. Лесная;1;2;9;4\nул. Лесная;3;2;девять;4\n'),
    );
    const cell = await screen.findByLabelText('Этажей, строка 3');
    await userEvent.clear(cell);
    await userEvent.type(cell, '9{Enter}');
    await waitFor(() => expect(screen.getByRole('tab', { name: /Корректные/ })).toHaveTextContent('2'));
    expect(server.callsTo(TABLE)).toHaveLength(2);
    await userEvent.click(await screen.findByRole('button', { name: 'Сохранить корректные строки' }));
    await waitFor(() => expect(where()).toBe('/settings/buildings'));
    expect(server.callsTo(TABLE).at(-1)?.body).toMatchObject({
      check: false,
      rows: [{ cells: { number: '1', floors: '9' } }, { cells: { number: '3', floors: '9' } }],
    });
  });
});
