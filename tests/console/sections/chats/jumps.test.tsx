// Runs in test:all alone: long conversations; what a chat shows and sends is in messages.test.tsx.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chatOf, chatSocket, DARIA } from '#tests/support/console/chat-server.ts';
import {
  bubbleWith,
  chatAnswers,
  chatLog,
  choose,
  field,
  lastPublished,
  openChats,
  published,
  say,
  searchInChat,
} from '#tests/support/console/chat-stage.tsx';
import { network } from '#tests/support/console/network.ts';

const LONG = 'usrLongLongLonL';
const world = chatOf(
  { 49: 'Опять про лифт' },
  {
    more: [{ topic: LONG, seq: 3_000, public: { fn: 'Давняя переписка' } }],
    // Far behind it, and between what is loaded then and later.
    edits: { 1001: 501, 2981: 1_499 },
  },
);

const toLatest = async () => void fireEvent.click(await screen.findByTitle('К последним сообщениям'));

afterEach(() => network(true));

describe('an open chat', () => {
  test('CHAT-26: what was begun waits while a message is edited; an edit without a text is none', async () => {
    chatAnswers();
    await openChats(world);
    fireEvent.change(field(), { target: { value: 'Начатое' } });
    const file = new File(['x'], 'план.pdf', { type: 'application/pdf' });
    await userEvent.upload(screen.getByLabelText('Прикрепить файл'), file);
    await choose('Сообщение 56', 'Изменить');
    expect(field()).toHaveValue('Сообщение 56');
    expect(screen.queryByText('план.pdf')).toBeNull();
    const before = published().length;
    await userEvent.clear(field());
    expect(screen.getByRole('button', { name: 'Сохранить изменения' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.type(field(), '{Enter}');
    expect(published()).toHaveLength(before);
    await say('Сообщение пятьдесят шесть');
    await waitFor(() => expect(lastPublished()).toMatchObject({ head: { replace: ':56' } }));
    expect(field()).toHaveValue('Начатое');
    expect(screen.getByText('план.pdf')).toBeInTheDocument();
    await choose('Сообщение 54', 'Изменить');
    await userEvent.type(field(), '{Escape}');
    expect(field()).toHaveValue('Начатое');
    await userEvent.click(screen.getByRole('button', { name: /план\.pdf/ }));
    await userEvent.clear(field());
  });

  test('CHAT-03, CHAT-13: a message far up is found page by page and jumped to at once; one step leads back', async () => {
    const server = chatAnswers();
    const hit = (seq: number) => ({ seq, from: LONG, ts: '2026-11-21T10:00:00.000Z', text: `находка ${seq}` });
    server.answer('GET /api/crm/chat-messages/', { json: { results: [hit(900)], more: true } });
    await openChats(world, `/chats?chat_id=${LONG}`);
    const log = await chatLog();
    await within(log).findByText('Сообщение 3000');
    await searchInChat('находка');
    await screen.findByText('находка 900');
    server.answer('GET /api/crm/chat-messages/', { json: { results: [hit(500)], more: false } });
    fireEvent.click(screen.getByText('Показать ещё'));
    fireEvent.click(await screen.findByText('находка 500'));
    expect(server.callsTo('GET /api/crm/chat-messages/').at(-1)?.url).toContain('before=900');
    await within(log).findByText('Сообщение 500');
    expect(within(log).queryByText('Сообщение 3000')).toBeNull();
    expect(await bubbleWith('Сообщение 1001')).toHaveTextContent('изменено');
    expect(within(log).queryByText('Сообщение 501')).toBeNull();
    const windows = chatSocket()
      .of('get')
      .flatMap(({ topic, data }) => (topic === LONG && data ? [data as { since?: number; before: number }] : []));
    expect(windows).toContainEqual({ since: 488, before: 536, limit: 100 });
    // Walked page by page it would be more than a hundred.
    expect(windows.length).toBeLessThan(40);
    await toLatest();
    await within(log).findByText('Сообщение 3000');
    expect(within(log).queryByText('Сообщение 500')).toBeNull();

    // An answer leads to what it answers; what is not there any more is said to be so.
    world.arrive(LONG, 'Отвечаю', { reply: '1500' });
    fireEvent.click(within(await bubbleWith('Отвечаю')).getByText('В ответ на сообщение'));
    await within(log).findByText('Сообщение 1500');
    expect(await bubbleWith('Сообщение 2981')).toHaveTextContent('изменено');
    await toLatest();
    world.arrive(LONG, 'Пустой ответ', { reply: '9999' });
    fireEvent.click(within(await bubbleWith('Пустой ответ')).getByText('В ответ на сообщение'));
    expect(await screen.findByText('Это сообщение удалено или сейчас недоступно')).toBeInTheDocument();
  });

  test('CHAT-28, COMPL-11: opened for a message the chat leads to it, once; for one that is gone it says so', async () => {
    chatAnswers();
    const view = await openChats(world, `/chats?chat_id=${LONG}&message=700`);
    const log = await chatLog();
    await within(log).findByText('Сообщение 700');
    await toLatest();
    await within(log).findByText('Сообщение 3000');
    world.arrive(LONG, 'Ещё одно');
    await within(log).findByText('Ещё одно');
    expect(within(log).queryByText('Сообщение 700')).toBeNull();
    view.unmount();
    await openChats(world, `/chats?chat_id=${LONG}&message=99999`);
    expect(await screen.findByText('Это сообщение удалено или сейчас недоступно')).toBeInTheDocument();
  });

  test('CHAT-03: the search stands in the address: a reload finds it with its words, the way back closes it, as its button does', async () => {
    chatAnswers().answer('GET /api/crm/chat-messages/', { json: { results: [], more: false } });
    const { router, unmount } = await openChats(world);
    const box = () => screen.queryByRole('searchbox', { name: 'Поиск по сообщениям' });
    await searchInChat('лифт');
    await waitFor(() => expect(router.state.location.state).toMatchObject({ findInChat: 'лифт' }));
    expect(screen.getByTestId('address')).toHaveTextContent('find=on');
    await act(() => router.navigate(-1));
    expect(box()).toBeNull();
    await act(() => router.navigate(1));
    expect(box()).toHaveValue('лифт');
    await userEvent.click(screen.getByRole('button', { name: 'Закрыть поиск' }));
    await waitFor(() => expect(box()).toBeNull());
    expect(screen.getByTestId('address')).not.toHaveTextContent('find=on');
    unmount();
    await openChats(world, `/chats?chat_id=${DARIA}&find=on`);
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Поиск по сообщениям' }), '{Escape}');
    await waitFor(() => expect(box()).toBeNull());
  });

  test('CHAT-03: without a network the loaded messages are searched, and it is said', async () => {
    const server = chatAnswers();
    await openChats(world);
    await screen.findByText('Опять про лифт');
    network(false);
    await searchInChat('лифт');
    expect(await screen.findByText(/Ищем только среди загруженных сообщений/)).toBeVisible();
    expect(screen.getByRole('button', { name: /Опять про лифт/ })).toBeVisible();
    expect(server.callsTo('GET /api/crm/chat-messages/')).toEqual([]);
    server.answer('GET /api/crm/chat-messages/', { json: { results: [], more: false } });
    network(true);
    expect(await screen.findByText('Нет результатов')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/Ищем только среди загруженных/)).toBeNull());
  });

  test('CHAT-03: a search that fails says so', async () => {
    const server = chatAnswers();
    server.answer('GET /api/crm/chat-messages/', { status: 503, json: {} });
    await openChats(world);
    await searchInChat('лифт');
    expect(await screen.findByRole('alert')).toHaveTextContent('Поиск не удался');
    expect(screen.queryByRole('button', { name: /Опять про лифт/ })).toBeNull();
  });
});
