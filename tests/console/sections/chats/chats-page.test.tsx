import { act, screen, waitFor, within } from '@testing-library/react';
import { openChat } from '#console/data/chat/open.ts';
import { chatTally } from '#console/data/chat/tally.ts';
import { onTokenError } from '#console/data/http/token-error.ts';
import { session } from '#console/data/session/session.ts';
import { ChatSocket, chatOf, chatSocket, DARIA } from '#tests/support/console/chat-server.ts';
import { bubbleWith, chatAnswers, chatLog, openChats, reconnect } from '#tests/support/console/chat-stage.tsx';

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

  test('CHAT-08, CHAT-10, CHAT-11: a connection that breaks is said so and comes back by the token; nobody is signed out', async () => {
    chatAnswers();
    await openChats(world);
    act(() => chatSocket().close());
    await reconnect();
    await waitFor(() => expect(chatTally().link).toBe('open'));
    expect(chatSocket().of('login')).toEqual([expect.objectContaining({ scheme: 'token', secret: 'dG9rZW4=' })]);
    expect(leave).not.toHaveBeenCalled();
  });

  test('CHAT-26: words of the server that nobody knows are left alone, and the next one is heard', async () => {
    chatAnswers();
    await openChats(world);
    const log = await chatLog();
    await within(log).findByText('Сообщение 60');
    const socket = chatSocket();
    const before = log.querySelectorAll('[data-seq]').length;
    const unknown: Record<string, Record<string, unknown>>[] = [
      { later: { topic: DARIA } },
      { info: { topic: DARIA, from: DARIA, what: 'later', seq: 1 } },
      { info: { topic: 'me', src: 'usrNobodyNobod', from: 'usrNobodyNobod', what: 'call', event: 'ringing' } },
      { pres: { topic: 'me', src: DARIA, what: 'later' } },
      { pres: { topic: 'me', src: 'usrNobodyNobod', what: 'ua', ua: 'x' } },
      { ctrl: { id: 'nobody', code: 299, text: 'later', ts: '2026-11-21T10:00:00.000Z', params: { later: 1 } } },
      { meta: { id: 'nobody', topic: DARIA, ts: '2026-11-21T10:00:00.000Z', later: {} } },
    ];
    for (const frame of unknown) act(() => socket.say(frame));
    expect(log.querySelectorAll('[data-seq]')).toHaveLength(before);
    act(() => socket.say({ info: { topic: 'me', src: DARIA, from: DARIA, what: 'kp' } }));
    expect((await screen.findAllByText('печатает…')).length).toBeGreaterThan(0);
    expect([chatSocket(), chatTally().link]).toEqual([socket, 'open']);
  });

  test('CHAT-11, CHAT-12: what came meanwhile is fetched down to what was known, page by page', async () => {
    chatAnswers();
    await openChats(world);
    const log = await chatLog();
    await within(log).findByText('Сообщение 60');
    // The page may still show messages of the last test, so wait until the chat is attached: a break during that is another case.
    await attached();
    act(() => chatSocket().close());
    // 70 messages meanwhile: the first page of the chat has the newest 24 of them.
    for (let at = 61; at <= 130; at += 1) world('pub', { id: 'x', topic: DARIA, content: `Новое ${at}` });
    await reconnect();
    await within(log).findByText('Новое 130');
    // The list draws what is seen of them; the chat has them all.
    const line = (await openChat()).conversation(DARIA);
    await waitFor(() =>
      expect(line.state.messages.map(({ seq }) => seq).slice(-94)).toEqual(
        Array.from({ length: 94 }, (_, at) => at + 37),
      ),
    );
    const windows = chatSocket()
      .of('get')
      .flatMap(({ topic, data }) => (topic === DARIA && data ? [data as { since?: number }] : []))
      .filter(({ since }) => since);
    expect(windows).toEqual([
      { since: 61, before: 107, limit: 24 },
      { since: 61, before: 83, limit: 24 },
    ]);
  });

  /** Answers one kind of packet otherwise. */
  const otherwise = (wanted: string, topic: string | undefined, code: number) => {
    let left = true;
    ChatSocket.answer = (kind, body) => {
      if (!left || kind !== wanted || body.topic !== topic) return world(kind, body);
      left = false;
      return [{ ctrl: { id: body.id, ...(topic ? { topic } : {}), code, text: 'x', ts: NOW } }];
    };
  };
  const daria = async () => (await openChat()).conversation(DARIA);
  /** Her chat once it is attached: the server may still be letting go the page of the test before. */
  const attached = async () => {
    const line = await daria();
    await line.resume();
    expect(line.state.attached).toBe(true);
    return line;
  };

  test('CHAT-11: a chat that the server could not open is asked for again on the same line', async () => {
    chatAnswers();
    await openChats(world);
    act(() => chatSocket().close());
    otherwise('sub', DARIA, 503);
    await reconnect();
    const line = await daria();
    await waitFor(() => expect(line.state.attached).toBe(true));
    const asked = chatSocket()
      .of('sub')
      .filter(({ topic }) => topic === DARIA);
    expect(asked).toHaveLength(2);
  });

  test.each([
    ['attached there and not here', 'sub', DARIA, 304],
    ['signed in there and not here', 'login', undefined, 409],
    ['without its contacts', 'sub', 'me', 500],
  ])('CHAT-11: a line that is %s is opened anew; nobody is signed out', async (_what, kind, topic, code) => {
    chatAnswers();
    await openChats(world);
    act(() => chatSocket().close());
    otherwise(kind, topic, code);
    await reconnect();
    const sick = chatSocket();
    const client = await openChat();
    // By itself it comes after a pause that grows; who presses the button does not wait for it.
    await waitFor(() => {
      client.retry();
      expect(sick.readyState).toBe(3);
    });
    const line = await daria();
    await waitFor(() => expect([chatTally().link, line.state.attached]).toEqual(['open', true]));
    expect(chatSocket()).not.toBe(sick);
    expect(leave).not.toHaveBeenCalled();
  });

  test('CHAT-11: a line that is dead without a word is found out by a probe, after a sleep too, and opened anew', async () => {
    chatAnswers();
    await openChats(world);
    await waitFor(() => expect(chatTally().link).toBe('open'));
    let ahead = 0;
    const real = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
    try {
      const alive = chatSocket();
      globalThis.dispatchEvent(new Event('online'));
      await waitFor(() => expect(alive.probes).toBeGreaterThan(0));
      const before = alive.probes;
      // The computer slept: the connection is asked and answers, and stays.
      ahead += 60_000;
      await waitFor(() => expect(alive.probes).toBeGreaterThan(before));
      expect(chatSocket()).toBe(alive);
      alive.mute = true;
      globalThis.dispatchEvent(new Event('online'));
      // Probe and question have 5 s each.
      ahead += 6_000;
      await new Promise((next) => setTimeout(next, 1_100));
      expect(chatSocket()).toBe(alive);
      ahead += 6_000;
      await waitFor(() => expect(chatSocket()).not.toBe(alive));
      const line = await daria();
      await waitFor(() => expect([chatTally().link, line.state.attached]).toEqual(['open', true]));
    } finally {
      clock.mockRestore();
    }
  });

  test('CHAT-11: a quiet line is asked for a word by itself; a server that knows no probe and answers questions keeps it', async () => {
    chatAnswers();
    await openChats(world);
    await attached();
    await bubbleWith('Сообщение 60');
    // A message that came with the chat is not the awaited one.
    await new Promise((next) => setTimeout(next, 500));
    let ahead = 0;
    const real = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
    try {
      const alive = chatSocket();
      alive.knowsProbe = false;
      const asked = () => alive.of('get').filter(({ topic, what }) => topic === 'me' && what === 'desc').length;
      const before = asked();
      for (let round = 1; round <= 3; round += 1) {
        // Quiet, probed, asked, answered.
        ahead += 11_000;
        await new Promise((next) => setTimeout(next, 1_100));
        ahead += 6_000;
        await waitFor(() => expect(asked()).toBe(before + round), { timeout: 3_000 });
        await new Promise((next) => setTimeout(next, 100));
      }
      ahead += 5_500;
      await new Promise((next) => setTimeout(next, 1_100));
      expect(chatSocket()).toBe(alive);
    } finally {
      clock.mockRestore();
    }
  }, 20_000);

  test('CHAT-11: what is read while the connection is down is marked once it is back', async () => {
    chatAnswers();
    await openChats(world);
    const line = await attached();
    world.arrive(DARIA, 'Прочитано без связи');
    await bubbleWith('Прочитано без связи');
    act(() => chatSocket().close());
    await reconnect();
    const mark = { topic: DARIA, what: 'read', seq: line.state.last };
    await waitFor(() => expect(chatSocket().of('note')).toContainEqual(mark));
  });

  test('CHAT-26: a message on its way is not sent once more when its chat is opened again', async () => {
    chatAnswers();
    await openChats(world);
    const line = await attached();
    let answer: () => void = () => undefined;
    ChatSocket.answer = (kind, body) => {
      if (kind !== 'pub') return world(kind, body);
      const socket = chatSocket();
      answer = () => {
        for (const frame of world(kind, body)) act(() => socket.say(frame));
      };
      return [];
    };
    line.send({ text: 'В пути' });
    await waitFor(() => expect(chatSocket().of('pub')).toHaveLength(1));
    line.close();
    line.open();
    await line.resume();
    answer();
    await waitFor(() => expect(line.state.messages.at(-1)).toMatchObject({ state: 'sent' }));
    expect(chatSocket().of('pub')).toHaveLength(1);
  });

  test('CHAT-26: a chat that is opened again before the server has let it go is attached', async () => {
    chatAnswers();
    await openChats(world);
    const line = await attached();
    const left = chatSocket().of('leave').length;
    line.close();
    line.open();
    expect(chatSocket().of('leave')).toHaveLength(left + 1);
    await line.resume();
    expect(line.state.attached).toBe(true);
  });

  test('a token that is worth nothing since a second factor was set up gives way to a pass of the console', async () => {
    chatAnswers().answer('POST /api/authorized/chat-pass/', {
      status: 201,
      json: { login: '79001112233', password: 'pass-once', expires_in: 60 },
    });
    await openChats(world);
    ChatSocket.answer = (kind, body) =>
      kind === 'login' && body.scheme === 'token'
        ? [{ ctrl: { id: body.id, code: 401, text: 'authentication failed', ts: NOW } }]
        : world(kind, body);
    act(() => chatSocket().close());
    await reconnect();
    await waitFor(() => expect(chatTally().link).toBe('open'));
    const logins = chatSocket().of('login');
    expect(logins.map(({ scheme }) => scheme)).toEqual(['token', 'basic']);
    expect(Buffer.from(String(logins[1]?.secret), 'base64').toString('utf8')).toBe('79001112233:pass-once');
    expect(leave).not.toHaveBeenCalled();
  });

  test('CHAT-09, CHAT-10: refused credentials sign the person out', async () => {
    chatAnswers().answer('POST /api/authorized/chat-pass/', { status: 401, json: REFUSED });
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
/** Nobody is signed in to the console either. */
const REFUSED = { detail: 'Войдите в систему', code: 'signed_out', request_id: 'x' };
