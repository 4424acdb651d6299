import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { notifyConnectionOpen, notifyLiveFrame, setSender } from '#console/data/live/live-frames.ts';
import { session } from '#console/data/session/session.ts';
import { requestBoard } from '#console/sections/requests/model/request-board.ts';
import type { TaskCard, TaskFrame } from '#resources/protocol/requests/tasks.ts';
import { cardOf, office, openTasks, shownIn, task } from '#tests/support/console/tasks.tsx';

const CHANGES = 'GET /api/crm/tasks/changes/';
const COUNT = 'GET /api/crm/tasks/count/';
const ALL = [task(1, 'created', 1), task(2, 'created', 2), task(3, 'in_progress', 5)];
const ANNA = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };

/** A colleague did something with a request. */
function frame(event: TaskFrame['event'], card: TaskCard | null, change: Partial<TaskFrame> = {}): void {
  const id = card?.id ?? 0;
  act(() => notifyLiveFrame({ type: 'task', event, id, by: ANNA, version: 50, task: card, orders: [], ...change }));
}
/** Lifts a card by the keyboard. */
function lift(id: number): HTMLElement {
  const handle = document.querySelector<HTMLElement>(`[data-rfd-drag-handle-draggable-id="${id}"]`);
  if (!handle) throw new Error(`Card ${id} cannot be lifted`);
  handle.focus();
  fireEvent.keyDown(handle, { key: ' ', code: 'Space', keyCode: 32 });
  return handle;
}

beforeEach(() => {
  for (const { id } of ALL) requestBoard.unmark(id);
});

describe('together', () => {
  test('a colleague’s move shows at once, with the name on the card, and the counts are asked for once', async () => {
    const server = office(ALL);
    openTasks();
    await cardOf(1);
    await waitFor(() => expect(server.callsTo(COUNT)).toHaveLength(3));
    frame('moved', task(1, 'in_progress', 4, { version: 50 }));
    frame('moved', task(2, 'in_progress', 3, { version: 51 }), { orders: [{ id: 3, order: 1 }] });
    await waitFor(() => expect([shownIn('created'), shownIn('in_progress')]).toEqual([[], [3, 2, 1]]));
    expect(await cardOf(1)).toHaveTextContent('Перемещена: Анна Лебедева');
    await waitFor(() => expect(server.callsTo(COUNT)).toHaveLength(6));
  });

  test('a new request stands in its place; one of another house or of last month does not', async () => {
    office(ALL);
    openTasks();
    await cardOf(1);
    frame('created', task(9, 'created', 0.5, { version: 50 }));
    const away = { building: 5, street: 'ул. Садовая', number: '7', porches: [], floors: [] };
    frame('created', task(10, 'created', 0.4, { version: 50, target: away }));
    frame('created', task(11, 'created', 0.3, { version: 50, creation_date: '2020-01-01T00:00:00Z' }));
    await waitFor(() => expect(shownIn('created')).toEqual([9, 1, 2]));
    expect(await cardOf(9)).toHaveTextContent('Новая: Анна Лебедева');
  });

  test('the list follows them as the board does', async () => {
    office(ALL);
    openTasks('/tasks?view=list');
    expect(await screen.findByText('Найдено: 3')).toBeVisible();
    const names = () =>
      [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('[data-column=number]')?.textContent);
    frame('moved', task(1, 'in_progress', 4, { version: 50 }));
    frame('created', task(9, 'created', 0.5, { version: 51 }));
    frame('moved', task(1, 'created', 1, { version: 49 }));
    await waitFor(() => expect(names()).toEqual(['№ 9', '№ 2', '№ 1', '№ 3']));
    frame('removed', null, { id: 2 });
    expect(await screen.findByText('Найдено: 3')).toBeVisible();
    expect(names()).toEqual(['№ 9', '№ 1', '№ 3']);
  });

  test('an edit shows, what is older does not, and what is no longer to be seen goes', async () => {
    office(ALL);
    openTasks();
    await cardOf(1);
    frame('edited', task(1, 'created', 1, { version: 60, information: { description: 'Уже не течёт' } }));
    await waitFor(async () => expect(await cardOf(1)).toHaveTextContent('Уже не течёт'));
    frame('moved', task(1, 'done', 1, { version: 55 }));
    frame('removed', null, { id: 2 });
    await waitFor(() => expect(shownIn('created')).toEqual([1]));
    expect(shownIn('done')).toEqual([]);
  });

  test('a colleague who holds a card is named on it until he lets it go', async () => {
    office(ALL);
    openTasks();
    await cardOf(1);
    act(() => notifyLiveFrame({ type: 'task-held', id: 1, held: true, by: ANNA }));
    expect(await cardOf(1)).toHaveTextContent('Перемещает Анна Лебедева');
    // Changes by others meanwhile do not take it out of the hand, nor do those of the person in another window.
    const self = { ...ANNA, user: Number(session.userId.get()) };
    frame('commented', task(1, 'created', 1, { version: 50 }));
    frame('edited', task(1, 'created', 1, { version: 51 }));
    frame('edited', task(1, 'created', 1, { version: 52, information: { description: 'Сам дописал' } }), { by: self });
    await waitFor(async () => expect(await cardOf(1)).toHaveTextContent('Сам дописал'));
    expect(await cardOf(1)).toHaveTextContent('Перемещает Анна Лебедева');
    act(() => notifyLiveFrame({ type: 'task-held', id: 1, held: false, by: ANNA }));
    expect(await cardOf(1)).not.toHaveTextContent('Перемещает');
  });

  test('while a card is in the hand the board keeps its places, colleagues are told, and afterwards everything is true', async () => {
    const said: unknown[] = [];
    setSender((message) => said.push(message) > 0);
    office(ALL);
    openTasks();
    await cardOf(1);
    lift(1);
    await waitFor(() => expect(said).toEqual([{ type: 'task-held', id: 1, held: true }]));
    frame('moved', task(1, 'done', 1, { version: 70 }));
    frame('moved', task(2, 'done', 2, { version: 71 }));
    frame('created', task(9, 'created', 0.5, { version: 72 }));
    await waitFor(() =>
      expect(document.querySelector('[data-rfd-draggable-id="1"]')).toHaveTextContent('Течёт кран 1'),
    );
    expect(shownIn('created')).toEqual([2]);
    expect(shownIn('done')).toEqual([]);
    fireEvent.keyDown(window, { key: 'Escape', code: 'Escape', keyCode: 27 });
    await waitFor(() => expect([shownIn('created'), shownIn('done')]).toEqual([[9], [1, 2]]));
    expect(said.at(-1)).toEqual({ type: 'task-held', id: 1, held: false });
    setSender(null);
  });

  test('lifting by the keyboard is announced in Russian', async () => {
    office(ALL);
    openTasks();
    await cardOf(1);
    const handle = lift(1);
    const help = document.getElementById(handle.getAttribute('aria-describedby') ?? '');
    expect(help).toHaveTextContent(/Нажмите пробел, чтобы поднять карточку/);
    const live = () => document.querySelector('[aria-live="assertive"]');
    await waitFor(() => expect(live()).toHaveTextContent('Карточка поднята. Колонка «Входящие», место 1 из 2.'));
    fireEvent.keyDown(window, { key: 'Escape', code: 'Escape', keyCode: 27 });
    await waitFor(() =>
      expect(live()).toHaveTextContent('Перемещение отменено. Карточка вернулась в колонку «Входящие», место 1.'),
    );
  });

  test('dropping by the keyboard is announced in Russian', async () => {
    const server = office(ALL);
    openTasks();
    await cardOf(1);
    lift(1);
    const live = () => document.querySelector('[aria-live="assertive"]');
    await waitFor(() => expect(live()).toHaveTextContent(/^Карточка поднята/));
    fireEvent.keyDown(window, { key: ' ', code: 'Space', keyCode: 32 });
    await waitFor(() => expect(live()).toHaveTextContent('Карточка опущена. Колонка «Входящие», место 1.'));
    // Where it was: nothing is sent.
    expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('TASK-20: a comment and an edit of a colleague appear in the open details by themselves', async () => {
    const details = { ...task(1, 'created', 1), history: [], image_attachments: [], file_attachments: [] };
    const server = office(ALL, { 'GET /api/crm/tasks/1/': { json: details } });
    openTasks('/tasks?id=1');
    const panel = await screen.findByRole('complementary', { name: 'Сантехника' });
    await within(panel).findByText('История');
    const said = {
      ...{ message: 'Ключ у консьержа', image_attachments: [], file_attachments: [], new_performer: null },
      ...{ field_name: null, new_value: null, description: null, user: { ...ANNA, position: null, avatar: null } },
    };
    const history = [{ id: 900, date: new Date().toISOString(), type: 'dialog', action: said }];
    server.answer('GET /api/crm/tasks/1/', { json: { ...details, history } });
    frame('commented', task(1, 'created', 1, { version: 50 }));
    expect(await within(panel).findByText('Ключ у консьержа')).toBeVisible();
    frame('edited', task(1, 'created', 1, { version: 51, information: { description: 'Уже не течёт' } }), {
      version: 51,
    });
    // The mark disappears after four seconds, and the details may load later than that, so it is checked first.
    expect(await cardOf(1)).toHaveTextContent('Изменена: Анна Лебедева');
    expect(await within(panel).findByText('Уже не течёт')).toBeVisible();
  });

  test('after a lost connection the board asks for what it missed, and loads anew when that is too much', async () => {
    const server = office(ALL);
    openTasks();
    await cardOf(1);
    expect(server.callsTo(CHANGES)).toEqual([]);
    server.answer(CHANGES, {
      json: { version: 90, reload: false, tasks: [task(2, 'in_progress', 4, { version: 88 })], gone: [3] },
    });
    act(() => notifyConnectionOpen());
    await waitFor(() => expect([shownIn('created'), shownIn('in_progress')]).toEqual([[1], [2]]));
    expect(server.callsTo(CHANGES).at(-1)?.url).toMatch(/\?since=7&buildings_id=3&date=\d+$/);
    server.answer(CHANGES, { json: { version: 99, reload: true, tasks: [], gone: [] } });
    const lists = server.callsTo('GET /api/crm/tasks/').length;
    act(() => notifyConnectionOpen());
    await waitFor(() => expect(server.callsTo('GET /api/crm/tasks/')).toHaveLength(lists + 3));
    await waitFor(() => expect(shownIn('created')).toEqual([1, 2]));
    expect(screen.queryByText('Данные не доехали')).toBeNull();
  });
});
