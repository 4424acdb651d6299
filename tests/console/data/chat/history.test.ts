import type { Topic } from 'tinode-sdk';
import { MessageHistory } from '#console/data/chat/history.ts';
import { TopicSubscription } from '#console/data/chat/topic-subscription.ts';
import { PAGE } from '#resources/limits.ts';

interface Asked {
  since?: number;
  before?: number;
  limit?: number;
  /** Deletions are asked for, from this number on. */
  del?: number;
}

/** A chat whose server has the messages 1 to `stored`, all of them or but for some. */
function chatOf() {
  const server = { stored: 0, deleted: new Set<number>(), fails: 0, told: 0 };
  const asked: Asked[] = [];
  const here = new Set<number>();
  const come = (seq: number) => {
    here.add(seq);
    history.addReceived(seq);
  };
  const find = ({ since = 1, before = server.stored + 1, limit = PAGE.chatHistory }: Asked) =>
    Array.from({ length: server.stored }, (_, at) => at + 1)
      .filter((seq) => seq >= since && seq < before && !server.deleted.has(seq))
      .slice(-limit);
  const query = (window: Asked = {}) => ({
    withData: (since?: number, before?: number, limit?: number) =>
      query({ ...(since && { since }), ...(before && { before }), ...(limit && { limit }) }),
    withLaterDesc: () => query(window),
    withLaterSub: () => query(window),
    withAux: () => query(window),
    withDel: (del: number) => query({ del }),
    build: () => window,
  });
  const topic = {
    unread: 0,
    isSubscribed: () => true,
    maxClearId: () => server.told,
    subscribe: async (window: Asked) => {
      // The messages come after the answer.
      setTimeout(() => {
        history.noteLatest(server.stored);
        for (const seq of find(window)) come(seq);
        history.completePage();
      });
    },
    startMetaQuery: () => query(),
    getMeta: async (window: Asked) => {
      asked.push(window);
      server.fails -= 1;
      if (server.fails === 0) throw new Error('busy (503)');
      if (window.del) return {};
      const found = find(window);
      for (const seq of found) come(seq);
      return found.length ? { code: 200, params: { count: found.length } } : { code: 204 };
    },
  };
  const history = new MessageHistory(() => topic as unknown as Topic);
  const subscription = new TopicSubscription(() => topic as unknown as Topic, history);
  /** Attaches: the answer, and what comes by itself before it has been read. */
  const attach = async (after: readonly number[] = []) => {
    const { since } = history;
    void history.expectPage(since);
    history.noteLatest(server.stored);
    for (const seq of find(since ? { since } : {})) come(seq);
    history.completePage();
    for (const seq of after) come(seq);
    await history.closeGap();
    return since;
  };
  const shown = () => [...here].filter((seq) => history.isShown(seq)).sort((one, other) => one - other);
  return { server, history, subscription, asked, attach, shown };
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => at + first);

describe('a chat whose line breaks', () => {
  test('CHAT-11: a message that the number of one’s own overtook is asked for again', async () => {
    const { server, history, attach, asked } = chatOf();
    server.stored = 5;
    expect(await attach()).toBeUndefined();
    // 6 is another's and on its way, 7 is one's own, and confirmed at once; then the connection breaks.
    server.stored = 7;
    expect(await attach([])).toBe(6);
    server.stored = 9;
    history.addReceived(9);
    expect(await attach()).toBe(8);
    server.stored = 12;
    // Confirmed before the page was counted.
    expect(await attach([14])).toBe(10);
    server.stored = 14;
    expect(await attach()).toBe(13);
    expect(asked).toEqual([]);
  });

  test('CHAT-11 CHAT-13: one that was empty shows all that was written meanwhile', async () => {
    const { server, history, attach, shown } = chatOf();
    expect(await attach()).toBeUndefined();
    expect(history.atStart).toBe(true);
    server.stored = 3 * PAGE.chatHistory - 5;
    expect(await attach()).toBe(1);
    expect(shown()).toEqual(upTo(server.stored));
    expect(history.atStart).toBe(true);
    expect(history.atEnd).toBe(true);
  });

  test('CHAT-11 CHAT-13: a gap is closed page by page, one that is too long is left to scrolling', async () => {
    const { server, history, attach, shown, asked } = chatOf();
    server.stored = 100;
    await attach();
    expect(history.atStart).toBe(false);
    expect(shown()).toEqual(upTo(100, 77));
    server.stored = 190;
    expect(await attach([191])).toBe(101);
    expect(asked).toEqual([
      { since: 101, before: 167, limit: PAGE.chatHistory },
      { since: 101, before: 143, limit: PAGE.chatHistory },
      { since: 101, before: 119, limit: PAGE.chatHistory },
    ]);
    server.stored = 191;
    expect(shown()).toEqual(upTo(191, 77));
    asked.length = 0;
    server.stored = 1_000;
    expect(await attach()).toBe(192);
    expect(asked).toEqual([]);
    expect(shown()).toEqual(upTo(1_000, 977));
    await history.loadEarlier();
    expect(asked).toEqual([{ since: 192, before: 977, limit: PAGE.chatHistory }]);
    expect(shown()).toEqual(upTo(1_000, 953));
  });

  test('what was deleted before it came is not asked for for ever', async () => {
    const { server, history, attach } = chatOf();
    server.stored = 10;
    for (const seq of upTo(10, 8)) server.deleted.add(seq);
    await attach();
    server.stored = 11;
    history.addReceived(11);
    expect(await attach()).toBe(12);
    expect(history.atStart).toBe(true);
  });

  test('CHAT-11: an answer to an older question is no part of the page', async () => {
    const { server, history, attach, asked } = chatOf();
    server.stored = 100;
    await attach();
    void history.expectPage(history.since);
    // A quote led to number 22 before the connection broke.
    for (const seq of upTo(57, 10)) history.addReceived(seq);
    history.noteLatest(100);
    history.completePage();
    await history.closeGap();
    asked.length = 0;
    await history.loadEarlier();
    expect(asked).toEqual([{ before: 77, limit: PAGE.chatHistory }]);
  });

  test('CHAT-11 CHAT-13: one that breaks again while a gap is being closed keeps what was shown, and closes it then', async () => {
    const { server, attach, shown } = chatOf();
    server.stored = 50;
    await attach();
    server.stored = 150;
    server.fails = 2;
    await expect(attach()).rejects.toThrow('busy');
    expect(shown()).toEqual(expect.arrayContaining([...upTo(50, 27), ...upTo(150, 103)]));
    server.stored = 160;
    expect(await attach()).toBe(151);
    expect(shown()).toEqual(upTo(160, 27));
  });

  test('CHAT-11: a deletion that was not fetched yet is, also when a later one was told before the connection broke', async () => {
    const { server, subscription, asked } = chatOf();
    server.stored = 5;
    await subscription.join();
    await subscription.catchUp();
    // Told over a line that has brought all there was.
    server.told = 4;
    subscription.handleDisconnect();
    await subscription.join();
    server.fails = 1;
    await expect(subscription.catchUp()).rejects.toThrow('busy');
    server.told = 6;
    subscription.handleDisconnect();
    await subscription.join();
    await subscription.catchUp();
    expect(asked).toEqual([{ del: 5 }, { del: 5 }]);
  });

  test('CHAT-11: what a busy server refused is asked for again, without joining again', async () => {
    const { server, history, subscription, asked, shown } = chatOf();
    server.stored = 50;
    await subscription.join();
    await subscription.catchUp();
    subscription.handleDisconnect();
    server.stored = 110;
    await subscription.join();
    server.fails = 1;
    await expect(subscription.catchUp()).rejects.toThrow('busy');
    expect(asked).toEqual([{ del: 1 }]);
    await subscription.catchUp();
    expect(shown()).toEqual(upTo(110, 27));
    expect(history.atEnd).toBe(true);
    asked.length = 0;
    await subscription.catchUp();
    expect(asked).toEqual([]);
  });
});
