import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import { requestBoard } from '#console/sections/requests/model/request-board.ts';
import { type TaskCard, type TaskPatch, taskPatch } from '#resources/protocol/requests/tasks.ts';
import { TASK_TEXT, type TaskStage } from '#resources/rules/requests/constants.ts';
import { getTaskOutcome } from '#resources/rules/requests/moves.ts';
import { delayedReply, type Reply, type WireCall } from '#tests/support/console/server.ts';
import { heard, said } from '#tests/support/console/stage.tsx';
import { cardOf, office, openTasks, paged, SAFIN, shownIn, task } from '#tests/support/console/tasks.tsx';

const LIST = 'GET /api/crm/tasks/';
const COUNT = 'GET /api/crm/tasks/count/';
const ALL = [
  task(1, 'created', 1),
  task(2, 'created', 2),
  task(3, 'in_progress', 5),
  task(4, 'done', 7),
  task(5, 'done', 8, { resolution: 'canceled', resolution_description: 'не входит в тариф' }),
];
const patchOf = (id: number) => `PATCH /api/crm/tasks/${id}/`;
const queryOf = ({ url }: WireCall) => new URLSearchParams(url.split('?')[1]);

/** Opens the menu of a card and takes one of its ways. */
async function choose(id: number, way: string | RegExp): Promise<void> {
  const dots = within(await cardOf(id)).getByRole('button', { name: `Действия с заявкой: Заявка № ${id}` });
  await userEvent.click(dots);
  await userEvent.click(await screen.findByRole('menuitem', { name: way }));
}
const columnsNow = () => [shownIn('created'), shownIn('in_progress'), shownIn('done')];
const BEFORE = [[1, 2], [3], [4, 5]];

beforeEach(() => requestBoard.forgetUndo());

describe('moves', () => {
  test('TASK-22, TASK-23, TASK-24, TASK-25, TASK-38: to work by a performer; shown at once, sent, counted anew', async () => {
    const late = delayedReply({ json: null });
    const server = office(ALL);
    openTasks();
    await cardOf(2);
    server.answer(patchOf(2), async () => {
      await late.reply();
      const params = task(2, 'in_progress', 4.999, { performer: SAFIN, version: 99 });
      return { json: { params, orders: [], conflict: false } };
    });
    await choose(2, 'Переместить в «В процессе»');
    const modal = await screen.findByRole('dialog', { name: 'Выберите исполнителя заявки' });
    const people = server.callsTo('GET /api/crm/performers/');
    expect([queryOf(people[0] as WireCall).get('building'), queryOf(people[0] as WireCall).get('service')]).toEqual([
      '3',
      '1',
    ]);
    const submit = within(modal).getByRole('button', { name: 'Назначить' });
    expect(submit).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(submit);
    expect(server.callsTo(patchOf(2))).toEqual([]);
    await userEvent.click(await within(modal).findByRole('radio', { name: /Ринат Сафин/ }));
    const counted = server.callsTo(COUNT).length;
    await userEvent.click(submit);
    await waitFor(() => expect(server.callsTo(patchOf(2))).toHaveLength(1));
    expect(columnsNow()).toEqual([[1], [2, 3], [4, 5]]);
    expect(server.callsTo(patchOf(2))[0]?.body).toEqual({
      stage: 'in_progress',
      performer: SAFIN.user,
      order: 4.999,
      after: null,
      before: 3,
      from_stage: 'created',
    });
    late.release();
    await waitFor(() => expect(server.callsTo(COUNT).length).toBe(counted + 3));
    expect(columnsNow()).toEqual([[1], [2, 3], [4, 5]]);
  });

  test.each([
    ['service', { service: { id: 0, name: '', icon: '' } }, /услуга у этой заявки не указана/],
    [
      'building',
      { target: { building: 0, street: '', number: '', porches: [], floors: [] } },
      /дом у этой заявки не указан/,
    ],
  ])(
    'TASK-23: where a request tells no %s, nobody is asked for by the other alone, and it is said why',
    async (_, lack, why) => {
      const server = office([task(2, 'created', 2, lack), ...ALL.slice(2)]);
      openTasks();
      await choose(2, 'Переместить в «В процессе»');
      const modal = await screen.findByRole('dialog', { name: 'Выберите исполнителя заявки' });
      await within(modal).findByText(why);
      expect(within(modal).getByRole('button', { name: 'Назначить' })).toHaveAttribute('aria-disabled', 'true');
      expect(within(modal).queryByRole('radiogroup')).toBeNull();
      await userEvent.click(within(modal).getByRole('button', { name: 'Отменить' }));
      await waitFor(() => expect(columnsNow()).toEqual([[2], [3], [4, 5]]));
      expect([server.callsTo('GET /api/crm/performers/'), server.callsTo(patchOf(2))]).toEqual([[], []]);
    },
  );

  test('TASK-26, TASK-27, TASK-28: a cancellation needs a reason', async () => {
    const server = office(ALL);
    openTasks();
    await choose(1, 'Переместить в «Завершены»');
    const modal = await screen.findByRole('dialog', { name: 'Укажите причину отмены' });
    const submit = within(modal).getByRole('button', { name: 'Отменить заявку' });
    expect(submit).toHaveAttribute('aria-disabled', 'true');
    await userEvent.type(within(modal).getByRole('textbox', { name: 'Причина' }), '   ');
    await userEvent.click(submit);
    expect(server.callsTo(patchOf(1))).toEqual([]);
    await userEvent.type(within(modal).getByRole('textbox', { name: 'Причина' }), 'заявка повторная');
    expect(submit).not.toHaveAttribute('aria-disabled');
    await userEvent.click(submit);
    await waitFor(() => expect(columnsNow()).toEqual([[2], [3], [1, 4, 5]]));
    expect(server.callsTo(patchOf(1))[0]?.body).toMatchObject({
      stage: 'done',
      resolution: 'canceled',
      resolution_description: 'заявка повторная',
    });
  });

  test.each([
    ['TASK-29', 3, 'Переместить в «Входящие»', { stage: 'created', performer: null }, [[3, 1, 2], [], [4, 5]]],
    ['TASK-30', 3, 'Переместить в «Завершены»', { stage: 'done', resolution: 'resolved' }, [[1, 2], [], [3, 4, 5]]],
    ['TASK-36, TASK-37', 5, 'В начало колонки', { order: 6.999 }, [[1, 2], [3], [5, 4]]],
    ['TASK-37', 1, 'Опустить ниже', { order: 2.001 }, [[2, 1], [3], [4, 5]]],
  ] as const)('%s: request %i «%s» needs no question', async (_items, id, way, body, after) => {
    const server = office(ALL);
    openTasks();
    await choose(id, way);
    await waitFor(() => expect(server.callsTo(patchOf(id))).toHaveLength(1));
    expect(server.callsTo(patchOf(id))[0]?.body).toMatchObject(body);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(columnsNow()).toEqual(after));
  });

  test.each(['Переместить в «Входящие»', 'Переместить в «В процессе»'])(
    'TASK-35: from done «%s» is closed and says why',
    async (way) => {
      const server = office(ALL);
      openTasks();
      await choose(4, way);
      expect(await screen.findByRole('menuitem', { name: way })).toHaveAccessibleDescription(/только переставить/);
      expect(server.calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
      expect(columnsNow()).toEqual(BEFORE);
    },
  );

  test.each([
    [1, 'Переместить в «В процессе»', 'Отменить'],
    [1, 'Переместить в «Завершены»', 'Не отменять'],
    [3, 'Отменить заявку', 'Закрыть'],
  ])('TASK-34: request %i «%s» and then «%s»: the card is where it was', async (id, way, no) => {
    const server = office(ALL);
    openTasks();
    await choose(id, way);
    const modal = await screen.findByRole('dialog');
    await userEvent.click(within(modal).getByRole('button', { name: no }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(columnsNow()).toEqual(BEFORE);
    expect(server.calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  test('TASK-40, TASK-41, TASK-42, ERR-12: a change that fails shows the panel beside the alert, and behind it the card is back where it was', async () => {
    const alerts: string[] = [];
    const stopAlerts = onFailure(({ message }) => alerts.push(message));
    const server = office(ALL);
    openTasks();
    await cardOf(3);
    server.answer(patchOf(3), { status: 500, json: {} });
    await choose(3, 'Переместить в «Завершены»');
    const panel = await screen.findByRole('alert');
    expect(panel).toHaveTextContent('Данные не доехали');
    expect(panel).toHaveTextContent('Такое бывает из-за проблем со связью или с сервером.');
    expect(alerts).toEqual([expect.stringContaining('непредвиденная ошибка')]);
    stopAlerts();
    await userEvent.click(within(panel).getByRole('button', { name: 'обновить страницу' }));
    await cardOf(3);
    expect(columnsNow()).toEqual(BEFORE);
    expect(screen.queryByText('Данные не доехали')).toBeNull();
  });

  test('TASK-38, ERR-12, ERR-13: what a rule refuses is told in its own words, the card is back, the board stays', async () => {
    const alerts: string[] = [];
    const stopAlerts = onFailure(({ message }) => alerts.push(message));
    const server = office(ALL);
    openTasks();
    await cardOf(3);
    const refused = { performer: ['этому сотруднику нельзя поручить заявку'], request_id: 'r1' };
    server.answer(patchOf(3), { status: 400, json: refused });
    const loaded = server.callsTo(LIST).length;
    await choose(3, 'Переместить в «Завершены»');
    await waitFor(() => expect(alerts).toEqual(['этому сотруднику нельзя поручить заявку']));
    await waitFor(() => expect(server.callsTo(LIST)).toHaveLength(loaded + 3));
    await waitFor(() => expect(columnsNow()).toEqual(BEFORE));
    expect(screen.queryByText('Данные не доехали')).toBeNull();
    stopAlerts();
  });

  test('TASK-27, TASK-28: the reason is counted in characters as the server counts them', async () => {
    const server = office(ALL);
    openTasks();
    await choose(1, 'Переместить в «Завершены»');
    const modal = await screen.findByRole('dialog', { name: 'Укажите причину отмены' });
    const submit = within(modal).getByRole('button', { name: 'Отменить заявку' });
    const reason = within(modal).getByRole('textbox', { name: 'Причина' });
    const longest = '🚰'.repeat(TASK_TEXT.reason.max);
    fireEvent.change(reason, { target: { value: `${longest}🚰` } });
    expect(submit).toHaveAttribute('aria-disabled', 'true');
    fireEvent.change(reason, { target: { value: longest } });
    await userEvent.click(submit);
    await waitFor(() => expect(server.callsTo(patchOf(1))).toHaveLength(1));
    const patch = server.callsTo(patchOf(1))[0]?.body as TaskPatch;
    expect(taskPatch.safeParse(patch).success).toBe(true);
    const before = { stage: 'created', performer: null, resolution: null, resolution_description: null } as const;
    const { stage, resolution_description } = patch;
    expect(getTaskOutcome(before, { stage, resolution_description }).mistakes).toBeNull();
  });

  test('TASK-40, TASK-42: a board that does not load shows the panel, and loads when asked to', async () => {
    const server = office(ALL, { [LIST]: { status: 500, json: {} } });
    openTasks();
    expect(await screen.findByText('Данные не доехали')).toBeVisible();
    server.answer(LIST, paged(ALL));
    await userEvent.click(screen.getByRole('button', { name: 'обновить страницу' }));
    await cardOf(1);
    expect(columnsNow()).toEqual(BEFORE);
  });

  test('what was settled otherwise goes to its true place, without the panel', async () => {
    const server = office(ALL);
    openTasks();
    await cardOf(2);
    const params = task(2, 'done', 7.5, { version: 50 });
    server.answer(patchOf(2), { json: { params, orders: [], conflict: true } });
    await choose(2, 'Поднять выше');
    await waitFor(() => expect(columnsNow()).toEqual([[1], [3], [4, 2, 5]]));
    expect(screen.queryByText('Данные не доехали')).toBeNull();
    expect(await said(/изменил кто-то ещё/)).toBeVisible();
  });

  test('the last move is taken back by the key Z, once', async () => {
    const server = office(ALL);
    openTasks();
    await cardOf(3);
    const params = { ...(ALL[2] as TaskCard), version: 2000 };
    server.answer('POST /api/crm/tasks/3/undo/', { json: { params, orders: [], conflict: false } });
    await choose(3, 'Переместить в «Завершены»');
    await waitFor(() => expect(columnsNow()).toEqual([[1, 2], [], [3, 4, 5]]));
    await heard('Заявка выполнена');
    // Not while something is being written, but after a press on the bar above.
    const written = document.body.appendChild(document.createElement('input'));
    fireEvent.keyDown(written, { code: 'KeyZ', key: 'я' });
    written.remove();
    await userEvent.click(screen.getByRole('radio', { name: 'Сегодня' }));
    expect(server.callsTo('POST /api/crm/tasks/3/undo/')).toEqual([]);
    fireEvent.keyDown(screen.getByRole('radio', { name: 'Сегодня' }), { code: 'KeyZ', key: 'я' });
    await waitFor(() => expect(columnsNow()).toEqual(BEFORE));
    fireEvent.keyDown(document.body, { code: 'KeyZ', key: 'я' });
    expect(server.callsTo('POST /api/crm/tasks/3/undo/')).toHaveLength(1);
  });

  test('what was taken back by the button of the toast is not taken back again by the key', async () => {
    const server = office(ALL);
    openTasks();
    await cardOf(3);
    const params = { ...(ALL[2] as TaskCard), version: 2000 };
    server.answer('POST /api/crm/tasks/3/undo/', { json: { params, orders: [], conflict: false } });
    await choose(3, 'Переместить в «Завершены»');
    await userEvent.click(await screen.findByRole('button', { name: 'Вернуть' }));
    await waitFor(() => expect(columnsNow()).toEqual(BEFORE));
    expect(fireEvent.keyDown(document.body, { code: 'KeyZ', key: 'я' })).toBe(true);
    expect(server.callsTo('POST /api/crm/tasks/3/undo/')).toHaveLength(1);
  });

  test('a change whose answer nobody can read is reported, and the next one of the same request is sent', async () => {
    const reported = jest.fn();
    Object.assign(globalThis, { reportError: reported });
    const server = office(ALL);
    openTasks();
    await cardOf(2);
    const answer = server.answer.bind(null, patchOf(2));
    answer({ json: null, malformed: true });
    // Nor what the request has become.
    server.answer('GET /api/crm/tasks/2/', { json: null, malformed: true });
    await choose(2, 'Поднять выше');
    await userEvent.click(await screen.findByRole('button', { name: 'обновить страницу' }));
    await cardOf(2);
    expect(reported).toHaveBeenCalledWith(expect.any(TypeError));
    expect(columnsNow()).toEqual(BEFORE);
    answer({ json: { params: task(2, 'created', 0.5, { version: 30 }), orders: [], conflict: false } });
    await choose(2, 'Поднять выше');
    await waitFor(() => expect(server.callsTo(patchOf(2))).toHaveLength(2));
    await waitFor(() => expect(shownIn('created')).toEqual([2, 1]));
    Reflect.deleteProperty(globalThis, 'reportError');
  });

  test('two changes of one request are sent one after the other', async () => {
    const first = delayedReply({
      json: { params: task(2, 'created', 0.999, { version: 30 }), orders: [], conflict: false },
    });
    const server = office(ALL);
    openTasks();
    await cardOf(2);
    server.answer(patchOf(2), first.reply as () => Promise<Reply>);
    await choose(2, 'Поднять выше');
    await choose(2, 'Опустить ниже');
    expect(server.callsTo(patchOf(2))).toHaveLength(1);
    expect(shownIn('created' satisfies TaskStage)).toEqual([1, 2]);
    first.release();
    await waitFor(() => expect(server.callsTo(patchOf(2))).toHaveLength(2));
  });
});
