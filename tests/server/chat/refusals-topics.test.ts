import { sql } from 'kysely';
import { heardSoFar } from '#tests/support/server/channel-messages.ts';
import { type Chatter, chatter, newResident, type RawChat, signedIn } from '#tests/support/server/chat.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, setPorches } from '#tests/support/server/people.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let host = '';
let staff: Chatter;
let resident: Chatter;
const opened: RawChat[] = [];
const kept = (chat: RawChat) => {
  opened.push(chat);
  return chat;
};
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  host = await listen(app);
  staff = await chatter(app, (await newPerson(app)).id);
  resident = await chatter(app, await newResident(app, [demo.home.unit]));
});
afterEach(() => {
  for (const chat of opened.splice(0)) chat.close();
});
afterAll(() => app.close());

const setStatus = (id: number, status: 'active' | 'suspended' | 'created' | 'deleted') =>
  app.database.kysely.updateTable('users').set({ status }).where('id', '=', id).execute();

/** Somebody attached to the chat with the resident. */
async function talking(): Promise<RawChat> {
  const chat = kept(await signedIn(host, staff));
  await chat.ask('sub', { topic: resident.chatId });
  return chat;
}

describe('topics', () => {
  const subscribe = async (person: Chatter, topic: string, fields: object = {}) => {
    const { ctrl } = await kept(await signedIn(host, person)).ask('sub', { topic, ...fields });
    return [ctrl?.code, ctrl?.text];
  };

  test.each([
    ['somebody unknown', () => subscribe(staff, 'usrAAAAAAAAAAA'), 404, 'user not found'],
    ['a malformed id', () => subscribe(staff, 'usrA'), 400, 'malformed'],
    ['oneself', () => subscribe(staff, staff.chatId), 403, 'permission denied'],
    ['a group that is none', () => subscribe(staff, 'grpAAAAAAAAAAA'), 404, 'topic not found'],
    ['another name', () => subscribe(staff, 'zzz'), 404, 'topic not found'],
    ['a channel', () => subscribe(staff, 'nch1'), 404, 'topic not found'],
    ['a group, by a resident', () => subscribe(resident, 'new1'), 403, 'permission denied'],
    ['a malformed mode', () => subscribe(staff, resident.chatId, { set: { sub: { mode: 'XYZ' } } }), 400, 'malformed'],
  ])('CHAT-26: %s cannot be joined', async (_what, work, code, text) => {
    expect(await work()).toEqual([code, text]);
  });

  test('CHAT-05 PERM-25: residents out of reach, and neighbours, cannot be written to', async () => {
    const far = await newPerson(app, { porches: [demo.home.otherPorch] });
    expect(await subscribe(await chatter(app, far.id), resident.chatId)).toEqual([403, 'permission denied']);
    expect(await subscribe(resident, (await chatter(app, far.id)).chatId)).toEqual([403, 'permission denied']);
    const neighbour = await chatter(app, await newResident(app, [demo.home.unit]));
    expect(await subscribe(resident, neighbour.chatId)).toEqual([403, 'permission denied']);
    await setPorches(app, far.id, [demo.home.porch]);
    // A chat that is opened later does not end by it.
    await heardSoFar(app.database);
    expect(await subscribe(await chatter(app, far.id), resident.chatId)).toEqual([200, 'ok']);
  });

  test('CHAT-05 PERM-25: an entrance taken away ends the chat with those who live there', async () => {
    const person = await newPerson(app, { porches: [demo.home.porch] });
    const own = await chatter(app, person.id);
    const theirs = kept(await signedIn(host, resident));
    expect(await subscribe(own, resident.chatId)).toEqual([200, 'ok']);
    await theirs.ask('sub', { topic: own.chatId });
    await theirs.ask('pub', { topic: own.chatId, content: 'Про лифт' });
    const search = async () =>
      (await person.get(`/api/crm/chat-messages/?chat_id=${resident.chatId}&search=${encodeURIComponent('лифт')}`))
        .body;
    expect(await search()).toMatchObject({ results: [{ text: 'Про лифт' }] });
    await setPorches(app, person.id, [demo.home.otherPorch]);
    await heardSoFar(app.database);
    expect(await search()).toEqual({ results: [], more: false });
    expect((await theirs.ask('pub', { topic: own.chatId, content: 'Вы здесь?' })).ctrl?.code).toBe(403);
    expect(await subscribe(own, resident.chatId)).toEqual([403, 'permission denied']);
    const list = await kept(await signedIn(host, own)).ask('get', { topic: 'me', what: 'sub' });
    expect(list.ctrl).toMatchObject({ code: 204, params: { what: 'sub' } });
  });

  test('CHAT-18: with somebody who was deleted what was said is read, and nothing written', async () => {
    const person = await chatter(app, await newResident(app, [demo.home.unit]));
    const chat = kept(await signedIn(host, staff));
    await chat.ask('sub', { topic: person.chatId });
    await chat.ask('pub', { topic: person.chatId, content: 'Добрый день' });
    await setStatus(person.id, 'deleted');
    expect((await chat.ask('pub', { topic: person.chatId, content: 'Вы где?' })).ctrl?.code).toBe(403);
    const again = kept(await signedIn(host, staff));
    const frames = await again.all('sub', { topic: person.chatId, get: { what: 'data' } });
    expect(frames.filter(({ data }) => data).map(({ data }) => data?.content)).toEqual(['Добрый день']);
  });

  test('CHAT-26: joining twice, leaving what was not joined, asking and saying without joining', async () => {
    const chat = await talking();
    const answer = async (packet: string, fields: object) => {
      const { ctrl } = await chat.ask(packet, { topic: resident.chatId, ...fields });
      return [ctrl?.code, ctrl?.text];
    };
    expect(await answer('sub', {})).toEqual([304, 'already subscribed']);
    expect(await answer('leave', {})).toEqual([200, 'ok']);
    expect(await answer('leave', {})).toEqual([304, 'not joined']);
    expect(await answer('leave', { unsub: true })).toEqual([409, 'must attach first']);
    expect(await answer('pub', { content: 'x' })).toEqual([409, 'must attach first']);
    expect(await answer('get', { what: 'data' })).toEqual([403, 'permission denied']);
    expect(await answer('del', { what: 'msg', delseq: [{ low: 1, hi: 2 }] })).toEqual([409, 'must attach first']);
    expect(await answer('set', { aux: { pins: [1] } })).toEqual([409, 'must attach first']);
    expect(await answer('set', { desc: { private: { comment: 'кв. 12' } } })).toEqual([200, 'ok']);
  });

  test('CHAT-26: an attachment whose answer fails is none, and is made by the next try', async () => {
    const chat = kept(await signedIn(host, staff));
    const other = await chatter(app, (await newPerson(app)).id);
    const wrong = { what: 'data', data: { ranges: [{ low: 0, hi: 2 }] } };
    await chat.ask('sub', { topic: other.chatId });
    await chat.ask('pub', { topic: other.chatId, content: 'x' });
    await chat.ask('leave', { topic: other.chatId });
    const frames = await chat.all('sub', { topic: other.chatId, get: wrong });
    expect(frames.flatMap(({ ctrl }) => ctrl?.code ?? [])).toEqual([400]);
    expect((await chat.ask('pub', { topic: other.chatId, content: 'x' })).ctrl?.code).toBe(409);
    expect((await chat.ask('sub', { topic: other.chatId })).ctrl?.code).toBe(200);
  });

  test('CHAT-26: fields that everybody carries, and tags, have a limit', async () => {
    const chat = await talking();
    const answer = async (fields: object) => {
      const { ctrl } = await chat.ask('set', fields as Record<string, unknown>);
      return [ctrl?.code, ctrl?.text];
    };
    const much = { note: 'я'.repeat(9_000) };
    const refused = [422, 'policy violation'];
    expect(await answer({ topic: 'me', desc: { public: much } })).toEqual(refused);
    expect(await answer({ topic: 'me', desc: { private: much } })).toEqual(refused);
    expect(await answer({ topic: resident.chatId, desc: { private: much } })).toEqual(refused);
    expect(await answer({ topic: resident.chatId, aux: much })).toEqual(refused);
    const tags = Array.from({ length: 17 }, (_, at) => `own${at}`);
    expect(await answer({ topic: 'me', tags })).toEqual(refused);
    // A profile that grows little by little is refused all the same.
    expect(await answer({ topic: 'me', desc: { private: { a: 'я'.repeat(5_000) } } })).toEqual([200, 'ok']);
    expect(await answer({ topic: 'me', desc: { private: { b: 'я'.repeat(5_000) } } })).toEqual(refused);
  });

  test('CHAT-26 CHAT-27: a group takes so many colleagues and nobody more', async () => {
    const chat = kept(await signedIn(host, staff));
    const group = String((await chat.ask('sub', { topic: 'new1' })).ctrl?.topic);
    const bring = async (person: Chatter) => {
      const { ctrl } = await chat.ask('set', { topic: group, sub: { user: person.chatId } });
      return [ctrl?.code, ctrl?.text];
    };
    const [last, tooMany] = [
      await chatter(app, (await newPerson(app)).id),
      await chatter(app, (await newPerson(app)).id),
    ];
    const db = app.database.kysely;
    await sql`with crowd as (insert into users (role, company_id, phone, status, first_name, last_name)
        select role, company_id, '+7953' || lpad(at::text, 7, '0'), 'active', 'Имя', 'Фамилия'
        from users, generate_series(1, 126) at where id = ${staff.id} returning id)
      insert into chat_subscriptions (topic_id, user_id, want, given)
      select chat_topics.id, crowd.id, 'JRWPS', 'JRWPS' from chat_topics, crowd where name = ${group}`.execute(db);
    expect(await bring(last)).toEqual([200, 'ok']);
    expect(await bring(tooMany)).toEqual([422, 'policy violation']);
    // A member is no newcomer.
    expect((await chat.ask('set', { topic: group, sub: { user: last.chatId, mode: 'JRP' } })).ctrl?.code).toBe(200);
  });

  test('CHAT-26: a busy database asks to come again, one that is broken is an inner error; the line stays', async () => {
    const chat = await talking();
    const db = app.database.kysely;
    const say = async () => {
      const { ctrl } = await chat.ask('pub', { topic: resident.chatId, content: 'x' });
      return [ctrl?.code, ctrl?.text];
    };
    const failing = async (sqlstate: string) => {
      await sql`create or replace function fail_chat() returns trigger language plpgsql as
        ${sql.lit(`begin raise exception 'no' using errcode = '${sqlstate}'; end`)}`.execute(db);
      await sql`create or replace trigger fail_chat before insert on chat_messages execute function fail_chat()`.execute(
        db,
      );
    };
    await failing('40001');
    expect(await say()).toEqual([503, 'service unavailable']);
    await failing('53300');
    expect(await say()).toEqual([503, 'service unavailable']);
    await failing('XX000');
    expect(await say()).toEqual([500, 'internal error']);
    await sql`drop trigger fail_chat on chat_messages`.execute(db);
    expect(await say()).toEqual([202, 'accepted']);
  });

  test('CHAT-26: what has no place in a chat of two', async () => {
    const chat = await talking();
    const answer = async (packet: string, fields: object, topic = resident.chatId) => {
      const { ctrl } = await chat.ask(packet, { topic, ...fields });
      return [ctrl?.code, ctrl?.text];
    };
    expect(await answer('get', { what: 'tags' })).toEqual([405, 'operation or method not allowed']);
    expect(await answer('set', { desc: { public: { fn: 'x' } } })).toEqual([403, 'permission denied']);
    expect(await answer('set', { tags: ['x1'] })).toEqual([405, 'operation or method not allowed']);
    expect(await answer('pub', { content: 'x' }, 'me')).toEqual([403, 'permission denied']);
    expect(await answer('pub', { content: 'x' }, 'fnd')).toEqual([403, 'permission denied']);
    expect(await answer('leave', { unsub: true }, 'me')).toEqual([403, 'permission denied']);
    expect(await answer('del', { what: 'user' }, 'me')).toEqual([403, 'permission denied']);
    expect(await answer('get', { what: '' })).toEqual([400, 'malformed']);
    expect(await answer('pub', {})).toEqual([400, 'malformed']);
    expect(await answer('pub', { content: 'нуль\u0000' })).toEqual([400, 'malformed']);
  });

  test('CHAT-26: somebody who may only read, or is blocked by the other', async () => {
    const other = await chatter(app, (await newPerson(app)).id);
    const [own, theirs] = [kept(await signedIn(host, staff)), kept(await signedIn(host, other))];
    await own.ask('sub', { topic: other.chatId });
    await theirs.ask('sub', { topic: staff.chatId });
    const given = await own.ask('set', { topic: other.chatId, sub: { user: other.chatId, mode: 'JRP' } });
    expect(given.ctrl).toMatchObject({ code: 200, params: { user: other.chatId, acs: { mode: 'JRP' } } });
    expect((await theirs.ask('pub', { topic: staff.chatId, content: 'x' })).ctrl?.code).toBe(403);
    expect((await own.ask('set', { topic: other.chatId, sub: { user: other.chatId, mode: 'JRP' } })).ctrl?.code).toBe(
      304,
    );
    theirs.clear();
    await own.ask('set', { topic: other.chatId, sub: { user: other.chatId, mode: 'N' } });
    await theirs.next(({ ctrl }) => ctrl?.code === 205 && ctrl.text === 'evicted');
    expect((await theirs.ask('sub', { topic: staff.chatId })).ctrl?.code).toBe(403);
  });
});

describe('messages that are refused', () => {
  test.each([
    ['nothing', []],
    ['numbers that are not there', [{ low: 1_000, hi: 1_001 }]],
    ['ends before beginnings', [{ low: 3, hi: 2 }]],
    ['zero', [{ hi: 2 }]],
  ])('CHAT-26: deleting %s', async (_what, delseq) => {
    const chat = await talking();
    for (const content of ['раз', 'два', 'три']) await chat.ask('pub', { topic: resident.chatId, content });
    const { ctrl } = await chat.ask('del', { topic: resident.chatId, what: 'msg', delseq });
    expect(ctrl).toMatchObject({ code: 400, text: 'malformed' });
  });

  test("CHAT-26: editing another one's, an edit, or what is not there", async () => {
    const chat = await talking();
    const theirs = kept(await signedIn(host, resident));
    await theirs.ask('sub', { topic: staff.chatId });
    const seqOf = async (talk: RawChat, topic: string, fields: object) =>
      (await talk.ask('pub', { topic, content: 'x', ...fields })).ctrl;
    const foreign = await seqOf(theirs, staff.chatId, {});
    const own = await seqOf(chat, resident.chatId, {});
    const edit = await seqOf(chat, resident.chatId, { head: { replace: `:${own?.params?.seq}` } });
    expect(edit?.code).toBe(202);
    const code = async (replace: unknown) => (await seqOf(chat, resident.chatId, { head: { replace } }))?.code;
    expect(await code(`:${foreign?.params?.seq}`)).toBe(403);
    expect(await code(`:${edit?.params?.seq}`)).toBe(400);
    expect(await code(':100000')).toBe(400);
    expect(await code('7')).toBe(400);
    expect(await code(7)).toBe(400);
  });
});
