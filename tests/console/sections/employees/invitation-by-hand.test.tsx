import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import EmployeeCard from '#console/sections/employees/employee-card.tsx';
import { changeSearch } from '#console/sections/residents/search-state.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { EMPLOYEES, employee, LIST, levels, office, pageOf } from '#tests/support/console/employees.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import {
  building,
  FOUND,
  foundPage,
  openResidents,
  resident,
  office as residentOffice,
  unit,
} from '#tests/support/console/residents.ts';

const POST = 'POST /api/crm/employee/8/link/';
const LINK = 'https://console.example.org/registration?token=abc';
const invited = employee({ user: 8, status: 'created' });
const { exports: _files, sessions: _list, notices: _bell, ...additions } = EVERY_ADDITION;

/** Opens the card of an invited employee on a server with these additions. */
function openCard(features: object, level?: object) {
  const server = office(
    {
      'GET /api/crm/employee/': { json: pageOf([invited]) },
      'GET /api/crm/employee/8/': { json: invited },
      'GET /api/crm/employee/8/history/': { json: { results: [], before: null } },
      [POST]: { json: { link: LINK, until: '2026-12-04T10:00:00Z' } },
    },
    level,
  );
  session.features.set({ ...additions, ...features });
  openSection(EMPLOYEES, `${LIST}?id=8`, { 'employee-card': EmployeeCard });
  return server;
}

describe('without a gateway for SMS', () => {
  test('whoever manages employees is given the link of an invited employee when they ask, and copies it', async () => {
    const user = userEvent.setup();
    const server = openCard({});
    expect(await screen.findByText(/^Приглашение не отправлено: шлюз СМС не настроен/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Выслать приглашение ещё раз' })).toBeNull();
    expect(server.callsTo(POST)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Получить ссылку' }));
    expect(await screen.findByLabelText('Ссылка для сотрудника')).toHaveValue(LINK);
    expect(screen.getByText(/^Ссылка показана один раз и действует до 4 декабря/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Скопировать' }));
    expect(await screen.findByText('Скопировано', { selector: 'small' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(LINK);
  });

  test('everybody else reads that an administrator hands it over', async () => {
    openCard({}, levels({ employees: 'read' }));
    expect(await screen.findByText(/Ссылку передаст администратор/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Получить ссылку' })).toBeNull();
  });

  test('a server that does not say so is asked for no link', async () => {
    openCard({ byHand: false });
    expect(await screen.findByRole('button', { name: 'Выслать приглашение ещё раз' })).toBeVisible();
    expect(screen.queryByText(/шлюз/)).toBeNull();
  });

  test('RES-21: at an invited resident stands what to tell them', async () => {
    const people = [resident(7, 'Ежов', { status: 'created' }), resident(8, 'Орлова', { status: 'active' })];
    const answer = { text: 'УК «Север»: вас пригласили' };
    residentOffice('write', {
      [FOUND]: { json: foundPage([building([unit(48, { residents: people })])]) },
      'GET /api/crm/residents/invitation/': { json: answer },
    });
    session.features.set(additions);
    changeSearch({ tags: [{ objectType: 'floor', searchType: 'contains', id: '5', label: '5' }] });
    openResidents();
    await userEvent.click(await screen.findByRole('button', { name: 'кв. 48' }));
    const card = within(await screen.findByRole('complementary'));
    await userEvent.click(await card.findByRole('button', { name: 'Показать текст приглашения' }));
    await waitFor(() => expect(card.getByLabelText('Текст для жителя')).toHaveValue(answer.text));
  });
});
