import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { useUndoOffer } from '#console/data/undo.ts';
import EmployeeCard from '#console/sections/employees/employee-card.tsx';
import EmployeeFoot from '#console/sections/employees/employee-foot.tsx';
import EmployeeHead from '#console/sections/employees/employee-head.tsx';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { ADD, EDIT, EMPLOYEES, employee, LIST, levels, office, pageOf } from '#tests/support/console/employees.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { said } from '#tests/support/console/stage.tsx';

const SLOTS = { 'employee-head': EmployeeHead, 'employee-card': EmployeeCard, 'employee-foot': EmployeeFoot };
const GET = 'GET /api/crm/employee/';
const ALL = levels({
  ...Object.fromEntries(Object.keys(levels()).map((section) => [section, 'write'])),
  chats: 'read',
});

const ROWS = [
  employee({ user: 1, first_name: 'Анна', last_name: 'Лебедева', sections: ALL as never }),
  employee(),
  employee({
    user: 8,
    first_name: 'Ринат',
    last_name: 'Сафин',
    status: 'created',
    objects_count: 0,
    buildings: [],
    porches: [],
    sections: levels({ news: 'read', tasks: 'read', chats: 'read', cameras: 'read', buildings: 'read' }) as never,
  }),
  employee({ user: 9, first_name: 'Дмитрий', last_name: 'Осипов', status: 'suspended' }),
];

function open(address = LIST, given: Parameters<typeof office>[0] = {}, own?: object) {
  const server = office(
    {
      [GET]: { json: pageOf(ROWS) },
      ...Object.fromEntries(
        ROWS.flatMap((row) => [
          [`${GET}${row.user}/`, { json: row }],
          [`${GET}${row.user}/history/`, { json: { results: [], before: null } }],
        ]),
      ),
      ...given,
    },
    own,
  );
  return { server, ...openSection(EMPLOYEES, address, SLOTS) };
}

afterEach(() => jest.useRealTimers());

const rowOf = async (name: string) =>
  (await screen.findByText(name, { selector: 'td *' })).closest('tr') as HTMLElement;
const card = () => screen.getByRole('complementary');
const menuOf = (place: HTMLElement) => within(place).getByRole('button', { name: /^Действия/ });

describe('the list', () => {
  test('EMP-01 EMP-02 is a table of six columns, asked for page by page and sorted by the server', async () => {
    const { server } = open();
    await rowOf('Анна Лебедева');
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['Имя', 'Должность', 'Организация', 'Объекты', 'Разделы', 'Статус', 'Действия']);
    expect(server.callsTo(GET)[0]?.url).toBe('/api/crm/employee/?sort=name&page=1&page_size=50');
    await userEvent.click(screen.getByRole('button', { name: 'Должность' }));
    await waitFor(() => expect(server.callsTo(GET).at(-1)?.url).toContain('sort=position&'));
    await userEvent.click(screen.getByRole('button', { name: 'Должность' }));
    await waitFor(() => expect(server.callsTo(GET).at(-1)?.url).toContain('sort=-position&'));
    for (const [head, sort] of [
      ['Объекты', 'objects'],
      ['Разделы', 'sections'],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: head }));
      await waitFor(() => expect(server.callsTo(GET).at(-1)?.url).toContain(`sort=${sort}&`));
    }
    expect(screen.getAllByRole('row').slice(1)).toHaveLength(4);
  });

  test('EMP-03 objects are a count with every address once in the tooltip', async () => {
    open();
    const cell = within(await rowOf('Ольга Трофимова')).getAllByText('3')[0] as HTMLElement;
    await userEvent.hover(cell);
    const tip = await screen.findByRole('tooltip');
    expect([...tip.querySelectorAll('div > div')].map(({ textContent }) => textContent).filter(Boolean)).toEqual(
      expect.arrayContaining(['ул. Лесная, 12', 'ул. Садовая, 7', 'ул. Гагарина, 41']),
    );
  });

  test('EMP-04 EMP-05 EMP-06 sections are «Все» or n of all, statuses have labels, one’s own row is marked', async () => {
    open();
    expect(within(await rowOf('Анна Лебедева')).getAllByText('Все')[0]).toBeInTheDocument();
    expect(within(await rowOf('Анна Лебедева')).getByText('вы')).toBeVisible();
    expect(within(await rowOf('Ринат Сафин')).getAllByText('5/8')[0]).toBeInTheDocument();
    expect(within(await rowOf('Ольга Трофимова')).getAllByText('Активен')[0]).toBeInTheDocument();
    expect(within(await rowOf('Ринат Сафин')).getAllByText('Приглашён')[0]).toBeInTheDocument();
    expect(within(await rowOf('Дмитрий Осипов')).getAllByText('Заблокирован')[0]).toBeInTheDocument();
  });

  test('EMP-12 EMP-14 EMP-16 PERM-13 the menu edits and blocks, and the list is fetched anew', async () => {
    const POST = 'POST /api/crm/employee/7/suspend/';
    const { server } = open(LIST, { [POST]: { json: { params: { user: 7, status: 'suspended' } } } });
    await userEvent.click(menuOf(await rowOf('Ольга Трофимова')));
    expect(await screen.findByRole('menuitem', { name: 'Редактировать' })).toHaveAttribute('href', `${EDIT}?id=7`);
    const before = server.callsTo(GET).length;
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Заблокировать' }));
    await waitFor(() => expect(server.callsTo(POST).map(({ body }) => body)).toEqual([{ flag: true }]));
    expect(await said('Ольга Трофимова: вход закрыт')).toBeVisible();
    await waitFor(() => expect(server.callsTo(GET).length).toBeGreaterThan(before));
  });

  test('EMP-13 who is blocked can be let in', async () => {
    const POST = 'POST /api/crm/employee/9/suspend/';
    const { server } = open(LIST, { [POST]: { json: { params: { user: 9, status: 'active' } } } });
    await userEvent.click(menuOf(await rowOf('Дмитрий Осипов')));
    expect(screen.queryByRole('menuitem', { name: 'Заблокировать' })).toBeNull();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Разблокировать' }));
    await waitFor(() => expect(server.callsTo(POST).map(({ body }) => body)).toEqual([{ flag: false }]));
    expect(await said('Дмитрий Осипов: вход открыт')).toBeVisible();
  });

  test('PERM-16 one’s own menu is greyed and says why', async () => {
    open();
    const dots = menuOf(await rowOf('Анна Лебедева'));
    expect(dots).toHaveAttribute('aria-disabled', 'true');
    expect(dots).toHaveAccessibleDescription('Себя заблокировать или удалить нельзя');
  });

  test('PERM-13 with employees=read «Добавить сотрудника» and every menu are greyed', async () => {
    open(LIST, {}, { employees: 'read', chats: 'read' });
    expect(menuOf(await rowOf('Ольга Трофимова'))).toHaveAttribute('aria-disabled', 'true');
    const add = screen.getByRole('link', { name: /Добавить сотрудника/ });
    expect(add).toHaveAttribute('aria-disabled', 'true');
    expect(add).not.toHaveAttribute('href');
  });

  test('PERM-13 with employees=write it leads to the form', async () => {
    open();
    await rowOf('Ольга Трофимова');
    expect(screen.getByRole('link', { name: /Добавить сотрудника/ })).toHaveAttribute('href', ADD);
  });
});

describe('deleting', () => {
  test('EMP-15 EMP-16 EMP-12 takes a hold of 1.5 s, offers to take it back, and the list is fetched anew', async () => {
    const DELETE = 'DELETE /api/crm/employee/7/';
    const RESTORE = 'POST /api/crm/employee/7/restore/';
    const { server } = open(LIST, {
      [DELETE]: { json: { params: { user: 7, status: 'deleted' } } },
      [RESTORE]: { json: { params: { user: 7, status: 'active' } } },
    });
    const { result } = renderHook(useUndoOffer);
    await userEvent.click(menuOf(await rowOf('Ольга Трофимова')));
    const item = await screen.findByRole('menuitem', { name: 'Удалить' });
    stopClock();
    // jsdom has no PointerEvent of its own.
    fireEvent(item, new MouseEvent('pointerdown', { bubbles: true, button: 0 }));
    expect(item).toHaveTextContent('Удерживайте...');
    await pass(1400);
    expect(server.callsTo(DELETE)).toHaveLength(0);
    await pass(200);
    expect(server.callsTo(DELETE)).toHaveLength(1);
    await pass(300);
    const fetched = server.callsTo(GET).length;
    expect(fetched).toBeGreaterThan(1);
    expect(result.current?.sentence).toBe('Сотрудник удалён');
    await act(async () => result.current?.undo());
    expect(server.callsTo(RESTORE)).toHaveLength(1);
    await pass(300);
    expect(server.callsTo(GET).length).toBeGreaterThan(fetched);
  });
});

describe('the card', () => {
  test('EMP-07 opens with a row, closes with a second click and with its cross', async () => {
    const { where } = open();
    await userEvent.click(await rowOf('Ольга Трофимова'));
    expect(where()).toBe(`${LIST}?id=7`);
    await userEvent.click(await rowOf('Ольга Трофимова'));
    expect(where()).toBe(LIST);
    await userEvent.click(await rowOf('Ольга Трофимова'));
    await userEvent.click(within(card()).getByRole('button', { name: /Закрыть/ }));
    expect(where()).toBe(LIST);
  });

  test.each([
    ['read', true],
    ['denied', false],
  ])('EMP-09 leads to the requests of the employee for who may see requests (%s)', async (tasks, isOffered) => {
    open(`${LIST}?id=7`, {}, { employees: 'write', tasks });
    session.features.set(EVERY_ADDITION);
    await within(await screen.findByRole('complementary')).findByText('Доступ к разделам');
    const link = within(card()).queryByRole('link', { name: 'Заявки сотрудника за месяц' });
    expect(link?.getAttribute('href') ?? null).toBe(isOffered ? '/tasks?view=list&period=month&performer=7' : null);
  });

  test('EMP-07 going back from a card that was closed does not open it again', async () => {
    const { where, router } = open('/elsewhere');
    await act(() => router.navigate(LIST));
    for (const name of ['Ольга Трофимова', 'Ринат Сафин']) await userEvent.click(await rowOf(name));
    await userEvent.click(within(card()).getByRole('button', { name: /Закрыть/ }));
    expect(where()).toBe(LIST);
    await act(() => router.navigate(1));
    expect(where()).toMatch(/id=/);
    await userEvent.click(within(card()).getByRole('button', { name: /Закрыть/ }));
    expect(where()).toBe(LIST);
    await act(() => router.navigate(-1));
    expect(where()).toBe('/elsewhere');
  });

  test('EMP-08 EMP-09 shows who it is, the objects and the level of every section', async () => {
    open(`${LIST}?id=7`);
    const place = within(await screen.findByRole('complementary'));
    expect(await place.findByText('3 объекта')).toBeVisible();
    expect(place.getAllByText('Ольга Трофимова')[0]).toBeVisible();
    expect(place.getByText('Диспетчер')).toBeVisible();
    expect(place.getByText('+7 (926) 318-44-70')).toBeVisible();
    expect(place.getByText('ул. Гагарина')).toBeVisible();
    const lines = [...card().querySelectorAll('[data-section]')].map((line) => [
      line.querySelector('dt')?.textContent,
      line.querySelector('dd')?.textContent,
    ]);
    expect(lines).toEqual([
      ['Новости', 'Создавать и редактировать'],
      ['Заявки', 'Создавать и редактировать'],
      ['Общение', 'Читать и писать'],
      ['Резиденты', 'Только просмотр'],
      ['Показания', 'Скрыт'],
      ['Камеры', 'Скрыт'],
      ['Сотрудники', 'Скрыт'],
      ['Объекты', 'Скрыт'],
    ]);
  });

  test('PERM-17 EMP-09 news that is denied acts like read, and the card says so', async () => {
    const answer = { json: employee({ sections: levels({}) as never }) };
    open(`${LIST}?id=7`, { [`${GET}7/`]: answer });
    await screen.findByText('Доступ к разделам');
    const said = (section: string) => card().querySelector(`[data-section="${section}"] dd`)?.textContent;
    expect([said('news'), said('tasks')]).toEqual(['Только просмотр', 'Скрыт']);
  });

  test('EMP-10 EMP-11 «Написать сообщение» leads to the chat with him', async () => {
    open(`${LIST}?id=7`);
    const link = await screen.findByRole('link', { name: 'Написать сообщение' });
    expect(link).toHaveAttribute('href', '/chats?chat_id=usrAbc');
  });

  test.each([
    ['PERM-15 without the chat right', `${LIST}?id=7`, { employees: 'write', chats: 'denied' }, /Общение/],
    ['PERM-16 on one’s own card', `${LIST}?id=1`, { employees: 'write', chats: 'read' }, /Себе написать нельзя/],
  ])('%s it is greyed and says why', async (_what, address, own, why) => {
    open(address, {}, own);
    const link = await screen.findByRole('link', { name: 'Написать сообщение' });
    expect(link).not.toHaveAttribute('href');
    expect(link).toHaveAccessibleDescription(why);
  });

  test('PERM-16 «Посмотреть глазами сотрудника» of one’s own card says that it is oneself', async () => {
    open(`${LIST}?id=1`);
    const view = await screen.findByRole('button', { name: 'Посмотреть глазами сотрудника' });
    expect(view).toHaveAttribute('aria-disabled', 'true');
    expect(view).toHaveAccessibleDescription('Это вы сами: свою консоль вы уже видите');
  });

  test('PERM-19 chats=read is enough to write', async () => {
    open(`${LIST}?id=7`, {}, { employees: 'read', chats: 'read' });
    expect(await screen.findByRole('link', { name: 'Написать сообщение' })).toHaveAttribute('href');
  });

  test('an invited one can be sent his link again', async () => {
    const POST = 'POST /api/crm/employee/8/invite/';
    const { server } = open(`${LIST}?id=8`, { [POST]: { json: { params: { user: 8, status: 'created' } } } });
    expect(await screen.findByText('Приглашение пока не отправлено', { exact: false })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Выслать приглашение ещё раз' }));
    expect(await said('Приглашение отправлено')).toBeVisible();
    expect(server.callsTo(POST)).toHaveLength(1);
  });
});
