import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TaskDetails } from '#resources/protocol/requests/tasks.ts';
import { BUILDING } from '#tests/support/console/news.ts';
import { cardOf, office, openTasks, task } from '#tests/support/console/tasks.tsx';

const CARD = task(3, 'in_progress', 5);
const DETAILS: TaskDetails = { ...CARD, history: [], image_attachments: [], file_attachments: [] };
const ONE = 'GET /api/crm/tasks/3/';
const PATCH = 'PATCH /api/crm/tasks/3/';

/** Opens the form from the menu of the card. */
async function openForm() {
  await userEvent.click(within(await cardOf(3)).getByRole('button', { name: 'Действия с заявкой: Заявка № 3' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Изменить заявку' }));
  return within(await screen.findByRole('dialog', { name: 'Изменить заявку' }));
}

const office3 = (answers: Parameters<typeof office>[1] = {}) =>
  office([CARD], { [ONE]: { json: DETAILS }, 'GET /api/crm/buildings/3/': { json: BUILDING }, ...answers });

describe('the form of what a request says', () => {
  test('sends only what was changed, says that it is changed, and closes', async () => {
    const server = office3();
    openTasks();
    const form = await openForm();
    const save = form.getByRole('button', { name: 'Сохранить изменения' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    const text = form.getByRole('textbox', { name: /Описание/ });
    await userEvent.clear(text);
    await userEvent.type(text, 'Капает в подвале');
    await userEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo(PATCH).map(({ body }) => body)).toEqual([
      { information: { description: 'Капает в подвале' }, was: { description: 'Течёт кран 3' } },
    ]);
    expect(await screen.findByText('Заявка № 3 изменена')).toBeVisible();
  });

  test('sends another service, and the address only once it is to be changed', async () => {
    const server = office3();
    openTasks();
    const form = await openForm();
    expect(form.getByText('ул. Лесная, 12', { normalizer: (said) => said.replaceAll('\u00a0', ' ') })).toBeVisible();
    await userEvent.click(form.getByRole('combobox', { name: /Услуга/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Лифты' }));
    await userEvent.click(form.getByRole('button', { name: 'Сменить адрес' }));
    expect(await form.findByRole('combobox', { name: /Объект/ })).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'Сохранить изменения' }));
    await waitFor(() => expect(server.callsTo(PATCH)).toHaveLength(1));
    expect(server.callsTo(PATCH)[0]?.body).toEqual({
      service: 2,
      place: { target_type: 'building', target: { building: 3 } },
      was: { service: 1, place: { building: 3, porches: [], floors: [] } },
    });
  });

  test('of two who change the same the second one chooses what stays, and what only one has changed is kept', async () => {
    const information = { description: 'Течёт кран в ванной' };
    const changed = { by: { user: 7, name: 'Олег Ким' }, at: '2026-03-10T10:00:00.000Z' };
    const refused = { status: 409, json: { code: 'record_changed', detail: 'Запись изменили', changed } };
    let now: object = DETAILS;
    let answer: object = refused;
    const server = office3({
      [ONE]: () => ({ json: now }),
      [PATCH]: () => answer,
    });
    openTasks();
    const form = await openForm();
    await userEvent.type(form.getByRole('textbox', { name: /Описание/ }), ' опять');
    await userEvent.click(form.getByRole('combobox', { name: /Услуга/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Лифты' }));
    now = { ...DETAILS, information };
    await userEvent.click(form.getByRole('button', { name: 'Сохранить изменения' }));
    const dialog = within(await screen.findByRole('dialog', { name: /изменил/i }));
    expect(dialog.getByText(/Олег Ким/)).toBeVisible();
    const text = within(dialog.getByRole('group', { name: 'Описание' }));
    expect(text.getByText('Течёт кран 3 опять')).toBeVisible();
    expect(text.getByText('Течёт кран в ванной')).toBeVisible();
    const service = within(dialog.getByRole('group', { name: /Услуга/ }));
    expect(await service.findByText('Лифты')).toBeVisible();
    await userEvent.click(text.getAllByRole('radio')[1] as HTMLElement);
    await userEvent.click(service.getAllByRole('radio')[0] as HTMLElement);
    answer = { json: { params: { ...CARD, information }, orders: [], conflict: false } };
    await userEvent.click(dialog.getByRole('button', { name: 'Сохранить выбранное' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo(PATCH).at(-1)?.body).toEqual({ service: 2, was: { service: 1 } });
  });

  test('tells what the server does not take at its field, and keeps what was typed for the next time', async () => {
    office3({ [PATCH]: { status: 400, json: { 'information.description': ['слишком много'] } } });
    openTasks();
    const form = await openForm();
    await userEvent.type(form.getByRole('textbox', { name: /Описание/ }), ' опять');
    await userEvent.click(form.getByRole('button', { name: 'Сохранить изменения' }));
    expect(await form.findByText('слишком много')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openForm();
    expect(again.getByRole('textbox', { name: /Описание/ })).toHaveValue('Течёт кран 3 опять');
  });

  test('is not offered for what is done', async () => {
    office([task(3, 'done', 5)], { [ONE]: { json: DETAILS } });
    openTasks();
    await userEvent.click(within(await cardOf(3)).getByRole('button', { name: 'Действия с заявкой: Заявка № 3' }));
    expect(await screen.findByRole('menuitem', { name: 'Открыть' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Изменить заявку' })).toBeNull();
  });
});
