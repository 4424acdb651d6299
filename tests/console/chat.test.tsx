import { act, screen, waitFor, within } from '@testing-library/react';
import { openChat } from '#console/data/chat/open.ts';
import { chatTally } from '#console/data/chat/tally.ts';
import { session } from '#console/data/session.ts';
import { onTokenError } from '#console/data/token-error.ts';
import { ChatSocket, chatOf, chatSocket, DARIA } from '#tests/support/console/chat-server.ts';
import { chatAnswers, chatLog, openChats, reconnect } from '#tests/support/console/chat-stage.tsx';

// One line for the file, as in a browser: the tests follow it from the sign-in to its end.
const world = chatOf();

describe('the line to the chat', () => {
  const leave = jest.fn();
  beforeAll(() => onTokenError(leave));

  test('CHAT-07: it is opened by phone digits and password; the token and its end are kept', async () => {
    chatAnswers();
    await openChats(world);
    await screen.findByText('Ольга Трофимова');
    const [login] = chatSocket().of('login');
    expect(login).toMatchObject({ scheme: 'basic' });
    expect(Buffer.from(String(login?.secret), 'base64').toString('utf8')).toBe('79001112233:Секрет:1');
    expect(session.chatToken.get()).toEqual({ token: 'dG9rZW4=', expires: '2030-01-01T00:00:00.000Z' });
  });

  test('CHAT-08, CHAT-10, CHAT-11: a line that breaks is said so and comes back by the token; nobody is signed out', async () => {
    chatAnswers();
    await openChats(world);
    act(() => chatSocket().close());
    await reconnect();
    await waitFor(() => expect(chatTally().link).toBe('open'));
    expect(chatSocket().of('login')).toEqual([expect.objectContaining({ scheme: 'token', secret: 'dG9rZW4=' })]);
    expect(leave).not.toHaveBeenCalled();
  });

  test('CHAT-11, CHAT-12: what came meanwhile is fetched down to what was known, page by page', async () => {
    chatAnswers();
    await openChats(world);
    const log = await chatLog();
    await within(log).findByText('Сообщение 60');
    act(() => chatSocket().close());
    // 70 messages meanwhile: the first page of the chat has the newest 24 of them.
    for (let at = 61; at <= 130; at += 1) world('pub', { id: 'x', topic: DARIA, content: `Новое ${at}` });
    await reconnect();
    await within(log).findByText('Новое 130');
    // The list draws what is seen of them; the chat has them all.
    const line = (await openChat()).line(DARIA);
    await waitFor(() =>
      expect(line.state.messages.map(({ seq }) => seq).slice(-94)).toEqual(
        Array.from({ length: 94 }, (_, at) => at + 37),
      ),
    );
    const windows = chatSocket()
      .of('get')
      .flatMap(({ topic, data }) => (topic === DARIA ? [data as { since?: number }] : []))
      .filter(({ since }) => since);
    expect(windows).toEqual([
      { since: 61, before: 107, limit: 24 },
      { since: 61, before: 83, limit: 24 },
    ]);
  });

  test('CHAT-09, CHAT-10: refused credentials sign the person out', async () => {
    chatAnswers();
    await openChats(world);
    ChatSocket.answer = (kind, body) =>
      kind === 'login'
        ? [{ ctrl: { id: body.id, code: 401, text: 'authentication failed', ts: NOW } }]
        : world(kind, body);
    act(() => chatSocket().close());
    await reconnect();
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect([session.token.get(), session.chatToken.get()]).toEqual([null, null]);
  });
});

const NOW = '2026-11-21T10:00:00.000Z';
