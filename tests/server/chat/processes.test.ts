// Runs on PostgreSQL too: listeners of two processes.
import { setTimeout as wait } from 'node:timers/promises';
import { type KyselyPlugin, SelectQueryNode } from 'kysely';
import { CHAT_API_KEY, COMPLAINT_HEAD, COMPLAINT_TOPIC } from '#resources/protocol/chat/chat.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { buildApp } from '#server/app.ts';
import { readSettings } from '#server/config.ts';
import { type Chatter, chatter, newResident } from '#tests/support/server/chat.ts';
import { colleague, OpenedChats, seqs } from '#tests/support/server/chat-pair.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { listen, openSocket, type TestSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

/** Two servers over one database and one folder of files, each with its own people. */
let app: TestApp;
let second: Awaited<ReturnType<typeof buildApp>>;
let here = '';
let there = '';
const chats = new OpenedChats();
/** How many of the next look-ups in a table fail at the second server, as if PostgreSQL had ended their connections. */
const failures = { table: '', left: 0 };
const ending: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (failures.left > 0 && SelectQueryNode.is(node) && JSON.stringify(node.from).includes(`"${failures.table}"`)) {
      failures.left -= 1;
      throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    }
    return node;
  },
  transformResult: async ({ result }) => result,
};
beforeAll(async () => {
  app = await openTestApp();
  here = await listen(app);
  const settings = readSettings({ DATA_DIR: app.dataDir, DEMO: 'on', DEMO_SIZE: 'yard' });
  second = await buildApp({
    settings,
    database: { ...app.database, kysely: app.database.kysely.withPlugin(ending) },
  });
  await second.listen({ port: 0, host: '127.0.0.1' });
  const address = second.server.address();
  there = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterEach(() => {
  failures.left = 0;
  chats.closeAll();
});
afterAll(async () => {
  await second.close();
  await app.close();
});

/** Two colleagues who talk, one here and one there. */
async function apart() {
  const [a, b] = [await colleague(app), await colleague(app)];
  const [one, two] = [await chats.open(here, a), await chats.open(there, b)];
  await one.ask('sub', { topic: b.chatId });
  await two.ask('sub', { topic: a.chatId });
  return { a, b, one, two };
}

describe('several processes on one database', () => {
  test('CHAT-26: messages, ticks, typing, presence and deletions pass between them', async () => {
    const [a, b] = [await colleague(app), await colleague(app)];
    const [one, two] = [await chats.open(here, a), await chats.open(there, b)];
    await one.ask('sub', { topic: 'me' });
    await one.ask('sub', { topic: b.chatId });
    await two.ask('sub', { topic: 'me' });
    await one.next(({ pres }) => pres?.what === 'on' && pres.src === b.chatId);
    await two.ask('sub', { topic: a.chatId });
    await one.ask('pub', { topic: b.chatId, content: 'через два процесса' });
    expect((await two.next(({ data }) => data !== undefined)).data).toMatchObject({
      seq: 1,
      content: 'через два процесса',
    });
    two.raw(JSON.stringify({ note: { topic: a.chatId, what: 'read', seq: 1 } }));
    expect((await one.next(({ info }) => info?.what === 'read')).info).toEqual({
      topic: b.chatId,
      from: b.chatId,
      what: 'read',
      seq: 1,
    });
    two.raw(JSON.stringify({ note: { topic: a.chatId, what: 'kp' } }));
    await one.next(({ info }) => info?.what === 'kp');
    await one.ask('del', { topic: b.chatId, what: 'msg', hard: true, delseq: [{ low: 1, hi: 2 }] });
    await two.next(({ pres }) => pres?.what === 'del');
    two.close();
    await one.next(({ pres }) => pres?.what === 'off' && pres.src === b.chatId);
  });

  test('CHAT-26: an edit comes to the other one under its message; what is not one’s own stays shut there too', async () => {
    const { a, b, one, two } = await apart();
    await one.ask('pub', { topic: b.chatId, content: 'понидельник' });
    await two.next(({ data }) => data?.seq === 1);
    const foreign = { topic: a.chatId, content: 'моё', head: { replace: ':1' } };
    expect((await two.ask('pub', foreign)).ctrl?.code).toBe(403);
    await one.ask('pub', { topic: b.chatId, content: 'понедельник', head: { replace: ':1' } });
    const { data } = await two.next((frame) => frame.data?.seq === 2);
    expect(data).toMatchObject({ content: 'понедельник', head: { replace: ':1' }, from: a.chatId });
    const frames = await two.all('get', { topic: a.chatId, what: 'data', data: { ranges: [{ low: 1 }] } });
    expect(frames.flatMap((frame) => frame.data?.content ?? [])).toEqual(['понедельник', 'понидельник']);
  });

  test('CHAT-27: a group is made, joined, muted, left and deleted between them', async () => {
    const [a, b, c] = [await colleague(app), await colleague(app), await colleague(app)];
    const [one, two, three] = [await chats.open(here, a), await chats.open(there, b), await chats.open(there, c)];
    for (const chat of [two, three]) await chat.ask('sub', { topic: 'me' });
    const made = await one.ask('sub', { topic: 'new1', set: { desc: { public: { fn: 'Аварийка' } } } });
    const topic = String(made.ctrl?.topic);
    for (const [chat, { chatId }] of [
      [two, b],
      [three, c],
    ] as const) {
      expect((await one.ask('set', { topic, sub: { user: chatId } })).ctrl?.code).toBe(200);
      await chat.next(({ pres }) => pres?.what === 'acs' && pres.src === topic);
      expect((await chat.ask('sub', { topic })).ctrl?.code).toBe(200);
    }
    await one.ask('pub', { topic, content: 'Все на связи?' });
    for (const chat of [two, three]) {
      expect((await chat.next(({ data }) => data?.topic === topic)).data).toMatchObject({ from: a.chatId, seq: 1 });
    }
    await two.ask('pub', { topic, content: 'Да' });
    expect((await one.next(({ data }) => data?.seq === 2)).data).toMatchObject({ from: b.chatId, content: 'Да' });

    two.clear();
    await one.ask('set', { topic, sub: { user: b.chatId, mode: 'JRP' } });
    await two.next(({ pres }) => pres?.what === 'acs');
    expect((await two.ask('pub', { topic, content: 'x' })).ctrl?.code).toBe(403);
    // A member who may still write is heard by the one who may only read.
    await three.ask('pub', { topic, content: 'Слышно?' });
    await two.next(({ data }) => data?.content === 'Слышно?');

    await one.ask('set', { topic, desc: { public: { fn: 'Ночная смена' } } });
    await two.next(({ pres }) => pres?.what === 'upd' && pres.src === topic);
    const { meta } = await two.ask('get', { topic, what: 'desc' });
    expect(meta?.desc).toMatchObject({ public: { fn: 'Ночная смена' } });

    await three.ask('leave', { topic, unsub: true });
    const isGone = (dacs: unknown) => (dacs as { want?: string } | undefined)?.want === 'N';
    await one.next(({ pres }) => pres?.what === 'acs' && pres.src === c.chatId && isGone(pres.dacs));
    expect((await one.ask('get', { topic, what: 'sub' })).meta?.sub).toHaveLength(2);
    await one.ask('del', { topic, what: 'sub', user: b.chatId });
    await two.next(({ ctrl }) => ctrl?.code === 205);
    await two.next(({ pres }) => pres?.what === 'gone' && pres.src === topic);
    expect((await two.ask('sub', { topic })).ctrl?.code).toBe(404);
    await one.ask('set', { topic, sub: { user: b.chatId } });
    await two.ask('sub', { topic });
    two.clear();
    await one.ask('del', { topic, what: 'topic', hard: true });
    await two.next(({ pres }) => pres?.what === 'gone' && pres.src === topic);
    expect((await two.ask('sub', { topic })).ctrl?.code).toBe(404);
  });

  test('CHAT-26 PERM-25: what was uploaded to one is read through the other, by who is in the chat alone', async () => {
    const { a, b, one } = await apart();
    const stranger = await colleague(app);
    const form = new FormData();
    form.append('file', new Blob(['Смета']), 'смета.txt');
    const headers = { 'X-Tinode-APIKey': CHAT_API_KEY, 'X-Tinode-Auth': `Token ${a.token}` };
    const sent = await fetch(`http://${here}/v0/file/u/`, { method: 'POST', headers, body: form });
    const { ctrl } = (await sent.json()) as { ctrl: { params: { url: string } } };
    const { url } = ctrl.params;
    const read = async ({ token }: Chatter) => {
      const secret = encodeURIComponent(token);
      const answer = await fetch(`http://${there}${url}?apikey=${CHAT_API_KEY}&auth=token&secret=${secret}`);
      return [answer.status, answer.ok && (await answer.text())];
    };
    expect([await read(a), (await read(b))[0]]).toEqual([[200, 'Смета'], 404]);
    await one.ask('pub', { topic: b.chatId, content: 'Смета' }, { attachments: [url] });
    expect([await read(b), (await read(stranger))[0]]).toEqual([[200, 'Смета'], 404]);
  });

  test('COMPL-08 COMPL-12: a complaint arrives live at the other one, and what is read there is read here', async () => {
    const demo = await readDemoCompany(app);
    const staff = await newPerson(app);
    const windows = [here, there].map((host) => openSocket(host, `/ws/complaints?token=${staff.token}`));
    const [near, far] = await Promise.all(windows);
    if (!near || !far) throw new Error('Two windows were opened');
    const unread = async ({ messages, socket, next }: TestSocket) => {
      messages.splice(0);
      socket.send(JSON.stringify({ type: 'receive_preview_complaints' }));
      return count(await next(({ type }) => type === 'preview_complaints'));
    };
    const count = (message: Record<string, unknown>) =>
      (message.results as { type: string; unread_count: number }[]).find(({ type }) => type === 'suggestion')
        ?.unread_count;
    // A client that is answered is listening.
    const [before = 0] = await Promise.all([near, far].map(unread));
    const resident = await chats.open(here, await chatter(app, await newResident(app, [demo.home.unit])));
    const head = { [COMPLAINT_HEAD.type]: 'suggestion' };
    await resident.ask('pub', { topic: COMPLAINT_TOPIC, head, content: 'Поставьте скамейку' });
    const { complaint } = await far.next(({ type }) => type === 'new_complaint');
    expect(complaint).toMatchObject({ type: 'suggestion', description: 'Поставьте скамейку', is_read: false });
    expect(await unread(near)).toBe(before + 1);
    near.messages.splice(0);
    const { id } = complaint as { id: number };
    far.socket.send(JSON.stringify({ type: 'read_complaints', complaints_list: [id] }));
    expect(count(await near.next(({ type }) => type === 'preview_complaints'))).toBe(before);
    for (const { socket } of [near, far]) socket.terminate();
  });

  test('CHAT-26: a connection that ends under the look-up of a message keeps it from nobody, and brings none twice', async () => {
    const { b, one, two } = await apart();
    // The writer and the listener sit at different servers: the message is read there.
    Object.assign(failures, { table: 'chat_messages', left: 2 });
    await one.ask('pub', { topic: b.chatId, content: 'во время обрыва' });
    await one.ask('pub', { topic: b.chatId, content: 'после обрыва' });
    await two.next(({ data }) => data?.seq === 2);
    expect([seqs(two.frames), failures.left]).toEqual([[1, 2], 0]);
  });

  test('CHAT-26: nor does it keep from anybody that a colleague has come', async () => {
    const { a, one, two } = await apart();
    await two.ask('sub', { topic: 'me' });
    Object.assign(failures, { table: 'users', left: 2 });
    await one.ask('sub', { topic: 'me' });
    await two.next(({ pres }) => pres?.what === 'on' && pres.src === a.chatId);
    // The presence told to a newcomer may have been faster than the look-up that fails.
    for (let turn = 0; failures.left > 0 && turn < 4_000; turn += 1) await wait(5);
    expect(failures.left).toBe(0);
  });

  test('CHAT-26: where a message cannot be looked up at all everybody is sent back, and finds it', async () => {
    const { a, b, one, two } = await apart();
    Object.assign(failures, { table: 'chat_messages', left: Number.POSITIVE_INFINITY });
    await one.ask('pub', { topic: b.chatId, content: 'нашлось' });
    expect(await two.closed).toBe(CLOSE.restart);
    failures.left = 0;
    const again = await chats.open(there, b);
    await again.ask('sub', { topic: a.chatId, get: { what: 'data' } });
    expect((await again.next(({ data }) => data?.seq === 1)).data?.content).toBe('нашлось');
  });

  test('COMPL-12: a window that cannot be told of a complaint is sent back to ask anew', async () => {
    const demo = await readDemoCompany(app);
    const staff = await newPerson(app);
    const far = await openSocket(there, `/ws/complaints?token=${staff.token}`);
    far.socket.send(JSON.stringify({ type: 'receive_preview_complaints' }));
    await far.next(({ type }) => type === 'preview_complaints');
    const resident = await chats.open(here, await chatter(app, await newResident(app, [demo.home.unit])));
    Object.assign(failures, { table: 'complaints', left: 1 });
    const head = { [COMPLAINT_HEAD.type]: 'suggestion' };
    await resident.ask('pub', { topic: COMPLAINT_TOPIC, head, content: 'Почините калитку' });
    expect((await far.closed).code).toBe(CLOSE.failed);
  });
});
