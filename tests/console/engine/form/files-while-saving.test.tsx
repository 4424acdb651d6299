import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import type { TaskDetails } from '#resources/protocol/requests/tasks.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { openFields } from '#tests/support/console/field-form.tsx';
import { announcement, feedOf, NEWS, newsroom } from '#tests/support/console/news.ts';
import { delayedReply, type Reply } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { cardOf, office, openTasks, person, task } from '#tests/support/console/tasks.tsx';
import { attachment, MadeUpUpload, serveUploads } from '#tests/support/console/uploads.ts';

beforeEach(() => serveUploads());

const file = (name: string) => new File(['x'], name);
const names = () => [...document.querySelectorAll('li[data-file] b')].map((name) => name.textContent);
const button = (name: string) => screen.getByRole('button', { name });
const give = (name: string) => ({ types: ['Files'], files: [file(name)] });
const drop = (name: string) => act(async () => void fireEvent.drop(document.body, { dataTransfer: give(name) }));
const paste = (name: string) => act(async () => void fireEvent.paste(document.body, { clipboardData: give(name) }));
const choose = async (...files: File[]) => {
  const box = await screen.findByLabelText(/Выберите файл/);
  await act(async () => void fireEvent.change(box, { target: { files } }));
};
const answer = (index: number, id: number) => act(async () => MadeUpUpload.begun[index]?.answer(201, [attachment(id)]));

describe('a comment to a request', () => {
  const CARD = task(3, 'in_progress', 5);
  const DETAILS: TaskDetails = { ...CARD, history: [], image_attachments: [], file_attachments: [] };
  const COMMENT = 'POST /api/crm/tasks/3/comments/';
  const said = (message: string) => ({
    id: 900,
    date: new Date().toISOString(),
    type: 'dialog',
    action: {
      user: person(8, 'Анна', 'Лебедева'),
      message,
      image_attachments: [],
      file_attachments: [],
      new_performer: null,
      field_name: null,
      new_value: null,
      description: null,
    },
  });

  /** A form with a text and a finished file, ready to be sent. */
  async function written(reply: () => Reply | Promise<Reply>) {
    const server = office([CARD], { 'GET /api/crm/tasks/3/': { json: DETAILS }, [COMMENT]: reply });
    openTasks();
    await userEvent.click(within(await cardOf(3)).getByRole('button', { name: /Течёт кран 3/ }));
    const text = await screen.findByRole('textbox', { name: 'Комментарий' });
    await userEvent.type(text, 'Приложил акт');
    await userEvent.click(button('Прикрепить файлы'));
    await choose(file('Акт.pdf'));
    await answer(0, 77);
    await waitFor(() => expect(button('Отправить')).not.toHaveAttribute('aria-disabled'));
    return { server, text };
  }

  test('what is typed and added while it is on its way stays, and what was sent goes', async () => {
    const sending = delayedReply({ status: 201, json: said('Приложил акт') });
    const { server, text } = await written(sending.reply);
    await userEvent.click(button('Отправить'));
    await waitFor(() => expect(server.callsTo(COMMENT)).toHaveLength(1));
    await userEvent.type(text, ' и смету');
    await choose(file('Смета.pdf'), file('Фото.jpg'));
    await answer(1, 78);
    await act(async () => sending.release());
    await waitFor(() => expect(names()).toEqual(['Смета.pdf', 'Фото.jpg']));
    expect(text).toHaveValue('и смету');
    expect(MadeUpUpload.begun[2]?.aborted).toBe(false);
    await answer(2, 79);
    server.answer(COMMENT, { status: 201, json: { ...said('и смету'), id: 901 } });
    await userEvent.click(button('Отправить'));
    await waitFor(() => expect(text).toHaveValue(''));
    expect(server.callsTo(COMMENT).map(({ body }) => body)).toEqual([
      { message: 'Приложил акт', attachments: [77] },
      { message: 'и смету', attachments: [78, 79] },
    ]);
    expect(screen.queryByLabelText(/Выберите файл/)).toBeNull();
  });

  test('ATT-12: files that the server refuses with it are marked, and the alert says why once', async () => {
    const told: string[] = [];
    const stop = onFailure(({ message }) => told.push(message));
    const why = ['не удалось загрузить файл'];
    const { text } = await written(() => ({ status: 400, json: { attachments: why, 'attachments.77': why } }));
    await userEvent.click(button('Отправить'));
    const row = screen.getByText('Акт.pdf', { selector: 'b' }).closest('li');
    await waitFor(() => expect(row).toHaveTextContent('не удалось загрузить файл'));
    expect(told).toEqual(why);
    expect(text).toHaveValue('Приложил акт');
    stop();
  });
});

test('while a form is saved it takes no file and nothing that is typed; refused, one stands where one stood', async () => {
  const saving = delayedReply({ status: 409, json: { detail: 'Кто-то уже изменил эту запись' } });
  const { server } = await openFields(
    { label: { kind: 'text', label: 'Название' }, scans: { kind: 'files', label: 'Сканы' } },
    { answers: { 'POST /api/crm/keys/': saving.reply } },
  );
  const label = await screen.findByLabelText('Название');
  await userEvent.type(label, 'Подвал{Enter}');
  await waitFor(() => expect(server.callsTo('POST /api/crm/keys/')).toHaveLength(1));
  expect(label.closest('[inert]')).not.toBeNull();
  // A browser takes the focus from what is inert; this one does not know how.
  act(() => label.blur());
  await drop('брошенный.pdf');
  await paste('вставленный.pdf');
  expect(MadeUpUpload.begun).toHaveLength(0);
  await act(async () => saving.release());
  await waitFor(() => expect(label.closest('[inert]')).toBeNull());
  expect(label).toHaveFocus();
  await drop('брошенный.pdf');
  expect(MadeUpUpload.begun).toHaveLength(1);
  takeComplaints();
});

test('the focus stays in the list of files, and what happens to them is said', async () => {
  await openFields({ scans: { kind: 'files', label: 'Сканы' } });
  const heard = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  const take = async (name: string) => {
    button(name).focus();
    await userEvent.keyboard('{Enter}');
  };
  await choose(file('1.pdf'), file('2.pdf'), file('3.pdf'));
  await answer(0, 5);
  expect(heard()).toContain('Файл 1.pdf загружен');
  await act(async () => MadeUpUpload.begun[1]?.fail());
  await take('Повторить загрузку файла 2.pdf');
  expect(button('Отменить загрузку файла 2.pdf')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(heard()).toContain('Файл 2.pdf убран');
  expect(button('Отменить загрузку файла 3.pdf')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(button('Убрать файл 1.pdf')).toHaveFocus();
  await act(async () => MadeUpUpload.begun[3]?.fail());
  await choose(file('4.pdf'));
  await take('Отменить загрузку файла 4.pdf');
  expect(button('Убрать файл 1.pdf')).toHaveFocus();
});

test('the focus goes to the choice of files from the last of them, also where it was the only one allowed', async () => {
  await openFields({ scans: { kind: 'files', label: 'Сканы', max: 1 } });
  await choose(file('1.pdf'));
  expect(screen.queryByLabelText(/Выберите файл/)).toBeNull();
  await userEvent.click(button('Отменить загрузку файла 1.pdf'));
  expect(screen.getByLabelText(/Выберите файл/)).toHaveFocus();
});

test('ATT-06, NEWS-05: a feed that shows a file deleted from the form is asked anew, and only then', async () => {
  const one = { ...announcement({}, 1), target: { porches: [31, 32] }, version: 'v4' };
  const server = newsroom({
    'GET /api/crm/news/': { json: feedOf([announcement({}, 1)]) },
    'GET /api/crm/news/1/': { json: one },
    'DELETE /api/authorized/attachments/1/': { status: 204 },
  });
  const { router, queryClient } = openSection(NEWS, '/news');
  const shown = (state: { status: string }) => state.status === 'success';
  const feeds = () =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ['news', 'getInfiniteList'], predicate: ({ state }) => shown(state) });
  await waitFor(() => expect(feeds()).toHaveLength(1));
  await act(() => router.navigate('/edit-news-form?id=1'));
  const remove = await screen.findByRole('button', { name: 'Убрать файл Фото 1.jpg' });
  expect(feeds().map(({ state }) => state.isInvalidated)).toEqual([false]);
  await userEvent.click(remove);
  await waitFor(() => expect(feeds().map(({ state }) => state.isInvalidated)).toEqual([true]));
  expect(server.callsTo('GET /api/crm/news/1/')).toHaveLength(1);
});
