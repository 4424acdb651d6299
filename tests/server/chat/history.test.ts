import { chatter, newResident } from '#tests/support/server/chat.ts';
import { colleague, raiseChats } from '#tests/support/server/chat-pair.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson } from '#tests/support/server/people.ts';

let demo: DemoCompany;
const room = raiseChats();
const { open, pair } = room;
beforeAll(async () => {
  demo = await readDemoCompany(room.app);
});

describe('history', () => {
  test('CHAT-13 CHAT-26: pages by since, before and ranges, newest first, without gaps', async () => {
    const { a, two, say, page } = await pair();
    await say(60);
    const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);
    expect(await page(two, a.chatId, { limit: 24 })).toEqual(down(60, 37));
    expect(await page(two, a.chatId, { before: 37, limit: 24 })).toEqual(down(36, 13));
    expect(await page(two, a.chatId, { before: 13, limit: 24 })).toEqual(down(12, 1));
    expect(await page(two, a.chatId, { since: 58, limit: 24 })).toEqual([60, 59, 58]);
    expect(await page(two, a.chatId, { ranges: [{ low: 1, hi: 3 }, { low: 9 }, { low: 59, hi: 90 }] })).toEqual([
      60, 59, 9, 2, 1,
    ]);
    const empty = await two.ask('get', { topic: a.chatId, what: 'data', data: { since: 61 } });
    expect(empty.ctrl).toMatchObject({ code: 204, text: 'no content', params: { what: 'data' } });
  });

  test('CHAT-26: what is deleted for oneself is gone from the pages, and stays for the other one', async () => {
    const { a, b, one, two, say, page } = await pair();
    await say(30);
    const asked = { topic: a.chatId, what: 'msg', delseq: [{ low: 3, hi: 29 }, { low: 1 }] };
    expect((await two.ask('del', asked)).ctrl).toMatchObject({ code: 200, params: { del: 1 } });
    expect(await page(two, a.chatId, { limit: 24 })).toEqual([30, 29, 2]);
    expect(await page(one, b.chatId, { before: 4 })).toEqual([3, 2, 1]);
    const { meta } = await two.ask('get', { topic: a.chatId, what: 'del', del: { since: 1 } });
    expect(meta?.del).toEqual({
      clear: 1,
      delseq: [
        { low: 1, hi: 2 },
        { low: 3, hi: 29 },
      ],
    });
    expect((await one.ask('get', { topic: b.chatId, what: 'del' })).ctrl?.code).toBe(204);
  });

  test("CHAT-26: deleting for all takes one's own messages, tells the other one, and no number is used again", async () => {
    const { a, b, one, two, say, page } = await pair();
    await say(5);
    await two.ask('pub', { topic: a.chatId, content: 'не моё' });
    two.clear();
    const deleting = { topic: b.chatId, what: 'msg', hard: true, delseq: [{ low: 4, hi: 7 }] };
    expect((await one.ask('del', deleting)).ctrl?.params).toEqual({ del: 1 });
    const { pres } = await two.next((frame) => frame.pres?.what === 'del');
    expect(pres).toEqual({ topic: a.chatId, src: a.chatId, what: 'del', clear: 1, delseq: [{ low: 4, hi: 6 }] });
    expect(await page(two, a.chatId, {})).toEqual([6, 3, 2, 1]);
    expect(await page(one, b.chatId, {})).toEqual([3, 2, 1]);
    expect((await one.ask('pub', { topic: b.chatId, content: 'x' })).ctrl?.params).toEqual({ seq: 7 });
  });

  test('CHAT-26: old messages cannot be deleted for all, only for oneself', async () => {
    const { a, b, one, two, say, page } = await pair();
    await say(2);
    const { kysely } = room.app.database;
    await kysely
      .updateTable('chat_messages')
      .set({ at: new Date(Date.now() - 601_000) })
      .where('sender_id', '=', a.id)
      .execute();
    await one.ask('del', { topic: b.chatId, what: 'msg', hard: true, delseq: [{ low: 1, hi: 3 }] });
    expect(await page(two, a.chatId, {})).toEqual([2, 1]);
    expect(await page(one, b.chatId, {})).toEqual([]);
  });

  test('CHAT-26: an edit takes a number of its own and is paged like the others; content comes back as it was sent', async () => {
    const { a, b, one, two } = await pair();
    const content = {
      txt: ' ',
      fmt: [{ len: 1 }],
      ent: [{ tp: 'LN', data: { url: 'javascript:alert(1)' } }],
      'x-own': [null, 0],
    };
    await one.ask('pub', { topic: b.chatId, head: { mime: 'text/x-drafty', sender: 'usrX' }, content });
    await one.ask('pub', { topic: b.chatId, head: { replace: ':1' }, content: 'иначе' });
    await two.next(({ data }) => data?.seq === 2);
    const frames = (await two.all('get', { topic: a.chatId, what: 'data' })).flatMap(({ data }) => data ?? []);
    expect(frames).toEqual([
      { topic: a.chatId, from: a.chatId, seq: 2, ts: expect.any(String), head: { replace: ':1' }, content: 'иначе' },
      { topic: a.chatId, from: a.chatId, seq: 1, ts: expect.any(String), head: { mime: 'text/x-drafty' }, content },
    ]);
  });
});

describe('who speaks', () => {
  const photo = { type: 'jpeg', ref: '/v0/file/s/00000000000000000000000000000000.jpg' };
  const label = { fn: 'Управляющая компания', photo, note: 'дежурный' };

  test('CHAT-26: a resident is named by their record wherever they are seen; what their client sets only they see', async () => {
    const manager = await colleague(room.app);
    const resident = await chatter(room.app, await newResident(room.app, [demo.home.unit]));
    const { first_name, last_name } = await room.app.database.kysely
      .selectFrom('users')
      .where('id', '=', resident.id)
      .select(['first_name', 'last_name'])
      .executeTakeFirstOrThrow();
    const fn = `${first_name} ${last_name}`;
    const [one, two] = [await open(resident), await open(manager)];
    for (const chat of [one, two]) await chat.ask('sub', { topic: 'me' });
    await one.ask('sub', { topic: manager.chatId });
    expect((await one.ask('set', { topic: 'me', desc: { public: label } })).ctrl?.code).toBe(200);

    await two.ask('sub', { topic: resident.chatId });
    const listed = await two.ask('get', { topic: 'me', what: 'sub', sub: { topic: resident.chatId } });
    expect(listed.meta?.sub).toMatchObject([{ public: { fn } }]);
    const opened = await two.ask('get', { topic: resident.chatId, what: 'desc' });
    expect(opened.meta?.desc).toMatchObject({ public: { fn } });
    await two.ask('sub', { topic: 'fnd' });
    await two.ask('set', { topic: 'fnd', desc: { public: `building_${demo.home.building}` } });
    const found = await two.ask('get', { topic: 'fnd', what: 'sub' });
    expect(found.meta?.sub).toContainEqual(expect.objectContaining({ topic: resident.chatId, public: { fn } }));
    expect(JSON.stringify(two.frames)).not.toMatch(/Управляющая компания|дежурный|0{32}/);

    const own = await one.ask('get', { topic: 'me', what: 'desc' });
    expect(own.meta?.desc).toMatchObject({ public: label });
  });

  test('CHAT-27: in a group a colleague is named by their record, with the picture of their own', async () => {
    const [a, b] = [await colleague(room.app), await colleague(room.app)];
    const [one, two] = [await open(a), await open(b)];
    const made = await one.ask('sub', { topic: 'new1', set: { desc: { public: { fn: 'Смена' } } } });
    const topic = String(made.ctrl?.topic);
    await one.ask('set', { topic, sub: { user: b.chatId } });
    await two.ask('set', { topic: 'me', desc: { public: label } });
    const { meta } = await one.ask('get', { topic, what: 'sub', sub: { user: b.chatId } });
    expect(meta?.sub).toMatchObject([{ user: b.chatId, public: { fn: expect.stringMatching(/Проверкин/), photo } }]);
    expect(JSON.stringify(meta)).not.toMatch(/Управляющая компания|дежурный/);
  });
});

describe('groups', () => {
  test('CHAT-27: colleagues make a group, come and go; residents stay outside', async () => {
    const [a, b, c] = [await colleague(room.app), await colleague(room.app), await colleague(room.app)];
    const resident = await chatter(room.app, await newResident(room.app, [demo.home.unit]));
    const [one, two, three] = [await open(a), await open(b), await open(c)];
    for (const chat of [two, three]) await chat.ask('sub', { topic: 'me' });
    const made = await one.ask('sub', { topic: 'new1', set: { desc: { public: { fn: 'Аварийка' } } } });
    const topic = String(made.ctrl?.topic);
    expect(made.ctrl).toMatchObject({ code: 200, topic: expect.stringMatching(/^grp/), params: { tmpname: 'new1' } });
    expect((await one.ask('set', { topic, sub: { user: b.chatId } })).ctrl?.code).toBe(200);
    expect((await one.ask('set', { topic, sub: { user: resident.chatId } })).ctrl?.code).toBe(403);
    await two.next(({ pres }) => pres?.what === 'acs' && pres.src === topic);
    expect((await three.ask('sub', { topic })).ctrl?.code).toBe(404);
    await two.ask('sub', { topic });
    await one.ask('pub', { topic, content: 'Все на связи?' });
    expect((await two.next(({ data }) => data?.topic === topic)).data).toMatchObject({ from: a.chatId, seq: 1 });
    expect((await two.ask('del', { topic, what: 'topic' })).ctrl?.code).toBe(403);
    expect((await one.ask('del', { topic, what: 'sub', user: b.chatId })).ctrl?.code).toBe(200);
    await two.next(({ ctrl }) => ctrl?.code === 205);
    expect((await two.ask('pub', { topic, content: 'x' })).ctrl?.code).toBe(409);
    expect((await one.ask('del', { topic, what: 'topic', hard: true })).ctrl?.code).toBe(200);
    expect((await one.ask('sub', { topic })).ctrl?.code).toBe(404);
  });
});

describe('notices and profiles', () => {
  test('NOTIF-08 CHAT-25: what a resident writes is told to the member of staff, wherever he is', async () => {
    const staff = await colleague(room.app);
    const resident = await chatter(room.app, await newResident(room.app, [demo.home.unit]));
    const chat = await open(resident);
    await chat.ask('sub', { topic: staff.chatId });
    await chat.ask('pub', { topic: staff.chatId, content: 'Течёт кран' });
    const stored = room.app.database.kysely
      .selectFrom('notifications')
      .where('recipient_id', '=', staff.id)
      .selectAll();
    expect(await stored.execute()).toEqual([
      expect.objectContaining({ type: 'chat', subtype: 'message', ref: resident.chatId, message: 'Течёт кран' }),
    ]);
  });

  test('CHAT-18 CHAT-19 CHAT-20 CHAT-21 CHAT-22: a profile tells the status and the position', async () => {
    const asker = await newPerson(room.app);
    const other = await newPerson(room.app);
    const { chatId } = await chatter(room.app, other.id);
    const { kysely } = room.app.database;
    const status = async () => (await asker.get(`/api/authorized/profile/?chat_id=${chatId}`)).body.status;
    const set = (change: object) => kysely.updateTable('users').set(change).where('id', '=', other.id).execute();
    await set({ position: 'Диспетчер' });
    expect((await asker.get(`/api/authorized/profile/?chat_id=${chatId}`)).body).toMatchObject({
      status: 'active',
      position: 'Диспетчер',
    });
    await kysely
      .updateTable('levels')
      .set({ level: 'denied' })
      .where('user_id', '=', other.id)
      .where('section', '=', 'chats')
      .execute();
    expect(await status()).toBe('no_chat_access');
    await set({ status: 'suspended' });
    expect(await status()).toBe('blocked');
    await set({ status: 'deleted', phone: null });
    expect(await status()).toBe('deleted');
    expect((await asker.get('/api/authorized/profile/?chat_id=usrAAAAAAAAAAA')).status).toBe(404);
    expect((await asker.get('/api/authorized/profile/?chat_id=1')).status).toBe(400);
  });

  test('PERM-18: without the right to the chat its address works as before: contacts, chats, what is written', async () => {
    const person = await newPerson(room.app, { levels: { chats: 'denied' }, porches: [demo.home.porch] });
    expect((await person.get('/api/crm/permissions/')).text).toContain('"chats":"denied"');
    expect((await person.get('/api/crm/chat-contacts/?kind=company')).status).toBe(200);
    const [own, other] = [await chatter(room.app, person.id), await colleague(room.app)];
    const [one, two] = [await open(own), await open(other)];
    await two.ask('sub', { topic: own.chatId });
    await one.ask('sub', { topic: other.chatId });
    await one.ask('pub', { topic: other.chatId, noecho: true, content: 'без права' });
    expect((await two.next(({ data }) => data?.content === 'без права')).data?.from).toBe(own.chatId);
  });

  test('CHAT-03 PERM-25: a chat is searched by who is in it, edits count where they stand', async () => {
    const person = await newPerson(room.app);
    const [a, b] = [await chatter(room.app, person.id), await colleague(room.app)];
    const chat = await open(a);
    await chat.ask('sub', { topic: b.chatId });
    for (const content of ['Ёлка у подъезда', { txt: 'ещё одна ёлка' }, 'забор']) {
      await chat.ask('pub', { topic: b.chatId, content });
    }
    await chat.ask('pub', { topic: b.chatId, head: { replace: ':3' }, content: 'не забор, а елка' });
    const find = async (by: typeof person, query: string) =>
      (await by.get(`/api/crm/chat-messages/?chat_id=${b.chatId}&search=${encodeURIComponent(query)}`)).body;
    expect(await find(person, 'ЕЛКА')).toMatchObject({ results: [{ seq: 3 }, { seq: 2 }, { seq: 1 }], more: false });
    expect(await find(person, 'забор')).toMatchObject({ results: [{ seq: 3, text: 'не забор, а елка' }] });
    expect(await find(person, '%%')).toEqual({ results: [], more: false });
    expect(await find(await newPerson(room.app), 'елка')).toEqual({ results: [], more: false });
  });

  test('CHAT-05: contacts are colleagues and residents of held entrances, of the buildings named', async () => {
    const near = await newPerson(room.app, { porches: [demo.home.porch] });
    const resident = await newResident(room.app, [demo.home.unit]);
    const idsOf = async (query: string) =>
      (await near.get(`/api/crm/chat-contacts/?page_size=500${query}`)).body.results as unknown as {
        user: number;
        kind: string;
      }[];
    const all = await idsOf('');
    expect(all.map(({ user }) => user)).toContain(resident);
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['resident', 'company']));
    const away = await idsOf(`&kind=resident&buildings_id=${demo.away.building}`);
    expect(away).toEqual([]);
    expect((await idsOf('&search=чатов')).map(({ user }) => user)).toContain(resident);
    // By where somebody lives.
    const { label, street, number } = await room.app.database.kysely
      .selectFrom('units')
      .innerJoin('buildings', 'buildings.id', 'units.building_id')
      .where('units.id', '=', demo.home.unit)
      .select(['units.label', 'buildings.street', 'buildings.number'])
      .executeTakeFirstOrThrow();
    for (const typed of [`кв ${label}`, `${street} ${number} ${label}`, `${street}, ${number}`]) {
      const found = await idsOf(`&search=${encodeURIComponent(typed)}`);
      expect([typed, found.map(({ user }) => user)]).toEqual([typed, expect.arrayContaining([resident])]);
    }
    expect((await idsOf(`&search=${encodeURIComponent(`кв ${label}9`)}`)).map(({ user }) => user)).toEqual([]);
    // By the name in the chat, whatever somebody calls themselves there.
    const { chatId } = await chatter(room.app, resident);
    expect((await idsOf(`&chat_id=${chatId}`)).map(({ user }) => user)).toEqual([resident]);
    expect((await near.get('/api/crm/chat-contacts/?chat_id=1')).status).toBe(400);
  });
});
