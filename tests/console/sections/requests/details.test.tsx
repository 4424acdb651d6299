import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { requestBoard } from '#console/sections/requests/model/request-board.ts';
import type { TaskDetails, TaskHistoryEntry } from '#resources/protocol/requests/tasks.ts';
import { cardOf, KIM, office, openTasks, paged, person, SAFIN, shownIn, task } from '#tests/support/console/tasks.tsx';
import { attachment, MadeUpUpload, serveUploads } from '#tests/support/console/uploads.ts';

const DISPATCHER = person(8, 'Анна', 'Лебедева');
const NOTHING = {
  message: null,
  image_attachments: [],
  file_attachments: [],
  new_performer: null,
  field_name: null,
  new_value: null,
  description: null,
};
let lastId = 0;
const entry = (type: TaskHistoryEntry['type'], action: Partial<TaskHistoryEntry['action']>): TaskHistoryEntry => {
  lastId += 1;
  return { id: lastId, date: new Date().toISOString(), type, action: { ...NOTHING, user: DISPATCHER, ...action } };
};
const picture = {
  id: 1,
  name: 'Лифт.jpg',
  size: 900,
  mime: 'image/jpeg',
  preview_url: '/p/1',
  medium: { file: '/m/1' },
  large: { file: '/l/1' },
};
const paper = {
  id: 2,
  name: 'Акт.pdf',
  size: 86_000,
  mime: 'application/pdf',
  preview_url: null,
  medium: null,
  large: null,
  s3_file: { file: '/f/2' },
};

const HISTORY = [
  entry('field_change', { user: person(40, 'Екатерина', 'Носова'), field_name: 'stage', new_value: 'created' }),
  entry('performer_change', { new_performer: KIM }),
  entry('field_change', { field_name: 'stage', new_value: 'in_progress' }),
  entry('dialog', {
    user: KIM,
    message: 'Ослаб датчик этажа',
    image_attachments: [picture],
    file_attachments: [paper],
  }),
  entry('performer_change', { new_performer: null }),
  entry('field_change', { field_name: 'resolution', new_value: 'canceled', description: 'заявка повторная' }),
];
const CARD = task(3, 'in_progress', 5, { deadline: '2020-01-01T09:00:00Z' });
const DETAILS: TaskDetails = { ...CARD, history: HISTORY, image_attachments: [picture], file_attachments: [] };
const ALL = [task(1, 'created', 1), CARD, task(4, 'done', 7)];
const ONE = 'GET /api/crm/tasks/3/';

const openCard = async () => {
  await userEvent.click(within(await cardOf(3)).getByRole('button', { name: /Течёт кран 3/ }));
  return screen.findByRole('complementary', { name: 'Сантехника' });
};
const office3 = (answers: Parameters<typeof office>[1] = {}, level = 'write') =>
  office(ALL, { [ONE]: { json: DETAILS }, ...answers }, level);

beforeEach(() => requestBoard.forgetUndo());

describe('the details of a request', () => {
  test('TASK-19: its number opens it in a tab of its own; the author is reached by flat, telephone and chat', async () => {
    const creator = { ...person(40, 'Екатерина', 'Носова'), unit: '48', unit_id: 54 };
    const author = { phone_number: '+79000000048', chat: 'usrNosova' };
    office3({ [ONE]: { json: { ...DETAILS, creator, author } }, 'GET /api/crm/tasks/': paged([{ ...CARD, creator }]) });
    session.permissions.set({ tasks: 'write', residents: 'read', chats: 'read' });
    openTasks();
    const panel = await openCard();
    const link = (name: string | RegExp) => within(panel).findByRole('link', { name });
    expect(await link('Заявка № 3')).toHaveAttribute('target', '_blank');
    expect(await link('+7 (900) 000-00-48')).toHaveAttribute('href', 'tel:+79000000048');
    expect(await link('Написать в чат')).toHaveAttribute('href', '/chats?chat_id=usrNosova');
    const home = await link(/^кв\.\s48$/);
    expect(home).toHaveAttribute('href', '/residents?buildings_id=3&unit_entry=48&unit=54');
    act(() => session.permissions.set({ tasks: 'write' }));
    await waitFor(() => expect(home).not.toBeInTheDocument());
    expect(panel).toHaveTextContent(/Екатерина Носова, кв\.\s48/);
  });

  test('TASK-19: a request that was made of somebody’s words says from whom, with flat, telephone and chat', async () => {
    const caller = { ...person(41, 'Дарья', 'Ким'), unit: '54', unit_id: 60 };
    const author = { phone_number: '+79000000054', chat: 'usrDaria' };
    office3({ [ONE]: { json: { ...DETAILS, caller, author } }, 'GET /api/crm/tasks/': paged([{ ...CARD, caller }]) });
    session.permissions.set({ tasks: 'write', residents: 'read', chats: 'read' });
    openTasks();
    const panel = await openCard();
    const from = (await within(panel).findByText('От кого')).nextElementSibling as HTMLElement;
    expect(from).toHaveTextContent(/Дарья Ким, кв\.\s54/);
    expect(await within(from).findByRole('link', { name: 'Написать в чат' })).toHaveAttribute(
      'href',
      '/chats?chat_id=usrDaria',
    );
    expect(within(from).getByRole('link', { name: /^кв\.\s54$/ })).toHaveAttribute(
      'href',
      '/residents?buildings_id=3&unit_entry=54&unit=60',
    );
    expect(within(panel).getByText('Автор').nextElementSibling).toHaveTextContent(/^Екатерина Носова$/);
  });

  test('a press with Ctrl and the menu open a request in a tab of its own', async () => {
    const opened = jest.spyOn(globalThis, 'open').mockReturnValue(null);
    office3();
    const { where } = openTasks();
    const card = within(await cardOf(3)).getByRole('button', { name: /Течёт кран 3/ });
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(card);
    await user.keyboard('{/Control}');
    expect([opened.mock.lastCall, where()]).toEqual([['/tasks?id=3', '_blank', 'noopener'], '/tasks']);
    await user.click(within(await cardOf(3)).getByRole('button', { name: /^Действия с заявкой/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Открыть в новой вкладке' }));
    expect(opened).toHaveBeenCalledTimes(2);
    opened.mockRestore();
  });

  test('TASK-19, TASK-20, TASK-21: a click opens them, loaded with the history of all three kinds', async () => {
    const server = office3();
    const { where } = openTasks();
    const panel = await openCard();
    expect(where()).toBe('/tasks?id=3');
    expect(server.callsTo(ONE)).toHaveLength(1);
    await within(panel).findByText('Ослаб датчик этажа');
    const said = [...panel.querySelectorAll('[data-history]')].map((item) => item.textContent);
    expect(said[0]).toMatch(/^Екатерина Носова создаёт заявку/);
    expect(said[1]).toMatch(/^Назначен исполнитель Ким Виктор/);
    expect(said[2]).toMatch(/^Статус: Выполняется.*Анна Лебедева/);
    expect(said[3]).toMatch(/^Виктор Ким.*Ослаб датчик этажа/);
    expect(said[4]).toMatch(/^Исполнитель снят/);
    expect(said[5]).toMatch(/^Итог: Отменена.*заявка повторная/);
    const message = panel.querySelector('[data-history="dialog"]') as HTMLElement;
    expect(within(message).getByRole('link', { name: 'Открыть «Лифт.jpg»' })).toHaveAttribute('href', '/l/1');
    expect(within(message).getByRole('link', { name: /Акт\.pdf/ })).toHaveAttribute('href', '/f/2');
    expect(panel).toHaveTextContent('Просрочена');
  });

  test('TASK-19: by the keyboard Enter opens them, Escape closes them', async () => {
    office3();
    const { where } = openTasks();
    const card = within(await cardOf(3)).getByRole('button', { name: /Течёт кран 3/ });
    card.focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('complementary', { name: 'Сантехника' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(where()).toBe('/tasks'));
    expect(screen.queryByRole('complementary', { name: 'Сантехника' })).toBeNull();
  });

  test('TASK-32: «Завершить» is the drop into done', async () => {
    const server = office3();
    openTasks();
    await userEvent.click(within(await openCard()).getByRole('button', { name: 'Завершить' }));
    await waitFor(() => expect(shownIn('done')).toEqual([3, 4]));
    expect(server.callsTo('PATCH /api/crm/tasks/3/')[0]?.body).toMatchObject({ stage: 'done', resolution: 'resolved' });
  });

  test('TASK-33: «Отменить заявку» asks for the reason and sends it', async () => {
    const server = office3();
    openTasks();
    await userEvent.click(within(await openCard()).getByRole('button', { name: 'Отменить заявку' }));
    const modal = await screen.findByRole('dialog', { name: 'Укажите причину отмены' });
    await userEvent.type(within(modal).getByRole('textbox', { name: 'Причина' }), 'не наш дом');
    await userEvent.click(within(modal).getByRole('button', { name: 'Отменить заявку' }));
    await waitFor(() => expect(server.callsTo('PATCH /api/crm/tasks/3/')).toHaveLength(1));
    expect(server.callsTo('PATCH /api/crm/tasks/3/')[0]?.body).toMatchObject({
      stage: 'done',
      resolution: 'canceled',
      resolution_description: 'не наш дом',
    });
  });

  test('TASK-43: another performer by the same modal, and nothing but him is sent', async () => {
    const server = office3();
    openTasks();
    await userEvent.click(within(await openCard()).getByRole('button', { name: 'Сменить исполнителя' }));
    const modal = await screen.findByRole('dialog', { name: 'Выберите исполнителя заявки' });
    expect(await within(modal).findByRole('radio', { name: /Виктор Ким/ })).toBeChecked();
    expect(within(modal).getByRole('button', { name: 'Назначить' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.type(within(modal).getByRole('searchbox'), 'сафин');
    expect(within(modal).queryByRole('radio', { name: /Виктор Ким/ })).toBeNull();
    await userEvent.click(within(modal).getByRole('radio', { name: /Ринат Сафин/ }));
    await userEvent.click(within(modal).getByRole('button', { name: 'Назначить' }));
    await waitFor(() => expect(server.callsTo('PATCH /api/crm/tasks/3/')).toHaveLength(1));
    expect(server.callsTo('PATCH /api/crm/tasks/3/')[0]?.body).toEqual({
      performer: SAFIN.user,
      from_stage: 'in_progress',
    });
    expect(await cardOf(3)).toHaveTextContent('Исполнитель: Ринат Сафин');
  });

  test('TASK-35: a finished request has neither button', async () => {
    office(ALL, { 'GET /api/crm/tasks/4/': { json: { ...DETAILS, ...task(4, 'done', 7) } } });
    openTasks('/tasks?id=4');
    const panel = await screen.findByRole('complementary', { name: 'Сантехника' });
    expect(within(panel).queryByRole('button', { name: 'Завершить' })).toBeNull();
    expect(within(panel).queryByRole('button', { name: 'Отменить заявку' })).toBeNull();
  });

  test('PERM-07, PERM-09: without the right every action is greyed with the reason', async () => {
    const server = office3({}, 'read');
    openTasks();
    const panel = await openCard();
    await within(panel).findByText('Ослаб датчик этажа');
    const names = ['Завершить', 'Отменить заявку', 'Сменить исполнителя', /^(Сменить|Задать) срок$/];
    for (const name of [...names, 'Прикрепить файлы', 'Отправить']) {
      const control = within(panel).getByRole('button', { name });
      expect(control).toHaveAttribute('aria-disabled', 'true');
      expect(control).toHaveAccessibleDescription(/Нет права «Заявки: создание и редактирование»/);
      await userEvent.click(control);
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(panel.querySelector('input[type="file"]')).toBeNull();
    expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('TASK-20, PERM-09: what a colleague is at work on is left alone by who may only perform, but he may comment on it', async () => {
    const foreign = { ...CARD, may_move: false };
    const server = office(
      [task(1, 'created', 1), foreign],
      { [ONE]: { json: { ...DETAILS, ...foreign } } },
      'performer',
    );
    openTasks();
    const panel = await openCard();
    await within(panel).findByText('Ослаб датчик этажа');
    expect(within(panel).getByRole('button', { name: 'Завершить' })).toHaveAttribute('aria-disabled', 'true');
    const stored = entry('dialog', { message: 'Ключ у консьержа' });
    server.answer('POST /api/crm/tasks/3/comments/', { status: 201, json: stored });
    await userEvent.type(within(panel).getByRole('textbox', { name: 'Комментарий' }), 'Ключ у консьержа');
    await userEvent.click(within(panel).getByRole('button', { name: 'Отправить' }));
    await within(panel).findByText('Ключ у консьержа');
    expect(server.callsTo('POST /api/crm/tasks/3/comments/')).toHaveLength(1);
  });

  test('a comment with a file goes into the history', async () => {
    serveUploads();
    const server = office3();
    openTasks();
    const panel = await openCard();
    const send = await within(panel).findByRole('button', { name: 'Отправить' });
    expect(send).toHaveAttribute('aria-disabled', 'true');
    await userEvent.type(within(panel).getByRole('textbox', { name: 'Комментарий' }), 'Приложил акт');
    await userEvent.click(within(panel).getByRole('button', { name: 'Прикрепить файлы' }));
    const input = panel.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
    await userEvent.upload(input, new File(['x'], 'Акт.pdf', { type: 'application/pdf' }));
    await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'true'));
    await waitFor(() => expect(MadeUpUpload.begun).toHaveLength(1));
    act(() => MadeUpUpload.begun[0]?.answer(201, [attachment(77)]));
    await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'));
    const stored = entry('dialog', { message: 'Приложил акт', file_attachments: [paper] });
    // The first answer is lost: said again it is the same comment.
    const comments = () => server.callsTo('POST /api/crm/tasks/3/comments/');
    server.answer('POST /api/crm/tasks/3/comments/', () => Promise.reject(new TypeError('Failed to fetch')));
    await userEvent.click(send);
    await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'));
    server.answer('POST /api/crm/tasks/3/comments/', { status: 201, json: stored });
    await userEvent.click(send);
    await waitFor(() => expect(panel.querySelectorAll('[data-history]')).toHaveLength(HISTORY.length + 1));
    const said = { message: 'Приложил акт', attachments: [77] };
    expect(comments().map(({ body }) => body)).toEqual([said, said]);
    expect(new Set(comments().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(within(panel).getByRole('textbox', { name: 'Комментарий' })).toHaveValue('');
  });

  test('a request that is gone says so, one that did not load is asked for again', async () => {
    const server = office3({ 'GET /api/crm/tasks/99/': { status: 404, json: {} }, [ONE]: { status: 500, json: {} } });
    const { router } = openTasks('/tasks?id=99');
    expect(await screen.findByText('Такой заявки нет, или она вам недоступна')).toBeVisible();
    // Parts of a request that the board knows stand above the message about those that could not be loaded.
    await cardOf(3);
    await act(() => router.navigate('/tasks?id=3'));
    const again = await screen.findByRole('button', { name: 'Повторить' });
    server.answer(ONE, { json: DETAILS });
    await userEvent.click(again);
    expect(await screen.findByText('Ослаб датчик этажа')).toBeVisible();
  });
});
