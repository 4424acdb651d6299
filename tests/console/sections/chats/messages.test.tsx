import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ChatSocket, chatOf, chatSocket, DARIA, ME, OLGA } from '#tests/support/console/chat-server.ts';
import {
  bubbleOf,
  bubbleWith,
  chatAnswers,
  chatLog,
  choose,
  field,
  lastPublished,
  openChats,
  openMenu,
  published,
  reconnect,
  say,
} from '#tests/support/console/chat-stage.tsx';
import { said } from '#tests/support/console/stage.tsx';

const tick = (text: string, name: string) => waitFor(() => within(bubbleOf(text)).getByRole('img', { name }));

const world = chatOf(
  {
    3: 'Когда <b>включат</b>?',
    4: { txt: 5 },
    58: 'Слесарь придёт в понидельник',
    59: 'Когда включат воду?',
  },
  { read: { [DARIA]: 10 } },
);

describe('an open chat', () => {
  test('CHAT-13, CHAT-23: 24 messages at first, older ones by 24; the first unread one is jumped to', async () => {
    chatAnswers();
    await openChats(world);
    const log = await chatLog();
    await within(log).findByText('Сообщение 37');
    expect(within(log).queryByText('Сообщение 36')).toBeNull();
    expect(
      chatSocket()
        .of('sub')
        .find(({ topic }) => topic === DARIA),
    ).toMatchObject({ get: { data: { limit: 24 } } });
    // The next page hangs on the way.
    const answer = ChatSocket.answer;
    const held: (() => void)[] = [];
    ChatSocket.answer = (kind, body) => {
      if (kind !== 'get') return answer(kind, body);
      const socket = chatSocket();
      held.push(() =>
        act(() => {
          for (const frame of answer(kind, body)) socket.say(frame);
        }),
      );
      return [];
    };
    const pages = () =>
      chatSocket()
        .of('get')
        .filter(({ topic }) => topic === DARIA);
    // The list asks for it by itself, a moment after it stands at its beginning.
    await waitFor(() => expect(pages()).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'К непрочитанным' }));
    expect(await within(log).findByText('Ещё немного...')).toBeInTheDocument();
    ChatSocket.answer = answer;
    for (const go of held) go();
    await within(log).findByText('Сообщение 11');
    expect(within(log).getByText('Новые сообщения')).toBeInTheDocument();
    // The page above what is shown and, once that is there, the one with the unread one in it; neither twice.
    expect(pages()).toMatchObject([{ data: { before: 37 } }, { data: { before: 13 } }]);
    expect(within(log).queryByText('Ещё немного...')).toBeNull();
  });

  test('a page of older messages whose connection breaks is asked for again on the next one', async () => {
    chatAnswers();
    await openChats(world);
    const log = await chatLog();
    await within(log).findByText('Сообщение 37');
    const answer = ChatSocket.answer;
    // Nothing comes of the first page: the connection breaks while it is on its way.
    ChatSocket.answer = (kind, body) => (kind === 'get' ? [] : answer(kind, body));
    const pages = () =>
      ChatSocket.opened
        .flatMap((socket) => socket.of('get'))
        .filter(({ topic, data }) => topic === DARIA && (data as { before?: number } | undefined)?.before === 37);
    await waitFor(() => expect(pages()).toHaveLength(1));
    ChatSocket.answer = answer;
    act(() => chatSocket().close());
    await reconnect();
    await within(log).findByText('Сообщение 13');
  });

  test('CHAT-24: what cannot be read is said so, markup is text, days stand between', async () => {
    chatAnswers();
    await openChats(world, `/chats?chat_id=${OLGA}`);
    const log = await chatLog();
    await within(log).findByText('некорректное содержимое');
    expect(log).toHaveTextContent('Когда <b>включат</b>?');
    expect(within(log).getByText(/^(Сегодня|Вчера|21 ноября( 2026 г\.)?)$/)).toBeInTheDocument();
  });

  test('CHAT-26: what is sent is literal text with a name of its own; ticks follow it until it is read', async () => {
    chatAnswers();
    await openChats(world);
    await say('*Добрый* день');
    await waitFor(() =>
      expect(lastPublished()).toMatchObject({ topic: DARIA, content: '*Добрый* день', noecho: true }),
    );
    expect(lastPublished()?.head).toEqual({ 'x-id': expect.stringMatching(/^[0-9a-f]{24}$/) });
    await tick('*Добрый* день', 'Отправлено');
    const seq = Number(bubbleOf('*Добрый* день').dataset.seq);
    act(() => chatSocket().say({ info: { topic: DARIA, from: DARIA, what: 'recv', seq } }));
    await tick('*Добрый* день', 'Доставлено');
    act(() => chatSocket().say({ info: { topic: DARIA, from: DARIA, what: 'read', seq } }));
    await tick('*Добрый* день', 'Прочитано');
    world.arrive(DARIA, 'Спасибо!');
    await bubbleWith('Спасибо!');
  });

  test('CHAT-26: an answer quotes the message, also once it is edited', async () => {
    chatAnswers();
    await openChats(world);
    await choose('Когда включат воду?', 'Ответить');
    expect(await screen.findByText('В ответ на: Дарья Калинина')).toBeInTheDocument();
    await say('В шесть');
    await waitFor(() => expect(lastPublished()).toMatchObject({ head: { reply: '59', mime: 'text/x-drafty' } }));
    expect(JSON.stringify(lastPublished()?.content)).toContain('Когда включат воду?');
    expect(screen.queryByText('В ответ на: Дарья Калинина')).toBeNull();
    await userEvent.click(within(await bubbleWith('В шесть')).getByRole('button', { name: 'В ответ на сообщение' }));
    expect(screen.queryByText('Это сообщение удалено или сейчас недоступно')).toBeNull();

    // Edited, it stays an answer.
    await choose('В шесть', 'Изменить');
    expect(field()).toHaveValue('В шесть');
    await say('В семь');
    await waitFor(() => expect(lastPublished()).toMatchObject({ head: { reply: '59', replace: expect.any(String) } }));
    const edited = JSON.stringify(lastPublished()?.content);
    expect(edited).toContain('Когда включат воду?');
    expect(edited).not.toContain('В шесть');
    expect(
      within(await bubbleWith('В семь')).getByRole('button', { name: 'В ответ на сообщение' }),
    ).toBeInTheDocument();
  });

  test('CHAT-26: one’s own message is edited: the new text goes out for its number', async () => {
    chatAnswers();
    await openChats(world);
    await choose('Слесарь придёт в понидельник', 'Изменить');
    expect(field()).toHaveValue('Слесарь придёт в понидельник');
    await userEvent.clear(field());
    await say('Слесарь придёт в понедельник');
    await waitFor(() => expect(lastPublished()).toMatchObject({ head: { replace: ':58' } }));
    expect(lastPublished()?.content).toBe('Слесарь придёт в понедельник');
    expect(await bubbleWith('Слесарь придёт в понедельник')).toHaveTextContent('изменено');
    expect(screen.queryByText('Слесарь придёт в понидельник')).toBeNull();
    // Another one's cannot be.
    await openMenu('Сообщение 57');
    expect(screen.queryByRole('menuitem', { name: 'Изменить' })).toBeNull();
    await userEvent.keyboard('{Escape}');
  });

  test('CHAT-26: a message is deleted for oneself, and one’s own new one for everybody', async () => {
    chatAnswers();
    await openChats(world);
    await choose('Сообщение 55', 'Удалить у меня');
    await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(screen.queryByText('Сообщение 55')).toBeNull());
    expect(await said('Сообщение удалено у вас')).toBeVisible();
    const [first] = chatSocket().of('del');
    expect(first).toMatchObject({ topic: DARIA, what: 'msg', delseq: [{ low: 55, hi: 56 }] });
    expect(first).not.toHaveProperty('hard');

    await say('Уберу у всех');
    await tick('Уберу у всех', 'Отправлено');
    await choose('Уберу у всех', 'Удалить у всех');
    await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(screen.queryByText('Уберу у всех')).toBeNull());
    expect(await said('Сообщение удалено у всех')).toBeVisible();
    expect(chatSocket().of('del').at(-1)).toMatchObject({ hard: true });
    const writeText = jest.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    await choose('Сообщение 53', 'Скопировать текст');
    await said('Текст скопирован');
    expect(writeText).toHaveBeenCalledWith('Сообщение 53');
    // Another person's message cannot be deleted for everybody.
    await openMenu('Сообщение 53');
    const item = await screen.findByRole('menuitem', { name: 'Удалить у всех' });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveAccessibleDescription('Удалить у всех можно только своё сообщение');
    await userEvent.keyboard('{Escape}');
  });

  test('CHAT-26: a message that was refused says so, goes out again or is taken back', async () => {
    chatAnswers();
    await openChats(world);
    const refuse = () => {
      ChatSocket.answer = (kind, body) =>
        kind === 'pub'
          ? [
              {
                ctrl: {
                  id: body.id,
                  topic: DARIA,
                  code: 503,
                  text: 'service unavailable',
                  ts: '2026-11-21T10:00:00.000Z',
                },
              },
            ]
          : world(kind, body);
    };
    refuse();
    await say('Первая попытка');
    await tick('Первая попытка', 'Не отправлено');
    ChatSocket.answer = world;
    await userEvent.click(within(await bubbleWith('Первая попытка')).getByRole('button', { name: 'Повторить' }));
    await tick('Первая попытка', 'Отправлено');
    const names = published()
      .slice(-2)
      .map(({ head }) => (head as Record<string, unknown>)['x-id']);
    expect(names[0]).toBe(names[1]);
    refuse();
    await say('Лишнее');
    await tick('Лишнее', 'Не отправлено');
    await userEvent.click(within(await bubbleWith('Лишнее')).getByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(screen.queryByText('Лишнее')).toBeNull());
  });

  test('CHAT-11: what the server took before the connection broke is not sent again', async () => {
    chatAnswers();
    await openChats(world);
    const log = await chatLog();
    let taken: Record<string, unknown> = {};
    ChatSocket.answer = (kind, body) => {
      if (kind !== 'pub') return world(kind, body);
      taken = body;
      return [];
    };
    await say('Дошло, а ответ пропал');
    await waitFor(() => expect(taken.content).toBe('Дошло, а ответ пропал'));
    act(() => chatSocket().close());
    ChatSocket.answer = (kind, body) => {
      const frames = world(kind, body);
      const { head, content } = taken;
      const own = { data: { topic: DARIA, from: ME, ts: '2026-11-21T10:00:00.000Z', seq: 90, head, content } };
      return kind === 'sub' && body.topic === DARIA ? [...frames.slice(0, 3), own, ...frames.slice(3)] : frames;
    };
    await reconnect();
    // The one that waited goes, and its numbered self takes its place.
    await waitFor(() => expect(log.querySelector('[data-seq="90"]')).toHaveTextContent('Дошло, а ответ пропал'));
    await tick('Дошло, а ответ пропал', 'Отправлено');
    expect(screen.getAllByText('Дошло, а ответ пропал')).toHaveLength(1);
    expect(published()).toEqual([]);
  });
});
