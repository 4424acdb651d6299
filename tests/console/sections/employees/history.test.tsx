import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import EmployeeCard from '#console/sections/employees/employee-card.tsx';
import { EMPLOYEES, LIST, office } from '#tests/support/console/employees.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';

const GET = 'GET /api/crm/employee/7/history/';
const ANNA = { user: 1, name: 'Анна Лебедева' };

/** Opens the card of an employee with this history. */
function open(answer: Parameters<typeof office>[0] = {}) {
  const server = office(answer);
  openSection(EMPLOYEES, `${LIST}?id=7`, { 'employee-card': EmployeeCard });
  return server;
}
const lines = () =>
  within(screen.getByRole('heading', { name: 'История изменений' }).closest('section') as HTMLElement)
    .getAllByRole('listitem')
    .map((line) => [...line.children].map(({ textContent }) => textContent?.trim()));

describe('the history of an employee', () => {
  test('EMP-45 says who changed what and when', async () => {
    open({
      [GET]: {
        json: {
          results: [
            {
              id: 2,
              at: '2026-11-20T10:00:00Z',
              action: 'update',
              by: ANNA,
              changes: [
                { field: 'sections.tasks', before: 'read', after: 'write' },
                { field: 'porches_added', before: '0', after: '3' },
                {
                  field: 'porches_removed',
                  before: '9',
                  after: '0',
                  houses: [
                    { street: 'ул. Лесная', number: '12', porches: [1, 2] },
                    { street: 'ул. Садовая', number: '7', porches: [3] },
                  ],
                  more: 2,
                },
                { field: 'company_id', before: 'Север', after: 'Юг' },
              ],
            },
            { id: 1, at: '2026-11-19T10:00:00Z', action: 'create', by: null, changes: [] },
          ],
          before: null,
        },
      },
    });
    expect(await screen.findByText('изменяет данные или права', { exact: false })).toBeVisible();
    expect(screen.getByText('Заявки: Только просмотр → Создавать и редактировать')).toBeVisible();
    expect(screen.getByText('Открыто подъездов: 3')).toBeVisible();
    const closed = 'Закрыто подъездов: 9 – ул. Лесная, 12 (подъезды: 1, 2); ул. Садовая, 7 (подъезды: 3); ещё 2';
    expect(screen.getByText(closed)).toBeVisible();
    expect(screen.getByText('Организация: Север → Юг')).toBeVisible();
    expect(screen.getByText('20 ноября 2026', { exact: false })).toBeVisible();
  });

  test('one that did not come says so and is asked for again', async () => {
    const server = open({ [GET]: { status: 500, json: {} } });
    expect(await screen.findByText('Данные не доехали')).toBeVisible();
    server.answer(GET, { json: { results: [], before: null } });
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText('Изменений ещё не было')).toBeVisible();
    expect(screen.queryByText('Данные не доехали')).toBeNull();
  });

  test('EMP-15 a deletion and its taking back are a line each, without values', async () => {
    const entry = { by: ANNA, changes: [] };
    const results = [
      { ...entry, id: 3, at: '2026-11-20T10:00:05Z', action: 'restore' },
      { ...entry, id: 2, at: '2026-11-20T10:00:00Z', action: 'delete' },
    ];
    open({ [GET]: { json: { results, before: null } } });
    await screen.findByText('возвращает сотрудника', { exact: false });
    const when = expect.stringContaining('20 ноября 2026');
    expect(lines()).toEqual([
      ['Анна Лебедева возвращает сотрудника', when],
      ['Анна Лебедева удаляет сотрудника', when],
    ]);
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull();
  });

  test('«Показать ещё» brings the older ones below, until there are none', async () => {
    const entry = (id: number) => ({
      id,
      at: '2026-11-20T10:00:00Z',
      action: 'suspend',
      by: { user: id, name: `№ ${id}` },
      changes: [],
    });
    const server = open({
      [GET]: ({ url }) => ({
        json: url.endsWith('?before=8')
          ? { results: [entry(7), entry(6)], before: null }
          : { results: [entry(9), entry(8)], before: 8 },
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Показать ещё' }));
    await screen.findByText('№ 6', { exact: false });
    expect(lines().map(([who]) => who)).toEqual([9, 8, 7, 6].map((id) => `№ ${id} блокирует`));
    expect(server.callsTo(GET).map(({ url }) => url.split('history/')[1])).toEqual(['', '?before=8']);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull());
  });
});
