import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { requestBoard } from '#console/sections/requests/model/request-board.ts';
import type { TaskCard, TaskDetails, TaskFrame } from '#resources/protocol/requests/tasks.ts';
import { cardOf, office, openTasks, shownIn, task } from '#tests/support/console/tasks.tsx';

const ALL = [task(1, 'created', 1), task(2, 'created', 2), task(3, 'in_progress', 5), task(4, 'done', 7)];
const columnsNow = () => [shownIn('created'), shownIn('in_progress'), shownIn('done')];
const BEFORE = [[1, 2], [3], [4]];

const ONE = 'GET /api/crm/tasks/3/';
const detailsOf = (one: TaskCard): TaskDetails => ({
  ...one,
  history: [],
  image_attachments: [],
  file_attachments: [],
});
const openCard = async (id: number) => {
  await userEvent.click(within(await cardOf(id)).getByRole('button', { name: new RegExp(`Течёт кран ${id}`) }));
  await waitFor(() => expect(document.querySelector('aside')).toHaveTextContent(`Течёт кран ${id}`));
};
const close = () => userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));

beforeEach(() => requestBoard.forgetUndo());

describe('leaving', () => {
  test.each([
    ['TASK-22', 'Переместить в «В процессе»', [[2], [1, 3], [4]]],
    ['TASK-26', 'Переместить в «Завершены»', [[2], [3], [1, 4]]],
  ])(
    '%s, TASK-34, TASK-38: the board is left with an open question: the card stands where it was',
    async (_, way, asked) => {
      const server = office(ALL);
      const { router } = openTasks();
      const dots = within(await cardOf(1)).getByRole('button', { name: /^Действия/ });
      await userEvent.click(dots);
      await userEvent.click(await screen.findByRole('menuitem', { name: way }));
      await screen.findByRole('dialog');
      expect(columnsNow()).toEqual(asked);
      await act(() => router.navigate('/elsewhere'));
      expect(screen.queryByRole('dialog')).toBeNull();
      await act(() => router.navigate(-1));
      await cardOf(1);
      await waitFor(() => expect(columnsNow()).toEqual(BEFORE));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(server.calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
    },
  );

  test('TASK-19: the cross takes back what opened the details: going back from there does not open them again', async () => {
    office(ALL, Object.fromEntries(ALL.map((one) => [`GET /api/crm/tasks/${one.id}/`, { json: detailsOf(one) }])));
    const { router, where } = openTasks('/tasks?period=week');
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/tasks'));
    await openCard(1);
    await openCard(3);
    expect(where()).toBe('/tasks?id=3');
    await act(() => router.navigate(-1));
    expect(where()).toBe('/tasks?id=1');
    await openCard(2);
    // Esc twice is one step back, not two.
    act(() => {
      for (const _ of [1, 2]) fireEvent.keyDown(document.querySelector('aside') as HTMLElement, { key: 'Escape' });
    });
    await waitFor(() => expect(where()).toBe('/tasks'));
    await openCard(3);
    await close();
    await waitFor(() => expect(where()).toBe('/tasks'));
    await act(() => router.navigate(-1));
    expect(where()).toBe('/elsewhere');
  });

  test('TASK-19: what a link opened is closed where it stands, and what was chosen meanwhile stays', async () => {
    office(ALL, Object.fromEntries(ALL.map((one) => [`GET /api/crm/tasks/${one.id}/`, { json: detailsOf(one) }])));
    const { router, where } = openTasks('/tasks?id=3');
    await openCard(1);
    await close();
    await waitFor(() => expect(where()).toBe('/tasks'));
    await openCard(1);
    await userEvent.click(screen.getByRole('radio', { name: 'Неделя' }));
    expect(where()).toBe('/tasks?id=1&period=week');
    await close();
    await waitFor(() => expect(where()).toBe('/tasks?period=week'));
    await act(() => router.navigate(-1));
    expect(where()).toBe('/tasks');
  });

  test('TASK-19, TASK-20: a request that goes out of reach while it is open says so, without an alert; what was typed is kept', async () => {
    const alerts: string[] = [];
    const stop = onFailure(({ message }) => alerts.push(message));
    const one = task(3, 'in_progress', 5);
    const server = office(ALL, { [ONE]: { json: detailsOf(one) } });
    openTasks('/tasks?id=3');
    const panel = await screen.findByRole('complementary', { name: 'Сантехника' });
    await userEvent.type(await within(panel).findByRole('textbox', { name: 'Комментарий' }), 'Ключ у консьержа');
    server.answer(ONE, { status: 404, json: { detail: 'Не найдено' } });
    const by = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
    const frame: TaskFrame = { type: 'task', event: 'removed', id: 3, by, version: 50, task: null, orders: [] };
    act(() => notifyLiveFrame({ ...frame }));
    expect(await screen.findByText('Такой заявки нет, или она вам недоступна')).toBeVisible();
    expect(screen.getByText('Ваш комментарий не отправлен: «Ключ у консьержа»')).toBeVisible();
    for (const name of ['Завершить', 'Отменить заявку', 'Отправить'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(alerts).toEqual([]);
    // Given back, it is there again with what was typed.
    server.answer(ONE, { json: detailsOf(one) });
    act(() => notifyLiveFrame({ ...frame, event: 'moved', task: { ...one, version: 51 }, version: 51 }));
    expect(await screen.findByRole('textbox', { name: 'Комментарий' })).toHaveValue('Ключ у консьержа');
    stop();
  });

  test('TASK-19, ERR-01: a request that is opened and is not there is told of by the alert too', async () => {
    const alerts: string[] = [];
    const stop = onFailure(({ message }) => alerts.push(message));
    office(ALL, { [ONE]: { status: 404, json: { detail: 'Не найдено' } } });
    openTasks('/tasks?id=3');
    expect(await screen.findByText('Такой заявки нет, или она вам недоступна')).toBeVisible();
    expect(alerts).toEqual(['Не найдено']);
    stop();
  });
});
