import { act, screen, waitFor } from '@testing-library/react';
import { tellFrame } from '#console/data/live-frames.ts';
import type { TaskCard } from '#resources/protocol/tasks.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import type { WireCall } from '#tests/support/console/server.ts';
import { cardOf, office, openTasks, paged, shownIn, task } from '#tests/support/console/tasks.tsx';

const LIST = 'GET /api/crm/tasks/';
const COUNT = 'GET /api/crm/tasks/count/';
const NIGHT = new Date(2026, 2, 5, 23, 59, 30);
const dateOf = ({ url }: WireCall) => Number(new URLSearchParams(url.split('?')[1]).get('date'));
const startOf = (day: number) => new Date(2026, 2, day).getTime() / 1000;

/** A server that knows which requests are of the asked span. */
const dated = (all: readonly TaskCard[]) => (call: WireCall) =>
  paged(all.filter(({ creation_date }) => Date.parse(creation_date) >= dateOf(call) * 1000))(call);

beforeEach(() => {
  stopClock();
  jest.setSystemTime(NIGHT);
});
afterEach(() => void jest.useRealTimers());

test('TASK-04, TASK-05: a board that stays open over midnight shows the new day’s requests by itself', async () => {
  const server = office([]);
  const after = new Date(2026, 2, 6, 0, 0, 1).toISOString();
  const [old, fresh] = [task(1, 'created', 1), task(2, 'created', 2, { creation_date: after })];
  server.answer(LIST, dated([old, fresh]));
  openTasks();
  await cardOf(1);
  expect(server.callsTo(LIST).map(dateOf)).toEqual([startOf(5), startOf(5), startOf(5)]);
  await pass(29_000);
  expect(server.callsTo(LIST)).toHaveLength(3);
  await pass(1_000);
  await waitFor(() => expect(shownIn('created')).toEqual([2]));
  expect(server.callsTo(LIST).slice(3).map(dateOf)).toEqual([startOf(6), startOf(6), startOf(6)]);
  expect(server.callsTo(COUNT).slice(-3).map(dateOf)).toEqual([startOf(6), startOf(6), startOf(6)]);
  // What a colleague changes of yesterday's is no longer of this board.
  const by = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
  act(() =>
    tellFrame({ type: 'task', event: 'edited', id: 1, by, version: 9, task: { ...old, version: 9 }, orders: [] }),
  );
  act(() =>
    tellFrame({ type: 'task', event: 'moved', id: 2, by, version: 10, task: { ...fresh, stage: 'done' }, orders: [] }),
  );
  await waitFor(() => expect([shownIn('created'), shownIn('done')]).toEqual([[], [2]]));
  // And so the next night.
  await pass(24 * 60 * 60 * 1000);
  await waitFor(() => expect(server.callsTo(LIST).slice(6).map(dateOf)).toEqual([startOf(7), startOf(7), startOf(7)]));
});

test.each([
  ['/tasks', 1],
  ['/tasks?id=11', 2],
  ['/tasks?view=list', 1],
])('at %s a request becomes overdue when its hour comes, without anything else happening', async (address, times) => {
  jest.setSystemTime(new Date(2026, 2, 5, 12));
  const deadline = new Date(2026, 2, 5, 12, 2, 30).toISOString();
  const first = task(11, 'created', 1, { deadline });
  const others = [
    task(12, 'done', 1, { deadline }),
    task(13, 'created', 2, { deadline: new Date(2026, 2, 7).toISOString() }),
  ];
  const details = { ...first, history: [], image_attachments: [], file_attachments: [] };
  const server = office([first, ...others], { 'GET /api/crm/tasks/11/': { json: details } });
  openTasks(address);
  await screen.findAllByText('Течёт кран 11');
  await pass(149_000);
  expect(screen.queryByText(/Просрочена/)).toBeNull();
  const asked = server.calls.length;
  await pass(1_000);
  expect(screen.getAllByText(/Просрочена/)).toHaveLength(times);
  expect(server.calls).toHaveLength(asked);
});
