import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { session } from '#console/data/session/session.ts';
import { requestBoard } from '#console/sections/requests/model/request-board.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { delayedReply, type Reply, type WireCall } from '#tests/support/console/server.ts';
import {
  cardOf,
  KIM,
  office,
  openTasks,
  paged,
  SAFIN,
  SERVICES,
  shownIn,
  task,
} from '#tests/support/console/tasks.tsx';

const LIST = 'GET /api/crm/tasks/';
const PERFORMERS = 'GET /api/crm/tasks/performers/';
const COUNT = 'GET /api/crm/tasks/count/';
const ALL = [
  task(1, 'created', 1),
  task(2, 'created', 2),
  task(3, 'in_progress', 5),
  task(4, 'done', 7),
  task(5, 'done', 8, { resolution: 'canceled', resolution_description: 'не входит в тариф' }),
];
const queryOf = ({ url }: WireCall) => new URLSearchParams(url.split('?')[1]);
const column = (name: string) => screen.findByRole('region', { name });

const columnsNow = () => [shownIn('created'), shownIn('in_progress'), shownIn('done')];
const BEFORE = [[1, 2], [3], [4, 5]];

beforeEach(() => requestBoard.forgetUndo());

describe('the board', () => {
  test('TASK-01, TASK-02, TASK-11, TASK-16, TASK-17, TASK-18: three columns with counts, each asked for by its stage', async () => {
    const server = office(ALL);
    openTasks();
    await cardOf(1);
    expect(columnsNow()).toEqual(BEFORE);
    for (const [name, count] of [
      ['Входящие', '2'],
      ['В процессе', '1'],
      ['Завершены', '2'],
    ] as const) {
      await waitFor(async () =>
        expect(within(await column(name)).getByRole('heading')).toHaveTextContent(`${name}${count}`),
      );
    }
    const today = String(new Date().setHours(0, 0, 0, 0) / 1000);
    for (const [calls, count] of [
      [server.callsTo(LIST), '30'],
      [server.callsTo(COUNT), null],
    ] as const) {
      expect(calls.map((call) => queryOf(call).get('stage'))).toEqual(['created', 'in_progress', 'done']);
      for (const call of calls) {
        expect(queryOf(call).get('buildings_id')).toBe('3');
        expect(queryOf(call).get('date')).toBe(today);
        expect(queryOf(call).get('count')).toBe(count);
        expect(queryOf(call).get('services_id')).toBeNull();
      }
    }
    expect(await cardOf(1)).toHaveTextContent('Не назначено');
    expect(await cardOf(3)).toHaveTextContent('Выполняется');
    expect(await cardOf(4)).toHaveTextContent('Выполнено');
    expect(await cardOf(5)).toHaveTextContent('Отменена');
  });

  test('TASK-11, TASK-17: its columns and their counts are asked for at one time: opening it takes one round trip', async () => {
    const gate = delayedReply({});
    const late = (reply: (call: WireCall) => Reply) => async (call: WireCall) => {
      await gate.reply();
      return reply(call);
    };
    const server = office(ALL, { [LIST]: late(paged(ALL)), [COUNT]: late(() => ({ json: { count: 1 } })) });
    openTasks();
    const stages = () => [LIST, COUNT].map((what) => server.callsTo(what).map((call) => queryOf(call).get('stage')));
    const all = ['created', 'in_progress', 'done'];
    await waitFor(() => expect(stages()).toEqual([all, all]));
    gate.release();
    await cardOf(1);
    await waitFor(async () => expect(await column('Входящие')).toHaveTextContent(/^Входящие1/));
    expect(stages()).toEqual([all, all]);
  });

  test('TASK-66: an empty column has no text and the count 0', async () => {
    office([]);
    openTasks();
    await waitFor(async () => expect(await column('Завершены')).toHaveTextContent(/^Завершены0$/));
  });

  test('TASK-04: a board without requests says so and what to do next, up to a month', async () => {
    const server = office([]);
    openTasks();
    expect(await screen.findByRole('heading', { name: 'Сегодня заявок нет' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Показать за неделю' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Показать за месяц' }));
    expect(await screen.findByRole('heading', { name: 'За месяц заявок нет' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Показать за/ })).toBeNull();
    const month = Number(queryOf(server.callsTo(LIST).at(-1) as WireCall).get('date'));
    expect(Math.round((Date.now() / 1000 - month) / 86_400)).toBe(30);
  });

  test('TASK-12, TASK-13: further batches of ten follow the last order, and stand once each in order', async () => {
    const many = Array.from({ length: 45 }, (_, index) => task(index + 1, 'created', index + 1));
    const server = office(many);
    openTasks();
    await waitFor(() => expect(shownIn('created')).toEqual(many.map(({ id }) => id)));
    const further = server.callsTo(LIST).filter((call) => queryOf(call).get('from_order'));
    expect(further.map((call) => [queryOf(call).get('from_order'), queryOf(call).get('count')])).toEqual([
      ['30', '10'],
      ['40', '10'],
    ]);
  });

  test('TASK-04, TASK-07, TASK-08: the filters ask for all three columns anew', async () => {
    const server = office(ALL);
    openTasks();
    await cardOf(1);
    expect(screen.getByRole('radio', { name: 'Сегодня' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: 'Неделя' }));
    await waitFor(() => expect(server.callsTo(LIST)).toHaveLength(6));
    const week = Number(queryOf(server.callsTo(LIST)[3] as WireCall).get('date'));
    expect(Math.round((Date.now() / 1000 - week) / 86_400)).toBe(7);
    await userEvent.click(await screen.findByRole('button', { name: 'Все услуги' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Лифты' }));
    await waitFor(() => expect(server.callsTo(LIST)).toHaveLength(9));
    expect(
      server
        .callsTo(LIST)
        .slice(6)
        .map((call) => queryOf(call).get('services_id')),
    ).toEqual(['2', '2', '2']);
  });

  test.each([
    ['TASK-07', SERVICES.slice(0, 1)],
    ['TASK-08', []],
  ])('%s: with so few services there is no service filter', async (_item, services) => {
    const server = office(ALL, { 'GET /api/crm/services/': { json: services } });
    openTasks();
    await cardOf(1);
    await waitFor(() => expect(server.callsTo('GET /api/crm/services/')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Все услуги' })).toBeNull();
  });

  test.each([
    ['TASK-07', 1, '/tasks?services=2', 'Услуги: 1'],
    ['TASK-07', 1, '/tasks?services=1', 'Сантехника'],
    ['TASK-08', 0, '/tasks?services=1,2', 'Услуги: 2'],
  ])('%s: with %i services what is chosen by %s is seen and can be undone', async (_item, count, address, label) => {
    const server = office(ALL, { 'GET /api/crm/services/': { json: SERVICES.slice(0, count) } });
    const { where } = openTasks(address);
    await waitFor(() => expect(server.callsTo(LIST)).toHaveLength(3));
    expect(queryOf(server.callsTo(LIST)[0] as WireCall).get('services_id')).toBe(address.split('=')[1]);
    await userEvent.click(await screen.findByRole('button', { name: label }));
    await userEvent.click(await screen.findByRole('button', { name: 'Показать все' }));
    await waitFor(() => expect(where()).toBe('/tasks'));
    expect(screen.queryByRole('button', { name: label })).toBeNull();
  });

  test('TASK-08: requests of one performer, my own, nobody’s, and overdue ones, in the address and live', async () => {
    const all = [
      task(1, 'created', 1),
      task(2, 'in_progress', 2, { performer: SAFIN, deadline: '2020-01-01T00:00:00Z' }),
      task(3, 'in_progress', 3),
    ];
    const server = office(all, { [PERFORMERS]: { json: [KIM, SAFIN] } });
    server.answer(LIST, (call) => {
      const query = queryOf(call);
      const performer = query.get('performer');
      const late = ({ id }: TaskCard) => query.get('overdue') !== 'true' || id === 2;
      const fitting = ({ performer: own }: TaskCard) => !performer || String(own?.user ?? 'none') === performer;
      return paged(all.filter((one) => late(one) && fitting(one)))(call);
    });
    const { where } = openTasks();
    await cardOf(1);
    const shown = () =>
      [...document.querySelectorAll('[data-card-id]')].map((card) => card.getAttribute('data-card-id'));
    await userEvent.click(screen.getByRole('button', { name: 'Все исполнители' }));
    await userEvent.click(await screen.findByRole('radio', { name: /Ринат Сафин/ }));
    await waitFor(() => expect(shown()).toEqual(['2']));
    expect(where()).toBe('/tasks?performer=22');
    // A request that a colleague gives to another person leaves the board, one given to this person comes.
    const by = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
    const given = (id: number, performer: typeof KIM) =>
      act(() =>
        notifyLiveFrame({
          type: 'task',
          event: 'edited',
          id,
          by,
          version: 70,
          task: { ...(all.find((one) => one.id === id) as TaskCard), performer, version: 70 },
          orders: [],
        }),
      );
    given(3, SAFIN);
    await waitFor(() => expect(shown()).toEqual(['2', '3']));
    given(2, KIM);
    await waitFor(() => expect(shown()).toEqual(['3']));
    await userEvent.click(screen.getByRole('button', { name: 'Ринат Сафин' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Без исполнителя' }));
    await waitFor(() => expect(shown()).toEqual(['1']));
    await userEvent.click(screen.getByRole('button', { name: 'Без исполнителя' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Мои заявки' }));
    await waitFor(() => expect(where()).toBe('/tasks?performer=me'));
    await waitFor(() => expect(queryOf(server.callsTo(LIST).at(-1) as WireCall).get('performer')).toBe('1'));
    await userEvent.click(screen.getByRole('button', { name: 'Мои заявки' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Все исполнители' }));
    await userEvent.click(screen.getByRole('button', { name: 'Просроченные' }));
    await waitFor(() => expect(shown()).toEqual(['2']));
    const asked = queryOf(server.callsTo(LIST).at(-1) as WireCall);
    expect([where(), asked.get('overdue'), asked.get('date')]).toEqual(['/tasks?overdue=true', 'true', '0']);
    // A span of time is one of all requests again.
    await userEvent.click(screen.getByRole('radio', { name: 'Неделя' }));
    await waitFor(() => expect(where()).toBe('/tasks?period=week'));
  });

  test('TASK-06: requests of one flat are of all times and buildings, live too, until all are wanted', async () => {
    const at = (id: number, unit_id: number | null) => ({
      ...task(id, 'created', id, { creation_date: '2020-01-01T00:00:00Z' }),
      creator: { ...KIM, unit: '48', unit_id },
    });
    const server = office([at(1, 54)]);
    const { where } = openTasks('/tasks?unit=54&flat=%D0%BA%D0%B2.+48');
    await cardOf(1);
    const asked = queryOf(server.callsTo(LIST)[0] as WireCall);
    expect([asked.get('unit'), asked.get('date'), asked.get('buildings_id')]).toEqual(['54', '0', null]);
    const by = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
    for (const [id, unit] of [
      [2, 54],
      [3, 55],
    ] as const) {
      const created = { ...at(id, unit), target: { ...at(id, unit).target, building: 9 }, version: 70 };
      act(() => notifyLiveFrame({ type: 'task', event: 'created', id, by, version: 70, task: created, orders: [] }));
    }
    await waitFor(() => expect(shownIn('created')).toEqual([1, 2]));
    await userEvent.click(screen.getByRole('button', { name: /^Заявки: кв\.\s48/ }));
    await waitFor(() => expect(where()).toBe('/tasks'));
  });

  test('TASK-06: requests of one resident are of all times and buildings, also those written down for them, and name them', async () => {
    const of = (id: number, creator: typeof KIM, caller: typeof KIM | null) => ({
      ...task(id, 'created', id, { creation_date: '2020-01-01T00:00:00Z' }),
      creator,
      caller,
    });
    const other = { ...KIM, user: KIM.user + 1 };
    const server = office([of(1, other, KIM)]);
    const { where } = openTasks(`/tasks?person=${KIM.user}`);
    await cardOf(1);
    const asked = queryOf(server.callsTo(LIST)[0] as WireCall);
    const keys = ['person', 'date', 'buildings_id'];
    expect(keys.map((key) => asked.get(key))).toEqual([String(KIM.user), '0', null]);
    const by = { user: 8, first_name: 'Анна', last_name: 'Лебедева' };
    for (const told of [of(2, KIM, null), of(3, other, null), of(4, KIM, other)]) {
      const created = { ...told, version: 70 };
      act(() =>
        notifyLiveFrame({ type: 'task', event: 'created', id: told.id, by, version: 70, task: created, orders: [] }),
      );
    }
    await waitFor(() => expect(shownIn('created')).toEqual([1, 2]));
    const narrowed = screen.getByRole('button', { name: `Заявки: ${KIM.last_name} ${KIM.first_name}` });
    await userEvent.click(narrowed);
    await waitFor(() => expect(where()).toBe('/tasks'));
  });

  test('G-69: a server that does not name the addition is not asked for performers', async () => {
    const server = office(ALL);
    act(() => session.features.set({ tasks: true }));
    openTasks('/tasks?performer=me&overdue=true');
    await cardOf(1);
    expect(screen.queryByRole('button', { name: 'Просроченные' })).toBeNull();
    expect(queryOf(server.callsTo(LIST)[0] as WireCall).get('performer')).toBeNull();
  });

  test('TASK-03: a count that is no longer wanted is cancelled, without an alert', async () => {
    const alerts: string[] = [];
    const stop = onFailure(({ message }) => alerts.push(message));
    const late = delayedReply({ json: { count: 1 } });
    const server = office(ALL, { [COUNT]: late.reply });
    openTasks();
    await cardOf(1);
    await userEvent.click(screen.getByRole('radio', { name: 'Неделя' }));
    await waitFor(() => expect(server.callsTo(COUNT)).toHaveLength(6));
    expect(server.callsTo(COUNT).map(({ signal }) => signal?.aborted)).toEqual([true, true, true, false, false, false]);
    late.release();
    await waitFor(async () => expect(await column('Входящие')).toHaveTextContent('Входящие1'));
    expect(alerts).toEqual([]);
    stop();
  });

  test('TASK-03, TASK-38: counts that a move asks for anew cancel those on their way, without an alert', async () => {
    const alerts: string[] = [];
    const stop = onFailure(({ message }) => alerts.push(message));
    const late = delayedReply({ json: { count: 1 } });
    const server = office(ALL, { [COUNT]: late.reply });
    openTasks();
    const card = await cardOf(3);
    await waitFor(() => expect(server.callsTo(COUNT)).toHaveLength(3));
    server.answer(COUNT, { json: { count: 8 } });
    await userEvent.click(within(card).getByRole('button', { name: /^Действия/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Переместить в «Завершены»' }));
    await waitFor(() => expect(server.callsTo(COUNT)).toHaveLength(6));
    expect(server.callsTo(COUNT).map(({ signal }) => signal?.aborted)).toEqual([true, true, true, false, false, false]);
    late.release();
    await waitFor(async () => expect(await column('Входящие')).toHaveTextContent('Входящие8'));
    expect(alerts).toEqual([]);
    stop();
  });

  test('TASK-09, TASK-10, PERM-09: the link leads to the form; without the right it is greyed, and cards cannot be lifted', async () => {
    office(ALL);
    openTasks();
    const link = await screen.findByRole('link', { name: /Создать новую заявку/ });
    expect(link).toHaveAttribute('href', '/create-task');
    act(() => session.permissions.set({ tasks: 'read' }));
    expect(await screen.findByRole('link', { name: /Создать новую заявку/ })).toHaveAttribute('aria-disabled', 'true');
  });

  test('TASK-39, PERM-07, PERM-09: who may only read lifts no card, and the menu says why', async () => {
    office(ALL, {}, 'read');
    openTasks();
    const card = await cardOf(1);
    expect(card.querySelector('[data-rfd-drag-handle-draggable-id]')).toBeNull();
    await userEvent.click(within(card).getByRole('button', { name: /^Действия/ }));
    const way = await screen.findByRole('menuitem', { name: 'Переместить в «В процессе»' });
    expect(way).toHaveAttribute('aria-disabled', 'true');
    expect(way).toHaveAccessibleDescription(/Нет права «Заявки: создание и редактирование»/);
  });

  test('PERM-09: a card of another performer is left alone by who may only perform', async () => {
    office([task(1, 'created', 1), task(3, 'in_progress', 5, { may_move: false })], {}, 'performer');
    openTasks();
    expect((await cardOf(1)).querySelector('[data-rfd-drag-handle-draggable-id]')).not.toBeNull();
    expect((await cardOf(3)).querySelector('[data-rfd-drag-handle-draggable-id]')).toBeNull();
  });
});
