import { type Chatter, chatter, type RawChat, signedIn } from '#tests/support/server/chat.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let host = '';
const opened: RawChat[] = [];
beforeAll(async () => {
  app = await openTestApp();
  host = await listen(app);
});
afterEach(() => {
  for (const chat of opened.splice(0)) chat.close();
});
afterAll(() => app.close());

const open = async (person: Chatter) => {
  const chat = await signedIn(host, person);
  opened.push(chat);
  return chat;
};
const colleague = async () => chatter(app, (await newPerson(app)).id);
const seqs = (frames: { data?: { seq: number } }[]) => frames.flatMap(({ data }) => (data ? [data.seq] : []));

/** Two colleagues attached to their chat. */
async function pair() {
  const [a, b] = [await colleague(), await colleague()];
  const [one, two] = [await open(a), await open(b)];
  await one.ask('sub', { topic: b.chatId });
  await two.ask('sub', { topic: a.chatId });
  const say = async (count: number) => {
    for (let at = 1; at <= count; at += 1) await one.ask('pub', { topic: b.chatId, noecho: true, content: `m${at}` });
    await two.next(({ data }) => data?.seq === count);
  };
  return { a, b, one, two, say };
}

describe('deletions', () => {
  test('CHAT-03 CHAT-26: an edited message is deleted for all with its edits: no frame and no search has them', async () => {
    const person = await newPerson(app);
    const other = await newPerson(app);
    const [a, b] = [await chatter(app, person.id), await chatter(app, other.id)];
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
    const left = await app.database.kysely
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
    await app.database.kysely
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
});
