import type { ChatMessage, Tinode, Topic } from 'tinode-sdk';
import { addJitter } from '#console/data/chat/failure.ts';
import { LOCAL_FROM, MessageReader } from '#console/data/chat/message.ts';
import { Outbox } from '#console/data/chat/outbox.ts';
import type { UnsentMessage } from '#console/data/chat/unsent-messages.ts';

/** A chat that is joined all the time, and whose publishing ends when the test says so. */
function joinedChat(onServer: readonly Partial<ChatMessage>[] = []) {
  const kept: ChatMessage[] = [];
  let waits = false;
  const published: { message: ChatMessage; fail(): Promise<void>; refuse(): Promise<void>; arrive(): Promise<void> }[] =
    [];
  const keeping = new Map<string, UnsentMessage>();
  const store = {
    keep: async (message: UnsentMessage) => {
      keeping.set(message.id, message);
      return true;
    },
    forget: async ({ id }: { id: string }) => void keeping.delete(id),
  };
  const topic = {
    isSubscribed: () => true,
    messages: (each: (message: ChatMessage) => void) => (onServer as ChatMessage[]).forEach(each),
    // The SDK does not name edits here.
    queuedMessages: (each: (message: ChatMessage) => void) => kept.filter(({ head }) => !head?.replace).forEach(each),
    findMessage: (seq: number) => kept.find((message) => message.seq === seq),
    latestMsgVersion: () => null,
    cancelSend: (seq: number) => {
      kept.splice(0, kept.length, ...kept.filter((message) => message.seq !== seq));
      return true;
    },
    createMessage: (content: string) => {
      const message = { seq: LOCAL_FROM + kept.length, content, ts: new Date() } as unknown as ChatMessage;
      kept.push(message);
      return message;
    },
    publishDraft: (message: ChatMessage, turn?: Promise<unknown>) => {
      if (waits) {
        message._failed = true;
        return turn;
      }
      message._sending = true;
      return new Promise<void>((resolve, reject) => {
        published.push({
          message,
          arrive: async () => {
            message._sending = false;
            message._failed = false;
            kept.splice(kept.indexOf(message), 1);
            resolve();
            await new Promise((done) => setTimeout(done));
          },
          // As the SDK tells of a refusal: it does not reject.
          refuse: async () => {
            message._sending = false;
            message._failed = true;
            message._fatal = true;
            resolve();
            await new Promise((done) => setTimeout(done));
          },
          fail: async () => {
            message._sending = false;
            message._failed = true;
            reject(new Error('gone'));
            await new Promise((done) => setTimeout(done));
          },
        });
      });
    },
  };
  const outbox = new Outbox(
    {
      getCurrentUserID: () => 'usrSelfSelfSel',
      getAuthToken: () => null,
      getLargeFileHelper: () => ({ upload: () => new Promise(() => undefined), cancel: () => undefined }),
    } as unknown as Tinode,
    () => topic as unknown as Topic,
    () => undefined,
    store,
  );
  /** The line breaks, and the next one stands. */
  const breaks = () => {
    waits = true;
    outbox.hold();
  };
  const stands = () => {
    waits = false;
    outbox.join();
  };
  return { outbox, published, breaks, stands, keeping };
}

describe('a message whose line breaks', () => {
  test('CHAT-11: goes out again when its line is given up only after the next one stands', async () => {
    const { outbox, published } = joinedChat();
    outbox.join();
    outbox.send({ text: 'Слесарь придёт в среду' });
    outbox.join();
    expect(published).toHaveLength(1);
    await published[0]?.fail();
    expect(published.map(({ message }) => message.content)).toEqual(Array(2).fill('Слесарь придёт в среду'));
    expect(published[1]?.message.head).toEqual(published[0]?.message.head);
    expect(published[1]?.message._failed).toBe(false);
  });

  test('CHAT-11: what is written while the connection is down goes out in the order in which it was written, edits too', async () => {
    const { outbox, published, breaks, stands } = joinedChat();
    outbox.join();
    breaks();
    outbox.send({ text: 'Первое' });
    outbox.send({ text: 'Исправленное', edits: 7 });
    outbox.send({ text: 'Второе' });
    await new Promise((done) => setTimeout(done));
    expect([published.length, outbox.busy]).toEqual([0, true]);
    stands();
    expect(published.map(({ message }) => message.content)).toEqual(['Первое', 'Исправленное', 'Второе']);
    expect(published[1]?.message.head?.replace).toBe(':7');
  });

  test('CHAT-11: stays with its «Повторить» when it failed over the connection that stands', async () => {
    const { outbox, published } = joinedChat();
    outbox.join();
    outbox.send({ text: 'Слесарь придёт в среду' });
    await published[0]?.fail();
    expect(published).toHaveLength(1);
    expect(published[0]?.message._failed).toBe(true);
  });
});

describe('a message that is not sent when its tab closes', () => {
  const soon = () => new Promise((done) => setTimeout(done));

  test('CHAT-11: is kept with its file until it was sent or taken back; before that the page asks whether to close', async () => {
    const { outbox, published, breaks, stands, keeping } = joinedChat();
    outbox.join();
    breaks();
    outbox.send({ text: 'Слесарь придёт в среду' });
    expect(outbox.isLosing).toBe(true);
    outbox.send({ text: 'Смета', file: new File(['x'], 'смета.pdf', { type: 'application/pdf' }) });
    await soon();
    expect(outbox.isLosing).toBe(false);
    expect([...keeping.values()].map(({ text, file, content }) => [text, file?.name, content])).toEqual([
      ['Слесарь придёт в среду', undefined, 'Слесарь придёт в среду'],
      ['Смета', 'смета.pdf', null],
    ]);
    stands();
    const [first] = published;
    expect(first?.message.head?.['x-id']).toBe([...keeping.keys()][0]);
    await first?.arrive();
    expect(keeping.size).toBe(1);
  });

  test('CHAT-11: goes out under its name at the next opening, in order, unless it is there already', async () => {
    const before = joinedChat();
    before.outbox.join();
    before.breaks();
    for (const text of ['Первое', 'Второе', 'Третье']) before.outbox.send({ text });
    await soon();
    const left = [...before.keeping.values()];
    const next = joinedChat([{ seq: 9, head: { 'x-id': left[1]?.id } }]);
    next.breaks();
    await next.outbox.takeOver(left);
    expect([next.outbox.leftAt, next.published]).toEqual([left[0]?.at, []]);
    await soon();
    next.stands();
    expect(next.published.map(({ message }) => [message.content, message.head?.['x-id']])).toEqual([
      ['Первое', left[0]?.id],
      ['Третье', left[2]?.id],
    ]);
    for (const { arrive } of next.published) await arrive();
    expect([next.outbox.leftAt, next.outbox.busy]).toEqual([null, false]);
  });

  test('CHAT-11: an edit that is taken over in a chat that stands open is kept until it is sent', async () => {
    const before = joinedChat();
    before.breaks();
    before.outbox.send({ text: 'Исправленное', edits: 7 });
    await soon();
    const next = joinedChat();
    next.outbox.join();
    next.breaks();
    next.keeping.set('x', before.keeping.values().next().value as UnsentMessage);
    next.outbox.join();
    await next.outbox.takeOver([...before.keeping.values()]);
    await soon();
    expect([next.outbox.busy, next.keeping.size]).toEqual([true, 1]);
    next.stands();
    expect(next.published.map(({ message }) => message.head?.replace)).toEqual([':7']);
  });

  test('CHAT-11: what the server refused waits for its author after the next opening too', async () => {
    const { outbox, published, keeping } = joinedChat();
    outbox.join();
    outbox.send({ text: 'Первое' });
    await soon();
    await published[0]?.refuse();
    const left = [...keeping.values()];
    expect(left.map(({ isRefused }) => isRefused)).toEqual([true]);
    const next = joinedChat();
    next.breaks();
    await next.outbox.takeOver(left);
    await soon();
    next.stands();
    expect(next.published).toEqual([]);
  });

  test('CHAT-11: waits for a hand where nobody knows whether it is there', async () => {
    const before = joinedChat();
    before.breaks();
    before.outbox.send({ text: 'Первое' });
    await soon();
    const next = joinedChat();
    next.breaks();
    await next.outbox.takeOver([...before.keeping.values()]);
    await soon();
    next.outbox.holdLeftMessages();
    next.stands();
    expect(next.published).toEqual([]);
  });
});

test('CHAT-26: what was written before the sign-in is not shown as sent before it goes out', () => {
  const self = 'usrSelfSelfSel';
  const message = { seq: LOCAL_FROM, content: 'Рано утром', ts: new Date(), from: null } as unknown as ChatMessage;
  const topic = {
    messages: (each: (message: ChatMessage) => void) => each(message),
    // As the SDK does it: 30 is a failed message of one's own, 80 a message of another person.
    msgStatus: ({ from }: ChatMessage) => (from === self ? 30 : 80),
  } as unknown as Topic;
  expect(new MessageReader().read(topic, self, () => null)).toMatchObject([
    { mine: true, from: self, state: 'failed' },
  ]);
});

test('CHAT-11: those who were cut off together do not come back together', () => {
  const pauses = Array.from({ length: 1_000 }, () => addJitter(4_000));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(3_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(5_000);
  // In no tenth of the time are there many more than a tenth of them.
  const tenths = Array.from({ length: 10 }, (_, at) => pauses.filter((ms) => Math.floor((ms - 3_000) / 200) === at));
  expect(Math.max(...tenths.map(({ length }) => length))).toBeLessThan(200);
});
