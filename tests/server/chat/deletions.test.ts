import { type Chatter, chatter, type RawChat } from '#tests/support/server/chat.ts';
import { raiseChats, seqs } from '#tests/support/server/chat-pair.ts';
import { newPerson } from '#tests/support/server/people.ts';

const room = raiseChats();
const { open, pair } = room;

describe('deletions', () => {
  test('CHAT-03 CHAT-26: an edited message is deleted for all with its edits: no frame and no search has them', async () => {
    const person = await newPerson(room.app);
    const other = await newPerson(room.app);
    const [a, b] = [await chatter(room.app, person.id), await chatter(room.app, other.id)];
    const [one, two] = [await open(a), await open(b)];
    await one.ask('sub', { topic: b.chatId });
    await two.ask('sub', { topic: a.chatId });
    const say = (content: string, head?: object) =>
      one.ask('pub', { topic: b.chatId, content, ...(head ? { head } : {}) });
    await say('пароль один');
    await say('пароль два', { replace: ':1' });
    await say('осталось');
    await one.ask('del', { topic: b.chatId, what: 'msg', hard: true, delseq: [{ low: 1, hi: 2 }] });
    const { pres } = await two.next((frame) => frame.pres?.what === 'del');
    expect(pres?.delseq).toEqual([{ low: 1, hi: 3 }]);
    for (const [chat, topic] of [
      [one, b.chatId],
      [two, a.chatId],
    ] as const) {
      expect(seqs(await chat.all('get', { topic, what: 'data' }))).toEqual([3]);
    }
    for (const [by, topic] of [
      [person, b.chatId],
      [other, a.chatId],
    ] as const) {
      const path = `/api/crm/chat-messages/?chat_id=${topic}&search=${encodeURIComponent('пароль')}`;
      expect((await by.get(path)).body).toEqual({ results: [], more: false });
    }
    const left = await room.app.database.kysely
      .selectFrom('chat_messages')
      .where('sender_id', '=', a.id)
      .select('content')
      .execute();
    expect(left).toEqual([{ content: 'осталось' }]);
  });

  test('CHAT-26: deletions are told from the oldest on, so that who asks on from the last one misses none', async () => {
    const { a, two, say } = await pair();
    await say(6);
    for (const low of [1, 3, 5]) await two.ask('del', { topic: a.chatId, what: 'msg', delseq: [{ low }] });
    const told = async (since: number) =>
      (await two.ask('get', { topic: a.chatId, what: 'del', del: { since, limit: 2 } })).meta?.del;
    expect(await told(1)).toEqual({
      clear: 2,
      delseq: [
        { low: 1, hi: 2 },
        { low: 3, hi: 4 },
      ],
    });
    expect(await told(3)).toEqual({ clear: 3, delseq: [{ low: 5, hi: 6 }] });
    expect(await told(4)).toBeUndefined();
  });

  test('CHAT-26: of several ranges so many numbers are taken and no more', async () => {
    const { a, two, say } = await pair();
    await say(1);
    await room.app.database.kysely
      .updateTable('chat_topics')
      .set({ seq: 5_000 })
      .where('id', 'in', (query) =>
        query.selectFrom('chat_subscriptions').where('user_id', '=', a.id).select('topic_id'),
      )
      .execute();
    const code = async (hi: number) => {
      const delseq = [
        { low: 1, hi: 2 },
        { low: 3, hi },
      ];
      return (await two.ask('del', { topic: a.chatId, what: 'msg', delseq })).ctrl?.code;
    };
    expect([await code(1_027), await code(1_026)]).toEqual([400, 200]);
  });

  test('CHAT-26: a message of an old window comes with its last edit, from wherever that is; the count is the window’s', async () => {
    const { a, b, one, two, say } = await pair();
    await say(6);
    for (const content of ['поправка', 'последняя поправка'])
      await one.ask('pub', { topic: b.chatId, content, head: { replace: ':2' } });
    await two.next(({ data }) => data?.seq === 8);
    const told = async (data: object) => {
      const frames = await two.all('get', { topic: a.chatId, what: 'data', data });
      return [seqs(frames), frames.at(-1)?.ctrl?.params?.count];
    };
    expect(await told({ since: 1, before: 4 })).toEqual([[8, 3, 2, 1], 3]);
    expect(await told({ ranges: [{ low: 2 }, { low: 5 }] })).toEqual([[8, 5, 2], 2]);
    expect(await told({ since: 3, before: 6 })).toEqual([[5, 4, 3], 3]);
    expect(await told({ limit: 3 })).toEqual([[8, 7, 6], 3]);
    await two.ask('del', { topic: a.chatId, what: 'msg', delseq: [{ low: 8 }] });
    expect(await told({ since: 1, before: 4 })).toEqual([[3, 2, 1], 3]);
  });
});

describe('a chat of two that is left', () => {
  /** The entry of a person's list for the chat with somebody. */
  const listed = async (chat: RawChat, peer: Chatter) => {
    const { meta } = await chat.ask('get', { topic: 'me', what: 'sub', sub: { topic: peer.chatId } });
    return (meta?.sub as { topic: string; seq?: number; read?: number }[] | undefined)?.[0];
  };
  const isPres = (fields: Record<string, unknown>) => (frame: { pres?: Record<string, unknown> }) =>
    Object.entries(fields).every(([key, value]) => frame.pres?.[key] === value);

  test.each([
    ['leave', { unsub: true }],
    ['del', { what: 'topic', hard: true }],
  ] as const)(
    'CHAT-26: by %s it is gone for him on all devices, stays with the other one, whose word brings it back',
    async (packet, fields) => {
      const { a, b, one, two, say } = await pair();
      await say(2);
      const [aside, attached, theirs] = [await open(a), await open(a), await open(b)];
      for (const chat of [aside, attached, theirs]) await chat.ask('sub', { topic: 'me' });
      await attached.ask('sub', { topic: b.chatId });
      const { ctrl } = await one.ask(packet, { topic: b.chatId, ...fields });
      expect(ctrl).toMatchObject({ code: 200, topic: b.chatId });
      // Their other sessions: out of the chat, and out of the list.
      const out = await attached.next((frame) => frame.ctrl?.code === 205);
      expect(out.ctrl).toMatchObject({ topic: b.chatId, text: 'evicted', params: { unsub: true } });
      expect(out.ctrl).not.toHaveProperty('id');
      for (const chat of [aside, attached]) await chat.next(isPres({ topic: 'me', src: b.chatId, what: 'gone' }));
      expect(await listed(aside, b)).toBeUndefined();
      // The other one sees them offline, and keeps the chat with what was said.
      await theirs.next(isPres({ topic: 'me', src: a.chatId, what: 'off' }));
      expect(await listed(theirs, a)).toMatchObject({ topic: a.chatId, seq: 2 });
      expect(seqs(await two.all('get', { topic: a.chatId, what: 'data' }))).toEqual([2, 1]);
      expect((await one.ask('pub', { topic: b.chatId, content: 'x' })).ctrl?.code).toBe(409);

      expect((await two.ask('pub', { topic: a.chatId, content: 'Вы ещё здесь?' })).ctrl?.params?.seq).toBe(3);
      await aside.next(isPres({ topic: 'me', src: b.chatId, what: 'acs' }));
      expect(await listed(aside, b)).toMatchObject({ topic: b.chatId, seq: 3 });
      expect((await one.ask('sub', { topic: b.chatId })).ctrl?.code).toBe(200);
      expect((await one.ask('pub', { topic: b.chatId, content: 'Здесь' })).ctrl?.params?.seq).toBe(4);
    },
  );

  test('CHAT-26: who left brings it back by opening it again; when both have left, what was said is gone', async () => {
    const { a, b, one, two, say } = await pair();
    await say(2);
    await one.ask('leave', { topic: b.chatId, unsub: true });
    expect((await one.ask('sub', { topic: b.chatId })).ctrl).toMatchObject({ code: 200, params: { acs: {} } });
    expect(seqs(await one.all('get', { topic: b.chatId, what: 'data' }))).toEqual([2, 1]);
    await one.ask('del', { topic: b.chatId, what: 'topic', hard: true });
    // Neither need be attached to do so.
    await two.ask('leave', { topic: a.chatId });
    expect((await two.ask('del', { topic: a.chatId, what: 'topic', hard: true })).ctrl?.code).toBe(200);
    expect((await two.ask('del', { topic: a.chatId, what: 'topic', hard: true })).ctrl?.code).toBe(404);
    const left = room.app.database.kysely.selectFrom('chat_messages').where('sender_id', '=', a.id).select('seq');
    expect(await left.execute()).toEqual([]);
    expect((await one.ask('sub', { topic: b.chatId })).ctrl?.code).toBe(200);
    expect((await one.ask('pub', { topic: b.chatId, content: 'Сначала' })).ctrl?.params?.seq).toBe(1);
  });
});
