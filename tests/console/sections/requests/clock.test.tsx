// Runs in test:all alone: boards over midnight; moves and live changes are in board, moves and live.
import { act, screen, waitFor } from '@testing-library/react';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import type { TaskCard, TaskFrame } from '#resources/protocol/requests/tasks.ts';
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
  // A request of yesterday that a colleague changes no longer belongs to this board.
  const by = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
  act(() =>
    notifyLiveFrame({ type: 'task', event: 'edited', id: 1, by, version: 9, task: { ...old, version: 9 }, orders: [] }),
  );
  act(() =>
    notifyLiveFrame({
      type: 'task',
      event: 'moved',
      id: 2,
      by,
      version: 10,
      task: { ...fresh, stage: 'done' },
      orders: [],
    }),
  );
  await waitFor(() => expect([shownIn('created'), shownIn('done')]).toEqual([[], [2]]));
  // And so the next night.
  await pass(24 * 60 * 60 * 1000);
  await waitFor(() => expect(server.callsTo(LIST).slice(6).map(dateOf)).toEqual([startOf(7), startOf(7), startOf(7)]));
});

test.each([
  // 5 March in Kamchatka ends at noon by UTC, in Honolulu at ten of the next morning.
  ['Asia/Kamchatka', '2027-03-05T11:59:30Z', '2027-03-04T12:00:00Z', '2027-03-05T12:00:00Z'],
  ['Pacific/Honolulu', '2027-03-06T09:59:30Z', '2027-03-05T10:00:00Z', '2027-03-06T10:00:00Z'],
  // The night before clocks go forward, and the day of 23 hours itself.
  ['Europe/Berlin', '2027-03-27T22:59:30Z', '2027-03-26T23:00:00Z', '2027-03-27T23:00:00Z'],
  ['Europe/Berlin', '2027-03-28T21:59:30Z', '2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z'],
])('TASK-05: today is the company’s in %s at %s, wherever the console stands', async (zone, now, begins, ends) => {
  jest.setSystemTime(new Date(now));
  const told = document.createElement('meta');
  told.name = 'time-zone';
  told.content = zone;
  document.head.append(told);
  try {
    const after = new Date(Date.parse(ends) + 1000).toISOString();
    const server = office([]);
    server.answer(LIST, dated([task(21, 'created', 1), task(22, 'created', 2, { creation_date: after })]));
    openTasks();
    await cardOf(21);
    const asked = () => new Set(server.callsTo(LIST).map((call) => new Date(dateOf(call) * 1000).toJSON()));
    expect(asked()).toEqual(new Set([new Date(begins).toJSON()]));
    await pass(30_000);
    await waitFor(() => expect(shownIn('created')).toEqual([22]));
    expect(asked()).toEqual(new Set([new Date(begins).toJSON(), new Date(ends).toJSON()]));
  } finally {
    told.remove();
  }
});

test('TASK-02: the counts come while colleagues change something all the time, and once more after the last of it', async () => {
  const all = [task(31, 'created', 1)];
  const server = office(all);
  openTasks();
  await cardOf(31);
  const counted = () => server.callsTo(COUNT).length;
  const before = counted();
  const by = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
  for (let version = 1; version <= 20; version += 1) {
    const frame: TaskFrame = {
      ...{ type: 'task', event: 'edited', id: 31, by, version, task: { ...all[0], version } as TaskCard, orders: [] },
    };
    act(() => notifyLiveFrame({ ...frame }));
    await pass(100);
  }
  const meanwhile = counted();
  expect(meanwhile).toBeGreaterThanOrEqual(before + 3 * 4);
  await pass(1_000);
  const after = counted();
  expect(after - meanwhile).toBe(3);
  await pass(1_000);
  expect(counted()).toBe(after);
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

test('TASK-08: what becomes overdue comes to the board of overdue ones at its hour, however that was learnt of', async () => {
  const NOON = new Date(2026, 2, 5, 12);
  jest.setSystemTime(NOON);
  const at = (ms: number) => new Date(NOON.getTime() + ms).toISOString();
  const [first, second] = [3_600_000, 7_200_000];
  const late = task(41, 'created', 1, { deadline: '2020-01-01T00:00:00Z' });
  const soon = task(42, 'created', 2, { deadline: at(first) });
  const told = { ...task(43, 'created', 3, { deadline: at(second) }), version: 70 };
  const server = office([]);
  const isLate = ({ deadline }: TaskCard) => Date.parse(deadline ?? '') <= Date.now();
  server.answer(LIST, (call) => {
    const left = isLate(soon) ? null : Date.parse(at(first)) - Date.now();
    return {
      ...paged([late, soon, told].filter(isLate))(call),
      ...(left ? { headers: { 'x-overdue-in': String(left) } } : {}),
    };
  });
  openTasks('/tasks?overdue=true');
  await cardOf(41);
  const before = server.callsTo(LIST).length;
  // A deadline that a colleague gives meanwhile is waited for, too.
  const by = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
  act(() => notifyLiveFrame({ type: 'task', event: 'edited', id: 43, by, version: 70, task: told, orders: [] }));
  await pass(first - 1_000);
  expect([shownIn('created'), server.callsTo(LIST).length]).toEqual([[41], before]);
  await pass(1_000);
  await waitFor(() => expect(shownIn('created')).toEqual([41, 42]));
  // One call a column at the hour, and none besides.
  expect(server.callsTo(LIST)).toHaveLength(before + 3);
});
