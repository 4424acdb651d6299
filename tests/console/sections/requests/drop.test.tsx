import type { DropResult, ResponderProvided } from '@hello-pangea/dnd';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { requestBoard } from '#console/sections/requests/model/request-board.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { boardHandlers, drop, lift } from '#tests/support/console/board-hand.tsx';
import { cardOf, office, openTasks, shownIn, task } from '#tests/support/console/tasks.tsx';

jest.mock('@hello-pangea/dnd', () =>
  jest
    .requireActual<typeof import('#tests/support/console/board-hand.tsx')>('#tests/support/console/board-hand.tsx')
    .dragLibrary(),
);

const ALL = [task(1, 'created', 1), task(2, 'created', 2), task(3, 'in_progress', 5), task(4, 'done', 7)];
const ANNA = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
const columnsNow = () => [shownIn('created'), shownIn('in_progress'), shownIn('done')];

/** A colleague changes a request, and then the second one, which shows that the board has taken in both. */
async function changed(card: TaskCard): Promise<void> {
  const last = task(2, 'created', 2, { version: 71, information: { description: 'Кран заменили' } });
  for (const [version, one] of [card, last].entries()) {
    const frame = { type: 'task', event: 'edited', id: one.id, by: ANNA, version: 70 + version, task: one, orders: [] };
    act(() => notifyLiveFrame(frame));
  }
  await screen.findByText('Кран заменили');
}

beforeEach(() => {
  for (const { id } of ALL) requestBoard.unmark(id);
});

describe('a drop', () => {
  test.each([
    ['in_progress', 'done', [[2], [1, 3], [4]]],
    ['done', 'in_progress', [[2], [3], [1, 4]]],
    ['in_progress', 'in_progress', [[2], [1, 3], [4]]],
  ] as const)(
    'TASK-26, TASK-38: of a card that a colleague has put into %s meanwhile, over %s, does nothing and says so; the card stands where it is',
    async (became, over, after) => {
      const server = office(ALL);
      openTasks();
      await cardOf(1);
      lift(1);
      await changed(task(1, became, 1, { version: 70 }));
      expect(columnsNow()[0]).toEqual([1, 2]);
      expect(drop(1, 'created', over)).toEqual([
        'Заявку в это время изменил кто-то ещё. Карточка стоит там, где она сейчас на самом деле.',
      ]);
      await waitFor(() => expect(columnsNow()).toEqual(after));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    },
  );

  test('over what is no column a screen reader is told, in Russian, and a drop there changes nothing', async () => {
    const server = office(ALL);
    openTasks();
    await cardOf(1);
    lift(1);
    const said: string[] = [];
    const provided: ResponderProvided = { announce: (sentence) => said.push(sentence) };
    const hand = {
      draggableId: '1',
      type: 'DEFAULT',
      mode: 'SNAP' as const,
      source: { droppableId: 'created', index: 0 },
    };
    act(() => boardHandlers()?.onDragStart?.(hand, provided));
    act(() => boardHandlers()?.onDragUpdate?.({ ...hand, destination: null, combine: null }, provided));
    const nowhere: DropResult = { ...hand, destination: null, combine: null, reason: 'DROP' };
    act(() => boardHandlers()?.onDragEnd(nowhere, provided));
    expect(said).toEqual([
      'Карточка поднята. Колонка «Входящие», место 1 из 2.',
      'Здесь карточку оставить нельзя.',
      'Перемещение отменено. Карточка вернулась в колонку «Входящие», место 1.',
    ]);
    expect(columnsNow()).toEqual([[1, 2], [3], [4]]);
    expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  const handleOf = async (id: number) => (await cardOf(id)).querySelector('[data-card]');

  test('TASK-26: by the keyboard leaves the keyboard at the card, and once what it asks is answered', async () => {
    office(ALL);
    openTasks();
    await cardOf(1);
    lift(2);
    drop(2, 'created', 'created');
    await waitFor(async () => expect(await handleOf(2)).toHaveFocus());
    lift(1);
    drop(1, 'created', 'done');
    const dialog = await screen.findByRole('dialog', { name: 'Укажите причину отмены' });
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
    await userEvent.keyboard('{Escape}');
    await waitFor(async () => expect(await handleOf(1)).toHaveFocus());
  });

  test('TASK-26: of a card that a colleague has only edited means what it meant when it was lifted', async () => {
    const server = office(ALL);
    openTasks();
    await cardOf(1);
    lift(1);
    await changed(task(1, 'created', 1, { version: 70, information: { description: 'Уже не течёт' } }));
    expect(drop(1, 'created', 'done')).toEqual(['Карточка опущена. Колонка «Завершены», место 1.']);
    expect(await screen.findByRole('dialog', { name: 'Укажите причину отмены' })).toBeVisible();
    expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
