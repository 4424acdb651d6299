import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BUILDING, ENTRANCE } from '#tests/support/console/news.ts';
import { said } from '#tests/support/console/stage.tsx';
import { cardOf, office, openTasks, task } from '#tests/support/console/tasks.tsx';

const PATCH = 'PATCH /api/crm/tasks/3/';
const MOMENT = /Срок выполнения|Выполнить до/;
const CREATE = 'POST /api/crm/tasks/';

/** The details of request 3 with such a deadline. */
async function openCard(deadline: string | null) {
  const card = task(3, 'in_progress', 5, { deadline });
  const details = { ...card, history: [], image_attachments: [], file_attachments: [] };
  const server = office([card], { 'GET /api/crm/tasks/3/': { json: details } });
  openTasks('/tasks?id=3');
  const panel = within(await screen.findByRole('complementary', { name: 'Сантехника' }));
  return { server, panel };
}

/** Puts a moment into its field, as a paste does. */
async function typeMoment(moment: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: MOMENT });
  fireEvent.input(field, { data: moment, target: { value: moment } });
}

describe('the deadline', () => {
  test('is set in the details: shown at once, sent alone, and overdue when it lies in the past', async () => {
    const { server, panel } = await openCard(null);
    expect(panel.getByText('Не задан')).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: /^(Сменить|Задать) срок$/ }));
    await typeMoment('05.03.2020 18:30');
    await userEvent.click(panel.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(server.callsTo(PATCH)).toHaveLength(1));
    expect(server.callsTo(PATCH)[0]?.body).toEqual({ deadline: new Date(2020, 2, 5, 18, 30).toISOString() });
    expect(await panel.findByText(/5 марта.*18:30 · Просрочена/)).toBeVisible();
    expect(await cardOf(3)).toHaveTextContent('Просрочена');
  });

  test('is changed and taken away in the details; Escape changes nothing', async () => {
    const { server, panel } = await openCard(new Date(2020, 2, 5, 9).toISOString());
    expect(await cardOf(3)).toHaveTextContent('Просрочена');
    const edit = async () => userEvent.click(panel.getByRole('button', { name: /^(Сменить|Задать) срок$/ }));
    await edit();
    await typeMoment('06.03.2099 10:00');
    fireEvent.keyDown(await screen.findByRole('textbox', { name: MOMENT }), { key: 'Escape' });
    expect(panel.getByText(/5 марта 2020 г\.,? 09:00 · Просрочена/)).toBeVisible();
    await edit();
    await typeMoment('06.03.2099 10:00');
    await userEvent.click(panel.getByRole('button', { name: 'Сохранить' }));
    const later = new Date(2099, 2, 6, 10).toISOString();
    await waitFor(() => expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([{ deadline: later }]));
    expect(await cardOf(3)).not.toHaveTextContent('Просрочена');
    await edit();
    await userEvent.click(panel.getByRole('button', { name: 'Убрать срок' }));
    await waitFor(() => expect(server.callsTo(PATCH)[1]?.body).toEqual({ deadline: null }));
    expect(await panel.findByText('Не задан')).toBeVisible();
  });

  test('is set to the end of tomorrow by one press', async () => {
    const { server, panel } = await openCard(null);
    await userEvent.click(panel.getByRole('button', { name: /^(Сменить|Задать) срок$/ }));
    await userEvent.click(panel.getByRole('button', { name: 'Завтра до 18:00' }));
    const now = new Date();
    const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 18).toISOString();
    await waitFor(() => expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([{ deadline: tomorrow }]));
    expect(await said('Срок изменён')).toBeVisible();
  });

  test('TASK-45, TASK-61: is given in the form of a new request', async () => {
    const server = office([], {
      'GET /api/crm/buildings/3/': { json: BUILDING },
      'GET /api/crm/porches/51/': { json: ENTRANCE },
      [CREATE]: { status: 201, json: { params: task(9, 'created', 1) } },
    });
    const { where } = openTasks('/create-task');
    for (const [field, name] of [
      ['Объект', '12 ул. Лесная'],
      ['Услуга', 'Лифты'],
    ] as const) {
      await userEvent.click(await screen.findByRole('combobox', { name: field }));
      await userEvent.click(await screen.findByRole('option', { name }));
    }
    await userEvent.click(screen.getByLabelText('Описание'));
    await userEvent.paste('Лифт стоит');
    await typeMoment('06.03.2099 10:00');
    await userEvent.click(screen.getByRole('button', { name: 'Создать заявку' }));
    await waitFor(() => expect(where()).toBe('/tasks'));
    expect(server.callsTo(CREATE)[0]?.body).toMatchObject({ deadline: new Date(2099, 2, 6, 10).toISOString() });
  });
});
