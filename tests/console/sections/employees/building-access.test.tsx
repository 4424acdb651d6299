import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { levels } from '#tests/support/console/employees.ts';
import {
  BUILDING_CALL,
  BUILDING_LIST_CALL,
  building,
  buildingSettings,
  openSettings,
  paged,
  settingsServer,
} from '#tests/support/console/settings.tsx';

const ACCESS = '/settings/access';
const GET = 'GET /api/crm/buildings/3/access/';
const person = (user: number, change: object) => ({
  user,
  first_name: 'Ольга',
  last_name: `Трофимова-${user}`,
  position: 'Диспетчер',
  avatar: null,
  status: 'active',
  is_all_porches: true,
  porches: [],
  sections: levels(),
  ...change,
});
const PEOPLE = [
  person(7, { sections: levels({ news: 'write', tasks: 'performer', chats: 'read', employees: 'read' }) }),
  person(8, {
    is_all_porches: false,
    porches: [
      { id: 31, number: 1 },
      { id: 34, number: 4 },
    ],
    status: 'suspended',
  }),
];
const answer = (people: object[]) => ({ json: { building: { id: 3, street: 'ул. Лесная', number: '12' }, people } });

describe('who may do what in a building', () => {
  test('PERM-24 EMP-09 a table of its people: entrances, the level of each section, and the way to the card', async () => {
    settingsServer({ employees: 'read' }, { [GET]: answer(PEOPLE) });
    openSettings(`${ACCESS}?id=3`);
    const table = await screen.findByRole('table', { name: 'ул. Лесная, 12' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows[0]).toEqual([
      'Сотрудник',
      'Подъезды',
      'Новости',
      'Заявки',
      'Общение',
      'Резиденты',
      'Показания',
      'Камеры',
      'Сотрудники',
      'Объекты',
    ]);
    const [read, none] = ['Только просмотр', 'Скрыт'];
    expect(rows[1]?.slice(1)).toEqual([
      'Все',
      'Создавать и редактировать',
      'Быть исполнителем',
      'Читать и писать',
      ...[none, none, none, read, none],
    ]);
    // News that is denied is read all the same (PERM-17).
    expect(rows[2]?.slice(1)).toEqual(['1, 4', read, ...Array(7).fill(none)]);
    expect(rows[2]?.[0]).toContain('Заблокирован');
    const link = within(table).getByRole('link', { name: /Трофимова-8/ });
    expect(link).toHaveAttribute('href', '/settings/employees-permissions?id=8');
  });

  test('PERM-24 offers the buildings of who asks, and asks about the one he chooses', async () => {
    const server = settingsServer({ employees: 'read' }, { [GET]: answer([]) });
    const { where } = openSettings(ACCESS);
    await screen.findByText('Выберите дом, чтобы увидеть, кому он открыт');
    await userEvent.click(screen.getByRole('combobox', { name: 'Дом' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toHaveLength(2);
    await userEvent.click(screen.getByRole('option', { name: /Лесная/ }));
    expect(await screen.findByText('Этот дом никому не открыт')).toBeVisible();
    expect([where(), server.callsTo(GET)]).toEqual([`${ACCESS}?id=3`, [expect.anything()]]);
  });

  test('PERM-25 of a building that is not his it says so and shows nobody; what failed otherwise can be asked again', async () => {
    const server = settingsServer({ employees: 'read' }, { [GET]: { status: 404, json: { detail: 'Не найдено' } } });
    openSettings(`${ACCESS}?id=3`);
    expect(await screen.findByText('Такого дома среди открытых вам нет, выберите другой')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    server.answer(GET, { status: 500, json: { detail: 'Сбой' } });
    openSettings(`${ACCESS}?id=3`);
    const again = await screen.findByRole('button', { name: 'обновить страницу' });
    server.answer(GET, answer(PEOPLE));
    await userEvent.click(again);
    expect(await screen.findByRole('table', { name: 'ул. Лесная, 12' })).toBeVisible();
  });
});

describe('the way there from a building', () => {
  const answers = { [BUILDING_LIST_CALL]: paged([building(3)]), [BUILDING_CALL]: { json: buildingSettings(3) } };
  const link = async () =>
    within(await screen.findByRole('complementary')).findByRole('link', { name: 'Кто что может' });

  test('the card of a building leads to its list', async () => {
    settingsServer({ buildings: 'read', employees: 'read' }, { ...answers, [GET]: answer(PEOPLE) });
    const { where } = openSettings('/settings/buildings?id=3');
    await userEvent.click(await link());
    expect(where()).toBe(`${ACCESS}?id=3`);
    expect(await screen.findByRole('table', { name: 'ул. Лесная, 12' })).toBeVisible();
  });

  test('PERM-07 without the right to see employees it is greyed and says why', async () => {
    settingsServer({ buildings: 'write', employees: 'denied' }, answers);
    openSettings('/settings/buildings?id=3');
    const greyed = await link();
    expect(greyed).toHaveAttribute('aria-disabled', 'true');
    expect(greyed).not.toHaveAttribute('href');
    expect(greyed).toHaveAccessibleDescription(/Нет права «Сотрудники: .+»/);
  });
});
