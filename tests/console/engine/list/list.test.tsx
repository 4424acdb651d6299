import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { crm, madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { asked, keys, stored } from '#tests/support/console/keys.ts';
import { delayedReply } from '#tests/support/console/server.ts';

const GENERIC = 'GET /api/records/keys';
const CRM = 'GET /api/crm/keys/';

const CARD = { title: 'label', fields: ['place', 'copies'] };
const FIELDS = {
  label: { kind: 'text', label: 'Что открывает', required: true },
  place: {
    kind: 'choice',
    label: 'Где лежит',
    options: [
      { value: 'safe', label: 'Сейф' },
      { value: 'desk', label: 'Стол' },
    ],
    wire: 'kept_in',
    filter: true,
  },
  copies: { kind: 'number', label: 'Копий' },
} as const;
const LIST: ResourceInput['list'] = {
  layout: 'table',
  columns: ['label', 'place', 'copies'],
  menu: ['edit', 'hold-delete'],
  search: ['label'],
};
const generic = () => madeUp({ fields: FIELDS, list: LIST, card: CARD });
const whole = () => crm({ paging: 'none' }, { fields: FIELDS, list: LIST, card: CARD });

/** The first three cells of every row that is shown. */
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td:not([data-choice])')]
      .slice(0, 3)
      .map((cell) => (cell.querySelector('button, span') ?? cell).textContent),
  );
const first = () => rows()[0]?.[0];

describe('a table of the generic storage', () => {
  test('shows title, heads and cells, and asks for the newest fifty first', async () => {
    const server = signedIn('write', { [GENERIC]: stored(120) });
    openSection(generic(), '/keys');
    expect(await screen.findByRole('heading', { name: 'Ключи' })).toBeVisible();
    expect(await screen.findByText('Ключ 001')).toBeVisible();
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    // Over the boxes stands a box.
    expect(heads.shift()).toBe('');
    expect(heads).toEqual(['Что открывает', 'Где лежит', 'Копий', 'Действия']);
    expect(rows()).toHaveLength(50);
    expect(rows()[1]).toEqual(['Ключ 002', 'Стол', '7']);
    const [call] = server.callsTo(GENERIC);
    expect([asked(call, 'sort'), asked(call, 'range'), asked(call, 'filter')]).toEqual([['id', 'DESC'], [0, 49], {}]);
  });

  test('SET-07: pages: «1–50 из 120», the sizes, the way on and back', async () => {
    const server = signedIn('write', { [GENERIC]: stored(120) });
    openSection(generic(), '/keys');
    expect(await screen.findByText('1–50 из 120')).toBeVisible();
    const sizes = screen.getByRole('combobox', { name: 'Строк на странице' });
    expect(
      within(sizes)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['10', '25', '50', '100']);
    const back = screen.getByRole('button', { name: 'Предыдущая страница' });
    const on = screen.getByRole('button', { name: 'Следующая страница' });
    expect(back).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(back);
    expect(server.callsTo(GENERIC)).toHaveLength(1);
    await userEvent.click(on);
    expect(await screen.findByText('51–100 из 120')).toBeVisible();
    await userEvent.click(on);
    expect(await screen.findByText('101–120 из 120')).toBeVisible();
    await waitFor(() => expect(rows()).toHaveLength(20));
    expect(on).toHaveAttribute('aria-disabled', 'true');
    await userEvent.selectOptions(sizes, '25');
    await waitFor(() => expect(asked(server.callsTo(GENERIC).at(-1), 'range')?.[1] % 25).toBe(24));
  });

  test('a page beyond the end leads to the last one', async () => {
    signedIn('write', { [GENERIC]: stored(70) });
    openSection(generic(), '/keys?page=9&perPage=50&sort=id&order=DESC&filter={}');
    expect(await screen.findByText('51–70 из 70')).toBeVisible();
  });

  test('sorts by its heads, by wire name', async () => {
    const server = signedIn('write', { [GENERIC]: stored(3) });
    openSection(generic(), '/keys');
    await screen.findByText('Ключ 001');
    const head = screen.getByRole('columnheader', { name: 'Где лежит' });
    expect(head).toHaveAttribute('aria-sort', 'none');
    await userEvent.click(within(head).getByRole('button'));
    await waitFor(() => expect(asked(server.callsTo(GENERIC).at(-1), 'sort')).toEqual(['kept_in', 'ASC']));
    expect(head).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(within(head).getByRole('button'));
    await waitFor(() => expect(asked(server.callsTo(GENERIC).at(-1), 'sort')).toEqual(['kept_in', 'DESC']));
    expect(head).toHaveAttribute('aria-sort', 'descending');
  });

  test('filters and searches on the server, and forgets both on request', async () => {
    const server = signedIn('write', { [GENERIC]: stored(3) });
    openSection(generic(), '/keys');
    await screen.findByText('Ключ 001');
    const filter = () => asked(server.callsTo(GENERIC).at(-1), 'filter');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Где лежит' }), 'Стол');
    await waitFor(() => expect(filter()).toEqual({ kept_in: 'desk' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Поиск' }), 'подвал');
    await waitFor(() => expect(filter()).toEqual({ kept_in: 'desk', q: 'подвал' }));
    // One call for the word, not one for each letter.
    expect(server.callsTo(GENERIC)).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: 'Сбросить условия' }));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
    expect(screen.getByRole('combobox', { name: 'Где лежит' })).toHaveValue('');
  });

  test('what was sorted and filtered by the last time and is gone since is left out; the list comes', async () => {
    const server = signedIn('write', { [GENERIC]: stored(3) });
    const old = { gone: 'x', place: 'attic', label: 'Ключ', copies_gte: 'много', kept_in: 'desk' };
    const filter = encodeURIComponent(JSON.stringify(old));
    openSection(generic(), `/keys?page=1&perPage=50&sort=gone&order=ASC&filter=${filter}`);
    await screen.findByText('Ключ 001');
    const [call] = server.callsTo(GENERIC);
    expect([asked(call, 'sort'), asked(call, 'filter')]).toEqual([['id', 'DESC'], {}]);
    // Nothing is said to be filtered by.
    expect(screen.queryByRole('button', { name: 'Сбросить условия' })).toBeNull();
  });

  test('heads of kinds that cannot be sorted by are no buttons, and a stored sort by one is let go', async () => {
    const server = signedIn('write', { [GENERIC]: stored(3) });
    const fields = {
      ...FIELDS,
      seen: { kind: 'moment', label: 'Осмотрен' },
      house: { kind: 'building', label: 'Дом' },
    } as const;
    const columns = ['label', 'seen', 'house'];
    openSection(
      madeUp({ fields, list: { ...LIST, columns } }),
      '/keys?page=1&perPage=50&sort=seen&order=ASC&filter={}',
    );
    await screen.findByText('Ключ 001');
    const heads = screen.getAllByRole('columnheader').slice(1, 4);
    expect(heads.map((head) => within(head).queryAllByRole('button').length)).toEqual([1, 0, 0]);
    expect(asked(server.callsTo(GENERIC)[0], 'sort')).toEqual(['id', 'DESC']);
  });

  test('a range is asked for by the wire name of its field', async () => {
    const server = signedIn('write', { [GENERIC]: stored(3) });
    const fields = { ...FIELDS, copies: { kind: 'number', label: 'Копий', wire: 'how_many', filter: true } } as const;
    openSection(madeUp({ fields, list: LIST }), '/keys');
    await screen.findByText('Ключ 001');
    await userEvent.type(screen.getByRole('textbox', { name: 'Копий, от' }), '2');
    await userEvent.type(screen.getByRole('textbox', { name: 'Копий, до' }), '5');
    await waitFor(() =>
      expect(asked(server.callsTo(GENERIC).at(-1), 'filter')).toEqual({ how_many_gte: 2, how_many_lte: 5 }),
    );
  });

  test('SHELL-25: tied to houses, it is asked for by those that are checked, and again when others are', async () => {
    session.checkedBuildings.set([3]);
    const server = signedIn('write', { [GENERIC]: stored(2) });
    openSection(
      madeUp({ building: 'house', fields: { ...FIELDS, house: { kind: 'building', label: 'Дом' } } }),
      '/keys',
    );
    await screen.findByText('Ключ 001');
    expect(server.callsTo(GENERIC)[0]?.url).toMatch(/buildings_id=3(&|$)/);
    act(() => session.checkedBuildings.set([3, 5]));
    await waitFor(() => expect(server.callsTo(GENERIC).at(-1)?.url).toMatch(/buildings_id=3,5(&|$)/));
  });
});

describe('a call that another one overtakes', () => {
  const BUILDING = { kind: 'building', label: 'Дом' } as const;

  test('the generic storage: typing on in the search gives the first call up, and its late answer is not shown', async () => {
    const slow = delayedReply({ json: [{ id: 90, label: 'Опоздавший' }], headers: { 'content-range': 'keys 0-0/1' } });
    const server = signedIn('write', { [GENERIC]: stored(3) });
    openSection(generic(), '/keys');
    await screen.findByText('Ключ 001');
    server.answer(GENERIC, slow.reply);
    const box = screen.getByRole('searchbox');
    fireEvent.change(box, { target: { value: 'чер' } });
    await waitFor(() => expect(server.callsTo(GENERIC)).toHaveLength(2));
    server.answer(GENERIC, { json: [{ id: 91, label: 'Чердак' }], headers: { 'content-range': 'keys 0-0/1' } });
    fireEvent.change(box, { target: { value: 'чердак' } });
    expect(await screen.findByText('Чердак')).toBeVisible();
    expect(server.callsTo(GENERIC).map(({ signal }) => signal?.aborted)).toEqual([false, true, false]);
    await act(async () => slow.release());
    expect(rows().map(([label]) => label)).toEqual(['Чердак']);
  });

  test('the CRM binding: other houses give the first call up, and its late answer is not shown', async () => {
    const slow = delayedReply({ json: [{ id: 90, label: 'Опоздавший' }] });
    session.checkedBuildings.set([3]);
    const server = signedIn('write', { [CRM]: slow.reply });
    openSection(
      crm(
        { paging: 'none', scope: 'buildings_id' },
        { fields: { ...FIELDS, house: BUILDING }, list: LIST, card: CARD },
      ),
      '/keys',
    );
    await waitFor(() => expect(server.callsTo(CRM)).toHaveLength(1));
    server.answer(CRM, { json: [{ id: 91, label: 'Чердак' }] });
    act(() => session.checkedBuildings.set([3, 5]));
    expect(await screen.findByText('Чердак')).toBeVisible();
    expect(server.callsTo(CRM).map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    await act(async () => slow.release());
    expect(rows().map(([label]) => label)).toEqual(['Чердак']);
  });
});

describe('a table that is fetched as a whole', () => {
  const open = async (count = 120) => {
    const server = signedIn('write', { [CRM]: { json: keys(count) } });
    const stage = openSection(whole(), '/keys');
    await screen.findByText('Ключ 001');
    return { server, ...stage };
  };

  test('sorts, pages, filters and searches by itself, with one call', async () => {
    const { server } = await open();
    expect(screen.getByText('1–50 из 120')).toBeVisible();
    const sort = within(screen.getByRole('columnheader', { name: 'Что открывает' })).getByRole('button');
    await userEvent.click(sort);
    await waitFor(() => expect(sort.closest('th')).toHaveAttribute('aria-sort', 'ascending'));
    await userEvent.click(sort);
    await waitFor(() => expect(first()).toBe('Ключ 120'));
    await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    await waitFor(() => expect(first()).toBe('Ключ 070'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Где лежит' }), 'Сейф');
    expect(await screen.findByText('1–50 из 60')).toBeVisible();
    expect(first()).toBe('Ключ 119');
    await userEvent.type(screen.getByRole('searchbox'), 'ключ 11');
    expect(await screen.findByText('1–6 из 6')).toBeVisible();
    expect(server.callsTo(CRM)).toHaveLength(1);
  });

  test('SHELL-33: a search without a find says so and can be taken back', async () => {
    await open(3);
    await userEvent.type(screen.getByRole('searchbox'), 'чердак');
    expect(await screen.findByText('Нет результатов')).toBeVisible();
    const [, clear] = screen.getAllByRole('button', { name: 'Сбросить условия' });
    await userEvent.click(clear as HTMLElement);
    expect(await screen.findByText('Ключ 003')).toBeVisible();
  });
});

describe('the side card', () => {
  const ONE = 'GET /api/records/keys/2';
  async function open(address = '/keys') {
    signedIn('write', {
      [GENERIC]: stored(3),
      [ONE]: { json: { id: 2, label: 'Ключ 002', kept_in: 'desk', copies: 9 } },
    });
    const stage = openSection(generic(), address);
    await screen.findByRole('table');
    return stage;
  }
  const card = () => screen.queryByRole('complementary');
  const row = () => screen.getByRole('row', { name: /Ключ 002/ });

  test('SET-12: a click on a row opens it, a second one closes it', async () => {
    const { where } = await open();
    expect(card()).toBeNull();
    await userEvent.click(row());
    await waitFor(() => expect(card()).toHaveTextContent('Копий9'));
    expect(card()).toHaveAccessibleName('Ключ 002');
    expect(card()).toHaveTextContent('Где лежитСтол');
    expect(row()).toHaveAttribute('aria-selected', 'true');
    expect(where()).toBe('/keys?id=2');
    await userEvent.click(row());
    await waitFor(() => expect(card()).toBeNull());
    expect(row()).toHaveAttribute('aria-selected', 'false');
    expect(where()).toBe('/keys');
  });

  test('its cross and Escape close it; the address opens it', async () => {
    await open('/keys?id=2');
    await waitFor(() => expect(card()).toHaveTextContent('Копий9'));
    await userEvent.click(within(card() as HTMLElement).getByRole('button', { name: 'Закрыть' }));
    await waitFor(() => expect(card()).toBeNull());
    await userEvent.click(within(row()).getByRole('button', { name: 'Ключ 002' }));
    await waitFor(() => expect(card()).toHaveFocus());
    fireEvent.keyDown(card() as HTMLElement, { key: 'Escape' });
    await waitFor(() => expect(card()).toBeNull());
  });

  test('a click on the menu of a row leaves it closed', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Действия: Ключ 002' }));
    expect(await screen.findByRole('menu')).toBeVisible();
    expect(card()).toBeNull();
  });
});
