import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { useUndoOffer } from '#console/data/undo.ts';
import { sliceResults } from '#console/sections/residents/calls.ts';
import { changeSearch } from '#console/sections/residents/search-state.ts';
import { pageNumbers } from '#console/ui/navigation/pager.tsx';
import {
  building,
  decodedResults,
  FOUND,
  foundPage,
  office,
  openResidents,
  resident,
  unit,
} from '#tests/support/console/residents.ts';
import { said } from '#tests/support/console/stage.tsx';

const TAGS = [{ objectType: 'floor', searchType: 'contains', id: '5', label: '5' }] as const;

/** Opens the section with something looked for already. */
async function search(level = 'write', answers: Parameters<typeof office>[1] = {}) {
  const server = office(level, answers);
  changeSearch({ tags: TAGS });
  const view = openResidents();
  await screen.findByRole('combobox', { name: 'Поиск резидентов' });
  return { server, ...view };
}
const openUnit = async (name = 'кв. 48') => userEvent.click(await screen.findByRole('button', { name }));
// jsdom has no PointerEvent of its own.
const press = (item: HTMLElement) => fireEvent(item, new MouseEvent('pointerdown', { bubbles: true, button: 0 }));
const card = () => screen.findByRole('complementary');
const openMenu = async (name = /Ежов/) => userEvent.click(within(await card()).getByRole('button', { name }));

describe('RES-11: the table', () => {
  test('RES-11: houses with their units; who lives there', async () => {
    const flats = [
      unit(48, { residents: [resident(7, 'Ежов'), resident(8, 'Ежова', { first_name: 'Анна' })] }),
      unit(49, { pipe: null }),
    ];
    await search('write', {
      [FOUND]: {
        json: foundPage([
          building(flats),
          building([unit(50, { unit_type: 'office', label: 'оф. 2' })], { id: 5, number: '7', complex: null }),
        ]),
      },
    });
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Помещение', 'Вход', 'Этаж', 'Стояк', 'Резиденты']);
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['12ул. ЛеснаяЖК «Роща»2 помещения'],
      ['кв. 48вход 2, этаж 5, ст. 6', '2', '5', '6', 'ЕПЕАЕжов Пётр, Ежова Анна'],
      ['кв. 49вход 2, этаж 5', '2', '5', '–', '–'],
      ['7ул. Лесная1 помещение'],
      ['оф. 2вход 2, этаж 5, ст. 6', '2', '5', '6', '–'],
    ]);
  });

  test('RES-13, CONST-04: 10 units a page, sizes 5 to 100, five numbers; the server is asked by hundreds', async () => {
    const all = Array.from({ length: 300 }, (_, at) => unit(at + 1));
    const { server } = await search('write', {
      [FOUND]: ({ url }) => {
        const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1);
        return {
          json: foundPage([building(all.slice((page - 1) * 100, page * 100), { units_count: 300 })], {
            count: 300,
            number: page,
            next: page < 3 ? `?page=${page + 1}` : null,
          }),
        };
      },
    });
    const units = () => screen.getAllByRole('button', { name: /^кв\./ }).map(({ textContent }) => textContent);
    await screen.findByText('1–10 из 300');
    expect(units()).toHaveLength(10);
    const sizes = screen.getByRole('combobox', { name: 'Строк на странице' });
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['5', '10', '25', '50', '100']);
    const numbers = () => screen.getAllByRole('button', { name: /^Страница/ }).map(({ textContent }) => textContent);
    expect(numbers()).toEqual(['1', '2', '3', '4', '5']);
    await userEvent.click(screen.getByRole('button', { name: 'Страница 5' }));
    expect(numbers()).toEqual(['3', '4', '5', '6', '7']);
    expect(units()[0]).toBe('кв. 41');
    expect(server.callsTo(FOUND)).toHaveLength(1);
    await userEvent.selectOptions(sizes, '100');
    expect(await screen.findByText('1–100 из 300')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Страница 3' }));
    await waitFor(() => expect(units()[0]).toBe('кв. 201'));
    expect(server.callsTo(FOUND).at(-1)?.url).toBe(
      '/api/crm/search/smart_search_by_tags/?floor_entry=5&page_size=100&page=3',
    );
    await userEvent.selectOptions(sizes, '5');
    expect(await screen.findByText('201–205 из 300')).toBeVisible();
  });

  test('RES-13: five numbers around the present one', () => {
    expect([pageNumbers(1, 1), pageNumbers(1, 3), pageNumbers(2, 9), pageNumbers(9, 9), pageNumbers(6, 9)]).toEqual([
      [1],
      [1, 2, 3],
      [1, 2, 3, 4, 5],
      [5, 6, 7, 8, 9],
      [4, 5, 6, 7, 8],
    ]);
    const part = sliceResults(
      decodedResults([building([unit(1), unit(2)]), building([unit(3)], { id: 5 }), building([unit(4)], { id: 6 })]),
      1,
      2,
    );
    expect(part.map(({ units }) => units.map(({ id }) => id))).toEqual([[2], [3]]);
  });

  test.each([
    ['RES-08', { json: foundPage([]) }, 'Ничего не нашлось. Измените параметры поиска'],
    ['RES-09', { status: 500, json: {} }, 'Произошла непредвиденная ошибка'],
    ['RES-10', { status: 404, json: { detail: 'Такого здания больше нет' } }, 'Такого здания больше нет'],
  ])('%s: what stands in place of the table', async (_id, reply, title) => {
    const { server } = await search('write', { [FOUND]: reply });
    expect(await screen.findByRole('heading', { level: 2, name: title })).toBeVisible();
    if (_id !== 'RES-09') return;
    server.answer(FOUND, { json: foundPage([building([unit(48)])]) });
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });

  test('RES-14, PERM-10: inviting leads to the form; with the right to read it is greyed and says why', async () => {
    const { unmount } = await search();
    expect(await screen.findByRole('link', { name: /Пригласить новых/ })).toHaveAttribute(
      'href',
      '/create-resident-form',
    );
    unmount();
    await search('read');
    const greyed = await screen.findByRole('link', { name: /Пригласить новых/ });
    expect(greyed).toHaveAttribute('aria-disabled', 'true');
    expect(greyed).toHaveAccessibleDescription(/Нет права «Резиденты: добавление и редактирование»/);
  });
});

describe('RES-15: the card of a unit', () => {
  test('RES-15, RES-16: who lives there, each with his menu; a second click closes it', async () => {
    await search();
    await openUnit();
    const side = within(await card());
    expect(side.getByRole('heading', { level: 2 })).toHaveTextContent('Квартира 48');
    expect(side.getByText('ул. Лесная, 12')).toBeVisible();
    expect(
      side
        .getAllByRole('listitem')
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(['Вход 2', 'Этаж 5', 'Стояк 6']);
    expect(side.getByText('1 резидент')).toBeVisible();
    expect(side.getByRole('link', { name: '+7 (916) 408-22-17' })).toHaveAttribute('href', 'tel:+79164082217');
    await openMenu();
    expect(await screen.findByRole('menuitem', { name: 'Редактировать' })).toHaveAttribute(
      'href',
      '/edit-resident-form?id=7',
    );
    await userEvent.keyboard('{Escape}');
    await openUnit();
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test('RES-21: a tooltip says the state: in the system, invited, blocked', async () => {
    const people = (['active', 'created', 'suspended'] as const).map((status, at) =>
      resident(at + 1, `Ежов-${at}`, { status }),
    );
    await search('write', { [FOUND]: { json: foundPage([building([unit(48, { residents: people })])]) } });
    await openUnit();
    for (const state of ['в системе', 'приглашён', 'заблокирован']) {
      await userEvent.hover(within(await card()).getByText(new RegExp(`^${state}$`, 'i')));
      expect(await screen.findByRole('tooltip', { name: state })).toBeVisible();
    }
  });

  test('RES-17, RES-18, RES-20: blocking sends the flag to `user`; the list is fetched again', async () => {
    for (const [status, label, flag, sentence] of [
      ['active', 'Заблокировать', true, /^Ежов.*: вход закрыт$/],
      ['suspended', 'Разблокировать', false, /^Ежов.*: вход открыт$/],
    ] as const) {
      const one = foundPage([building([unit(48, { residents: [resident(7, 'Ежов', { id: 700, status })] })])]);
      const { server, unmount } = await search('write', {
        [FOUND]: { json: one },
        'POST /api/crm/residents/7/suspend/': { json: { params: { id: 7, user: 7, status: 'active' } } },
      });
      await openUnit();
      await openMenu();
      await userEvent.click(await screen.findByRole('menuitem', { name: label }));
      await waitFor(() => expect(server.callsTo('POST /api/crm/residents/7/suspend/')[0]?.body).toEqual({ flag }));
      expect(await said(sentence)).toBeVisible();
      await waitFor(() => expect(server.callsTo(FOUND)).toHaveLength(2));
      unmount();
    }
  });

  test('RES-19, CONST-03: deleting is held for 1.5 s and can be taken back; an earlier release sends nothing', async () => {
    const DELETE = 'DELETE /api/crm/residents/7/';
    const RESTORE = 'POST /api/crm/residents/7/restore/';
    let isThere = true;
    const { server } = await search('write', {
      [FOUND]: () => ({ json: foundPage([building([unit(48, { residents: isThere ? [resident(7, 'Ежов')] : [] })])]) }),
      [DELETE]: () => {
        isThere = false;
        return { status: 204 };
      },
      [RESTORE]: () => {
        isThere = true;
        return { json: { params: { id: 7, user: 7, status: 'active' } } };
      },
    });
    const { result } = renderHook(useUndoOffer);
    await openUnit();
    await openMenu();
    const item = await screen.findByRole('menuitem', { name: 'Удалить' });
    jest.useFakeTimers();
    try {
      press(item);
      await act(() => jest.advanceTimersByTimeAsync(1_400));
      fireEvent.pointerUp(item);
      await act(() => jest.advanceTimersByTimeAsync(2_000));
      expect(server.callsTo(DELETE)).toEqual([]);
      press(item);
      await act(() => jest.advanceTimersByTimeAsync(1_600));
    } finally {
      jest.useRealTimers();
    }
    await waitFor(() => expect(server.callsTo(DELETE)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText(/Ежов/)).toBeNull());
    expect(result.current?.sentence).toBe('Резидент удалён');
    expect(server.callsTo(RESTORE)).toEqual([]);
    await act(async () => result.current?.undo());
    expect(server.callsTo(RESTORE)).toHaveLength(1);
    expect(await within(await card()).findByText('Ежов Пётр')).toBeVisible();
    expect(within(await screen.findByRole('table')).getByText('Ежов Пётр')).toBeVisible();
  });

  test('PERM-10: with the right to read the menus are greyed; who also lives elsewhere is not deleted', async () => {
    const { unmount } = await search('read');
    await openUnit();
    expect(within(await card()).getByRole('button', { name: /Ежов/ })).toHaveAttribute('aria-disabled', 'true');
    unmount();
    await search('write', {
      [FOUND]: {
        json: foundPage([building([unit(48, { residents: [resident(7, 'Ежов', { is_all_units: false })] })])]),
      },
    });
    await openUnit();
    await openMenu();
    const item = await screen.findByRole('menuitem', { name: 'Удалить' });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveAccessibleDescription(/удалить нельзя/);
  });

  test('inviting into a unit opens the form with it', async () => {
    const { router } = await search();
    await openUnit();
    await userEvent.click(within(await card()).getByRole('button', { name: 'Пригласить в это помещение' }));
    expect(router.state.location.pathname).toBe('/create-resident-form');
    expect(router.state.location.state).toEqual({ prefill: { units: [{ building: 3, unit: 48 }] } });
  });
});

test('RES-15: the card of a unit leads to its requests, for who may see requests', async () => {
  await search('write');
  act(() => session.permissions.set({ residents: 'write', tasks: 'read' }));
  await openUnit();
  const link = within(await card()).getByRole('link', { name: 'Заявки из этого помещения' });
  expect(link).toHaveAttribute('href', `/tasks?view=list&unit=48&flat=${encodeURIComponent('кв. 48')}`);
  act(() => session.permissions.set({ residents: 'write' }));
  expect(link).not.toBeInTheDocument();
});

test('RES-15: the card of a flat leads to its readings and announcements, a resident’s line to the chat', async () => {
  await search('write', {
    [FOUND]: { json: foundPage([building([unit(48, { residents: [resident(7, 'Ежов', { chat: 'usrEzhov' })] })])]) },
  });
  act(() => session.permissions.set({ residents: 'write', readings: 'read', news: 'read', chats: 'read' }));
  await openUnit();
  const inside = within(await card());
  const flat = encodeURIComponent('кв. 48');
  const filter = (value: object) => encodeURIComponent(JSON.stringify(value));
  expect(inside.getByRole('link', { name: 'Показания этой квартиры' })).toHaveAttribute(
    'href',
    `/readings?filter=${filter({ flat_number: '48' })}&id=48`,
  );
  expect(inside.getByRole('link', { name: 'Объявления для этого помещения' })).toHaveAttribute(
    'href',
    `/news?filter=${filter({ unit: 48 })}&flat=${flat}`,
  );
  const write = inside.getByRole('link', { name: 'Написать' });
  expect(write).toHaveAttribute('href', '/chats?chat_id=usrEzhov');
  expect(inside.queryByRole('link', { name: 'Заявки из этого помещения' })).toBeNull();
  expect(inside.queryByRole('link', { name: /^Заявки: Ежов/ })).toBeNull();
  act(() => session.permissions.set({ residents: 'write', readings: 'read', chats: 'read', tasks: 'read' }));
  expect(inside.getByRole('link', { name: /^Заявки: Ежов/ })).toHaveAttribute('href', '/tasks?view=list&person=7');
  // A server that offers neither the search by flat nor announcements of one is asked for nothing of them.
  act(() => session.features.set({}));
  expect(inside.getByRole('link', { name: 'Показания этой квартиры' })).toHaveAttribute('href', '/readings?id=48');
  expect(inside.queryByRole('link', { name: 'Объявления для этого помещения' })).toBeNull();
  expect(inside.queryByRole('link', { name: /^Заявки: Ежов/ })).toBeNull();
  act(() => session.permissions.set({ residents: 'write' }));
  expect(write).not.toBeInTheDocument();
});

describe('RES-05: the address is the search', () => {
  test('RES-05: a link opens flats and the card; what is changed stands in the address, a typed name beside it', async () => {
    const server = office();
    const { router } = openResidents('/residents?buildings_id=3&unit_entry=48&unit=48');
    expect(await card()).toHaveTextContent('Квартира 48');
    expect(server.callsTo(FOUND)[0]?.url).toContain('buildings_id=3&unit_entry=48');
    act(() => changeSearch({ tags: [{ objectType: 'resident', searchType: 'contains', id: 'ежов', label: 'ежов' }] }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(router.state.location.state).toMatchObject({ typed: [{ id: 'ежов' }] });
    act(() => changeSearch({ unit: 48 }));
    await waitFor(() => expect(router.state.location.search).toBe('?unit=48'));
  });
});
