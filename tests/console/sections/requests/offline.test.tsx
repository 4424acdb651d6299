import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dayPeriodStart } from '#console/sections/requests/model/period.ts';
import { PAGE } from '#resources/limits.ts';
import { network, unreachable } from '#tests/support/console/network.ts';
import { delayedReply } from '#tests/support/console/server.ts';
import { cardOf, office, openTasks, paged, shownIn, task } from '#tests/support/console/tasks.tsx';

const LIST = 'GET /api/crm/tasks/';
const ALL = [task(1, 'created', 1), task(3, 'in_progress', 1)];
const NO_NETWORK = 'Нет связи с сервером';

beforeEach(() => network(true));
afterEach(() => network(true));

describe('the board without a network', () => {
  test('TASK-40: says so as lists do, in place of a failure of the server, and comes by itself', async () => {
    const server = office(ALL);
    network(false);
    openTasks();
    expect(await screen.findByText(NO_NETWORK)).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Всё загрузится само, как только она появится.');
    expect(screen.queryByText('Данные не доехали')).toBeNull();
    expect(server.callsTo(LIST)).toEqual([]);
    network(true);
    await cardOf(1);
    expect(screen.queryByText(NO_NETWORK)).toBeNull();
  });

  test('TASK-40: whose call was under way when it went says the same, and is tried when asked to', async () => {
    const server = office(ALL, { [LIST]: unreachable });
    openTasks();
    await waitFor(() => expect(server.callsTo(LIST).length).toBeGreaterThan(0));
    network(false);
    expect(await screen.findByText(NO_NETWORK)).toBeVisible();
    expect(screen.queryByText('Данные не доехали')).toBeNull();
    server.answer(LIST, paged(ALL));
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    await cardOf(3);
  });

  test('TASK-40: keeps the cards that it has', async () => {
    const server = office(ALL);
    const { queryClient } = openTasks();
    await cardOf(1);
    network(false);
    server.answer(LIST, unreachable);
    await act(() => queryClient.invalidateQueries({ queryKey: ['tasks', 'board'] }).catch(() => undefined));
    expect([shownIn('created'), shownIn('in_progress')]).toEqual([[1], [3]]);
    expect(screen.queryByText(NO_NETWORK)).toBeNull();
    server.answer(LIST, paged([task(2, 'created', 1), ...ALL]));
    network(true);
    await cardOf(2);
  });

  test.each([
    ['the board', '/tasks', () => cardOf(1)],
    ['the list', '/tasks?view=list', () => screen.findByRole('link', { name: 'Заявка № 1' })],
  ])('TASK-40: %s keeps what it has until what is asked with the network has come', async (_what, address, first) => {
    const server = office(ALL);
    const { queryClient } = openTasks(address);
    await first();
    // The network comes and goes again while all is being asked for.
    server.answer(LIST, unreachable);
    await act(() => queryClient.invalidateQueries({ queryKey: ['tasks'] }).catch(() => undefined));
    network(false);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const all = paged(ALL);
    server.answer(LIST, async (call) => {
      await gate;
      return all(call);
    });
    const before = server.callsTo(LIST).length;
    network(true);
    await waitFor(() => {
      expect(screen.queryByText('Данные не доехали')).toBeNull();
      expect(server.callsTo(LIST).length).toBeGreaterThan(before);
    });
    expect(screen.queryByText('Данные не доехали')).toBeNull();
    release();
    await first();
  });

  test('TASK-40: the list keeps what it has, also where the board behind it has not come yet', async () => {
    const board = delayedReply({});
    const all = paged(ALL);
    const server = office(ALL, {
      [LIST]: async (call) => {
        if (!call.url.includes(`count=${PAGE.max}`)) await board.reply();
        return all(call);
      },
    });
    openTasks('/tasks?view=list');
    await screen.findByRole('link', { name: 'Заявка № 1' });
    network(false);
    expect(screen.getByRole('link', { name: 'Заявка № 1' })).toBeVisible();
    expect(screen.queryByText(NO_NETWORK)).toBeNull();
    server.answer(LIST, paged([task(2, 'created', 1), ...ALL]));
    network(true);
    await act(async () => board.release());
    expect(screen.getByRole('link', { name: 'Заявка № 1' })).toBeVisible();
  });

  test('TASK-19, TASK-40: details say so below what the board knows, and in place of what it does not', async () => {
    const details = {
      ...task(1, 'created', 1),
      history: [],

      image_attachments: [],
      file_attachments: [],
    };
    office(ALL, { 'GET /api/crm/tasks/1/': { json: details } });
    const { router } = openTasks();
    await cardOf(1);
    network(false);
    await act(() => router.navigate('/tasks?id=1'));
    const panel = () => screen.findByRole('complementary');
    expect(await within(await panel()).findByText(NO_NETWORK)).toBeVisible();
    expect(within(await panel()).getByText('Течёт кран 1')).toBeVisible();
    await act(() => router.navigate('/tasks?id=77'));
    expect(await within(await panel()).findByText(NO_NETWORK)).toBeVisible();
    await act(() => router.navigate('/tasks?id=1'));
    network(true);
    await waitFor(() => expect(screen.queryByText(NO_NETWORK)).toBeNull());
  });

  test('TASK-05: a week begins when it began, after a reload too, until the next day', () => {
    const day = new Date().setHours(0, 0, 0, 0);
    const since = dayPeriodStart(day, 'week');
    localStorage.setItem('tasks-since-week', `${day} ${since - 5}`);
    expect(dayPeriodStart(day, 'week')).toBe(since - 5);
    expect(dayPeriodStart(day + 86_400_000, 'week')).toBeGreaterThanOrEqual(since);
    expect(dayPeriodStart(day, 'today')).toBe(day / 1000);
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(dayPeriodStart(day, 'month')).toBeLessThan(since);
    full.mockRestore();
  });

  test('TASK-40: the list says so as well, and comes by itself', async () => {
    office(ALL);
    network(false);
    openTasks('/tasks?view=list');
    expect(await screen.findByText(NO_NETWORK)).toBeVisible();
    expect(screen.queryByText('Данные не доехали')).toBeNull();
    network(true);
    await screen.findByRole('link', { name: 'Заявка № 1' });
  });

  test('TASK-40: does not show the cards of one period as those of another', async () => {
    office(ALL);
    const { router } = openTasks();
    await cardOf(1);
    network(false);
    await act(() => router.navigate('/tasks?period=week'));
    expect(await screen.findByText(NO_NETWORK)).toBeVisible();
    expect(shownIn('created')).toEqual([]);
    network(true);
    await cardOf(1);
  });
});
