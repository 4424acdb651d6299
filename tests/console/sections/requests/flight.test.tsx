import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { requestBoard } from '#console/sections/requests/model/request-board.ts';
import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';
import { cardOf, office, openTasks, paged, shownIn, task } from '#tests/support/console/tasks.tsx';

const WIDTH = 300;
const HEIGHT = 100;
const ALL = [
  task(1, 'created', 1),
  task(2, 'created', 2),
  task(3, 'in_progress', 5),
  task(4, 'done', 7),
  task(5, 'done', 8),
];

/** Lays the board out as a browser would: every card by its column and its place in it. */
function layOut(): void {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const column = this.closest('[data-stage]');
    const cards = [...(column?.querySelectorAll('[data-card-id]') ?? [])];
    const at = TASK_STAGES.indexOf(column?.getAttribute('data-stage') as TaskStage);
    return { left: at * WIDTH, top: cards.indexOf(this) * HEIGHT, width: WIDTH, height: HEIGHT } as DOMRect;
  });
}

/** Flights so far: which card, and from where, seen from its new place. */
function watchFlights(): [id: string | null, from: unknown][] {
  const flights: [string | null, unknown][] = [];
  Element.prototype.animate = function animate(this: Element, frames) {
    flights.push([this.getAttribute('data-card-id'), (frames as Keyframe[])[0]?.transform]);
    return {} as Animation;
  };
  return flights;
}

const by = (columns: number, places: number) => `translate(${columns * WIDTH}px, ${places * HEIGHT}px)`;

async function choose(id: number, way: string): Promise<void> {
  await userEvent.click(within(await cardOf(id)).getByRole('button', { name: /^Действия/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: way }));
}

beforeEach(() => requestBoard.forgetUndo());
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'animate');
});

describe('a card flies', () => {
  test('TASK-38: to its true place, when a move was settled otherwise', async () => {
    layOut();
    const flights = watchFlights();
    const server = office(ALL);
    openTasks();
    await cardOf(2);
    const params = task(2, 'done', 7.5, { version: 50 });
    server.answer('PATCH /api/crm/tasks/2/', { json: { params, orders: [], conflict: true } });
    await choose(2, 'Поднять выше');
    await waitFor(() => expect(shownIn('done')).toEqual([4, 2, 5]));
    // It stood first among the incoming, as it was meant to, and flies to the second place of the last column.
    await waitFor(() => expect(flights).toContainEqual(['2', by(-2, -1)]));
    expect(flights.every(([id]) => id === '2')).toBe(true);
  });

  test('TASK-38, TASK-40: back to where it was, when a move is refused', async () => {
    layOut();
    const flights = watchFlights();
    const server = office(ALL);
    openTasks();
    await cardOf(3);
    server.answer('PATCH /api/crm/tasks/3/', { status: 403, json: {} });
    await choose(3, 'Переместить в «Завершены»');
    await waitFor(() => expect(flights).toContainEqual(['3', by(1, 0)]));
    expect(shownIn('in_progress')).toEqual([3]);
  });

  test('to where a colleague has put it', async () => {
    layOut();
    const flights = watchFlights();
    office(ALL);
    openTasks();
    await cardOf(1);
    const card = task(1, 'in_progress', 6, { version: 60 });
    const anna = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
    act(() => notifyLiveFrame({ type: 'task', event: 'moved', id: 1, by: anna, version: 60, task: card, orders: [] }));
    await waitFor(() => expect(flights).toEqual([['1', by(-1, -1)]]));
  });
});

test('of a column of 5,000 only the cards in view stand in the page', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => task(at + 1, 'created', at + 1));
  const server = office(many);
  const all = paged(many);
  server.answer('GET /api/crm/tasks/', (call) => all({ ...call, url: call.url.replace(/count=\d+/, 'count=5000') }));
  openTasks();
  await cardOf(1);
  const board = screen.getByRole('region', { name: 'Входящие' });
  await waitFor(() => expect(within(board).getByRole('heading')).toHaveTextContent('5000'));
  // The stage of tests is 4,000 px high and a card 100: those, and what is kept ready above and below.
  const drawn = board.querySelectorAll('[data-card-id]').length;
  expect(drawn).toBeGreaterThanOrEqual(40);
  expect(drawn).toBeLessThanOrEqual(60);
});
