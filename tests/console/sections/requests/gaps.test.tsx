import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { notifyConnectionOpen, notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { session } from '#console/data/session/session.ts';
import type { TaskCard, TaskFrame } from '#resources/protocol/requests/tasks.ts';
import { delayedReply, type WireCall } from '#tests/support/console/server.ts';
import { heard } from '#tests/support/console/stage.tsx';
import { cardOf, office, openTasks, paged, shownIn, task } from '#tests/support/console/tasks.tsx';

const LIST = 'GET /api/crm/tasks/';
const CHANGES = 'GET /api/crm/tasks/changes/';
const queryOf = ({ url }: WireCall) => new URLSearchParams(url.split('?')[1]);
const many = (count: number) => Array.from({ length: count }, (_, at) => task(at + 1, 'created', at + 1));
const ANNA = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
const moved = (card: TaskCard): TaskFrame => ({
  ...{ type: 'task', event: 'moved', id: card.id, by: ANNA, version: card.version ?? 0, task: card, orders: [] },
});

describe('what happens while something is on its way', () => {
  test('the line opens while the board is loaded: what came before it stood is asked for and shown', async () => {
    const all = [task(1, 'created', 1), task(2, 'created', 2), task(3, 'in_progress', 5)];
    const gate = delayedReply({});
    const server = office(all);
    server.answer(LIST, async (call) => {
      if (queryOf(call).get('stage') === 'done') await gate.reply();
      return paged(all)(call);
    });
    server.answer(CHANGES, {
      json: { version: 9, reload: false, tasks: [task(2, 'done', 4, { version: 8 })], gone: [3] },
    });
    openTasks();
    await waitFor(() => expect(server.callsTo(LIST)).toHaveLength(3));
    act(() => notifyConnectionOpen());
    expect(server.callsTo(CHANGES)).toEqual([]);
    gate.release();
    await cardOf(1);
    await waitFor(() => expect([shownIn('created'), shownIn('in_progress'), shownIn('done')]).toEqual([[1], [], [2]]));
    expect(server.callsTo(CHANGES).map((call) => queryOf(call).get('since'))).toEqual(['7']);
    expect(server.callsTo(LIST)).toHaveLength(3);
  });

  test('the line opens after the board was loaded: what happened in between is asked for', async () => {
    const all = [task(1, 'created', 1), task(2, 'created', 2)];
    const server = office(all);
    openTasks();
    await cardOf(1);
    server.answer(CHANGES, { json: { version: 8, reload: false, tasks: [], gone: [1] } });
    act(() => notifyConnectionOpen());
    await waitFor(() => expect(shownIn('created')).toEqual([2]));
  });

  test('a server that tells no versions: the board is loaded anew when the line opens', async () => {
    const all = [task(1, 'created', 1), task(2, 'created', 2)];
    const server = office(all);
    session.features.set({ live: true });
    openTasks();
    await cardOf(1);
    server.answer(LIST, paged(all.slice(1)));
    act(() => notifyConnectionOpen());
    await waitFor(() => expect(shownIn('created')).toEqual([2]));
    expect(server.callsTo(CHANGES)).toEqual([]);
  });

  test('TASK-12, TASK-13: a page that repeats cards, as when one was moved down meanwhile, shows each once', async () => {
    const all = many(34);
    const server = office(all);
    // Between the pages the 29th and the 30th came to stand behind the 32nd.
    const pushed = all.map((one) =>
      one.id === 29 || one.id === 30 ? { ...one, order: one.order + 3.5, version: 99 } : one,
    );
    server.answer(LIST, (call) => paged(queryOf(call).has('from_order') ? pushed : all)(call));
    openTasks();
    await waitFor(() => expect(shownIn('created')).toHaveLength(34));
    const seen = shownIn('created');
    expect(seen.slice(-6)).toEqual([31, 32, 29, 33, 30, 34]);
    expect(new Set(seen).size).toBe(34);
  });

  test('TASK-13: a card that is moved behind the last one, while the next batch is on its way, is there when it has come', async () => {
    const all = many(34);
    const gate = delayedReply({});
    const server = office(all);
    server.answer(LIST, async (call) => {
      const page = paged(all)(call);
      if (queryOf(call).has('from_order')) await gate.reply();
      return page;
    });
    openTasks();
    await cardOf(1);
    await waitFor(() => expect(server.callsTo(LIST)).toHaveLength(4));
    act(() => notifyLiveFrame(moved(task(5, 'created', 32.5, { version: 80 }))));
    await waitFor(() => expect(shownIn('created')).not.toContain(5));
    gate.release();
    await waitFor(() => expect(shownIn('created').slice(-4)).toEqual([32, 5, 33, 34]));
    expect(shownIn('created')).toHaveLength(34);
  });

  test.each([
    ['/tasks', 'a colleague did after it', 61],
    ['/tasks?view=list', 'a colleague did after it', 61],
    ['/tasks', 'it did itself: the request is out of sight', 60],
    ['/tasks?view=list', 'it did itself: the request is out of sight', 60],
  ])('at %s the answer to a move does not undo what the line told before and %s', async (address, _what, version) => {
    const all = [task(1, 'created', 1), task(2, 'created', 2)];
    const gate = delayedReply({});
    const server = office(all);
    const params = task(1, 'created', 3, { version: 60 });
    server.answer('PATCH /api/crm/tasks/1/', async () => {
      await gate.reply();
      return { json: { params, orders: [], conflict: false } };
    });
    const { router } = openTasks();
    await userEvent.click(within(await cardOf(1)).getByRole('button', { name: /^Действия/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Опустить ниже' }));
    await waitFor(() => expect(server.callsTo('PATCH /api/crm/tasks/1/')).toHaveLength(1));
    await act(() => router.navigate(address));
    if (address.includes('list')) await screen.findByText('Найдено: 2');
    act(() => notifyLiveFrame({ ...moved(params), event: 'removed', task: null, version }));
    gate.release();
    await heard('Порядок изменён');
    expect(screen.queryByText('Течёт кран 1')).toBeNull();
    expect(screen.getByText('Течёт кран 2')).toBeVisible();
  });

  test('a colleague moves requests between pages of the list: each is in it once, where it is now', async () => {
    const all = [task(1, 'created', 1), task(2, 'created', 2), task(3, 'done', 5)];
    const gate = delayedReply({});
    const server = office(all);
    const after = [task(1, 'done', 4, { version: 70 }), task(2, 'created', 2), task(3, 'done', 5)];
    server.answer(LIST, async (call) => {
      const last = queryOf(call).get('stage') === 'done' && queryOf(call).get('count') === '500';
      if (last) await gate.reply();
      return paged(last ? after : all)(call);
    });
    openTasks('/tasks?view=list');
    await waitFor(() =>
      expect(server.callsTo(LIST).filter((call) => queryOf(call).get('count') === '500')).toHaveLength(3),
    );
    act(() => notifyLiveFrame(moved(task(3, 'in_progress', 1, { version: 71 }))));
    gate.release();
    expect(await screen.findByText('Найдено: 3')).toBeVisible();
    const rows = [...document.querySelectorAll('tbody tr')].map(
      (row) => row.querySelector('[data-column=number]')?.textContent,
    );
    expect(rows).toEqual(['№ 2', '№ 3', '№ 1']);
  });
});
