import {
  HANDOVERS_PATH,
  NOTES_PATH,
  NOTES_PER_DAY,
  SHIFT_PATH,
  WAITING_PATH,
} from '#resources/protocol/shift/shift-bounds.ts';
import { publish } from '#tests/support/server/announcements.ts';
import { chatter, newResident, type RawChat, signedIn } from '#tests/support/server/chat.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person, type PersonOptions } from '#tests/support/server/people.ts';
import { column, createRequest, move, patch } from '#tests/support/server/requests.ts';
import { listen, openSocket, type TestSocket } from '#tests/support/server/sockets.ts';
import { type Json, openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let host = '';
let boss: Person;
let clock = Date.now();
const opened: (TestSocket | RawChat)[] = [];
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
  demo = await readDemoCompany(app);
  host = await listen(app);
  boss = await newPerson(app);
});
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate();
});
afterAll(() => app.close());

const staff = (options: PersonOptions = {}) =>
  newPerson(app, { levels: { tasks: 'write', chats: 'read' }, ...options });
const shiftOf = async (by: Person, query = '') => {
  const answer = await by.get(`${SHIFT_PATH}?buildings_id=${demo.home.building}${query}`);
  if (answer.status !== 200) throw new Error(`the shift answered ${answer.status}: ${answer.text}`);
  return answer.body;
};
const countsOf = async (by: Person, query = '') =>
  (await shiftOf(by, query)).counts as Readonly<Record<string, unknown>>;
const listed = (value: Json | undefined) => value as unknown as readonly Json[];
const porches = (...ids: number[]) => ({ target_type: 'porches', target: { porches: ids } });
const seconds = (at: unknown) => Math.floor(Date.parse(String(at)) / 1000);
const handOver = async (by: Person, body: object = { buildings: [demo.home.building] }) => {
  const answer = await by.post(HANDOVERS_PATH, body);
  return { status: answer.status, id: Number(answer.body.params?.id), body: answer.body };
};
/** A minute later every moment of before is in the shift that ended. */
const minute = () => {
  clock += 60_000;
};

/** The list behind each number, asked for as the list itself does. */
async function lists(by: Person, shift: Json) {
  const home = `&buildings_id=${demo.home.building}&date=0`;
  const [since, until] = [seconds(shift.since), shift.until ? `&until=${seconds(shift.until)}` : ''];
  const size = async (stage: Parameters<typeof column>[1], query: string) => (await column(by, stage, query)).length;
  const all = async (query: string) =>
    (await size('created', query)) + (await size('in_progress', query)) + (await size('done', query));
  const doneUntil = shift.until ? `&done_until=${seconds(shift.until)}` : '';
  return {
    overdue: await all(`${home}&overdue=true`),
    waiting: await size('created', home),
    came: await all(`&buildings_id=${demo.home.building}&date=${since}${until}`),
    done: await size('done', `${home}&done_since=${since}${doneUntil}`),
  };
}

describe('numbers', () => {
  test('every number of requests is that of the list it leads to, by entrance, performer and level', async () => {
    const { home } = demo;
    await handOver(boss);
    minute();
    const whole = await createRequest(boss, demo);
    await createRequest(boss, demo, porches(home.porch));
    await createRequest(boss, demo, {
      ...porches(home.otherPorch),
      deadline: new Date(clock + 3_600_000).toISOString(),
    });
    const plumber = await staff({ levels: { tasks: 'performer' } });
    await move(boss, whole, { stage: 'in_progress', performer: plumber.id });
    await move(boss, whole, { stage: 'done', resolution: 'resolved' });
    const late = await createRequest(boss, demo, { deadline: new Date(clock + 3_600_000).toISOString() });
    await app.database.kysely
      .updateTable('tasks')
      .set({ deadline: new Date(Date.now() - 60_000) })
      .where('id', '=', late)
      .execute();
    const people = [
      boss,
      await staff({ porches: [home.porch] }),
      await staff({ porches: [home.otherPorch] }),
      plumber,
      await staff({ porches: [demo.away.porch] }),
    ];
    for (const person of people) {
      const shift = await shiftOf(person);
      expect(shift.counts).toMatchObject(await lists(person, shift));
    }
    expect(await countsOf(boss)).toMatchObject({ came: 4, done: 1, overdue: expect.any(Number) });
    expect(Number((await countsOf(boss)).overdue)).toBeGreaterThan(0);
    const far = await shiftOf(people[4] as Person);
    expect([far.counts, far.buildings]).toEqual([
      { overdue: 0, waiting: 0, chats: 0, complaints: 0, came: 0, done: 0, accidents: 0 },
      [],
    ]);
  });

  test('buildings add up to the whole and name their address; what is out of reach is in neither', async () => {
    const answer = await boss.get(SHIFT_PATH);
    const rows = listed(answer.body.buildings);
    expect(rows.length).toBeGreaterThan(1);
    for (const key of ['overdue', 'waiting', 'came', 'done', 'complaints']) {
      const sum = rows.reduce((all, row) => all + Number(row[key]), 0);
      expect([key, sum]).toEqual([key, Number(answer.body.counts?.[key])]);
    }
    expect(rows.every(({ street, number }) => Boolean(street) && Boolean(number))).toBe(true);
    const near = await staff({ porches: [demo.home.porch] });
    const seen = listed((await near.get(SHIFT_PATH)).body.buildings).map(({ id }) => Number(id));
    expect(seen).toEqual([demo.home.building]);
  });

  test('who lacks a section has no numbers of it; who has neither requests nor chats has no page', async () => {
    const requests = await staff({ levels: { tasks: 'read' } });
    expect(await countsOf(requests)).toMatchObject({
      chats: null,
      complaints: null,
      accidents: expect.any(Number),
      waiting: expect.any(Number),
    });
    const chats = await staff({ levels: { chats: 'read', news: 'read' } });
    expect(await countsOf(chats)).toMatchObject({ overdue: null, came: null, chats: 0, accidents: expect.any(Number) });
    const neither = await staff({ levels: { news: 'write', residents: 'write' } });
    expect((await neither.get(SHIFT_PATH)).status).toBe(403);
    expect((await neither.post(NOTES_PATH, { text: 'x', buildings: null })).status).toBe(403);
    const features = async (by: Person) => (await by.get('/api/crm/permissions/')).body.features?.shift;
    expect(await Promise.all([requests, chats, neither].map(features))).toEqual([true, true, false]);
  });

  test('a request that is taken up again is no longer done; one that ends again is', async () => {
    const id = await createRequest(boss, demo);
    const before = Number((await countsOf(boss)).done);
    await move(boss, id, { stage: 'done', resolution: 'canceled', resolution_description: 'Ошибка' });
    expect(Number((await countsOf(boss)).done)).toBe(before + 1);
    expect((await boss.post(`/api/crm/tasks/${id}/undo/`)).status).toBe(200);
    expect(Number((await countsOf(boss)).done)).toBe(before);
  });

  test('accidents of the shift are counted once each, and are those that the feed shows by the same filter', async () => {
    const before = Number((await countsOf(boss)).accidents);
    const target = { buildings: [demo.home.building, demo.away.building] };
    await publish(boss, target, { type: 'accident' });
    await publish(boss, { buildings: [demo.home.building] }, { type: 'info' });
    const whole = (await boss.get(SHIFT_PATH)).body;
    const shift = await shiftOf(boss);
    expect(shift.counts?.accidents).toBe(before + 1);
    const query = `buildings_id=${demo.home.building}&type=accident&since=${seconds(shift.since)}&page_size=1`;
    const feed = (await boss.get(`/api/crm/news/?${query}`)).body;
    expect(feed.count).toBe(before + 1);
    if (before) expect(String(feed.next)).toContain(`type=accident&since=${seconds(shift.since)}`);
    expect(Number(whole.counts?.accidents)).toBeGreaterThan(before);
  });
});

describe('chats and complaints', () => {
  test('a chat waits while the last word is the resident’s; it is one’s own and in reach', async () => {
    const [first, other] = [await staff(), await staff()];
    const away = await staff({ porches: [demo.away.porch] });
    const resident = await chatter(app, await newResident(app, [demo.home.unit]));
    const line = await signedIn(host, resident);
    opened.push(line);
    for (const person of [first, away]) {
      const { chatId } = await chatter(app, person.id);
      await line.ask('sub', { topic: chatId });
      await line.ask('pub', { topic: chatId, noecho: true, content: 'Когда включат воду?' });
    }
    expect((await countsOf(first)).chats).toBe(1);
    expect((await first.get(WAITING_PATH)).list).toEqual([{ chat: resident.chatId }]);
    expect((await countsOf(other)).chats).toBe(0);
    expect((await away.get(WAITING_PATH)).list).toEqual([]);
    const elsewhere = await first.get(`${WAITING_PATH}?buildings_id=${demo.away.building}`);
    expect(elsewhere.list).toEqual([]);
    const own = await signedIn(host, await chatter(app, first.id));
    opened.push(own);
    await own.ask('sub', { topic: resident.chatId });
    await own.ask('pub', { topic: resident.chatId, noecho: true, content: 'В шесть.' });
    expect((await countsOf(first)).chats).toBe(0);
    expect((await first.get(WAITING_PATH)).list).toEqual([]);
  });
});

describe('hand-overs', () => {
  test('a shift begins with the hand-over before it; the one that ended is looked at by its number', async () => {
    minute();
    const first = await handOver(boss);
    expect(first.status).toBe(201);
    minute();
    const id = await createRequest(boss, demo);
    expect(await countsOf(boss)).toMatchObject({ came: 1, done: 0 });
    await move(boss, id, { stage: 'done', resolution: 'canceled', resolution_description: 'Повтор' });
    minute();
    const second = await handOver(boss, { buildings: [demo.home.building], note: '  Ключи у консьержа  ' });
    minute();
    const now = await shiftOf(boss);
    expect([now.counts?.came, now.counts?.done, now.begins]).toEqual([0, 0, 'handover']);
    expect(listed(now.notes)[0]).toMatchObject({ text: 'Ключи у консьержа', own: true, buildings: 1 });
    const ended = await shiftOf(boss, `&handover=${second.id}`);
    expect([ended.counts?.came, ended.counts?.done]).toEqual([1, 1]);
    expect(ended.counts).toMatchObject(await lists(boss, ended));
    expect((await boss.get(`${SHIFT_PATH}?handover=2000000000`)).status).toBe(404);
  });

  test('without a hand-over a shift is the last day, after a long time the last week', async () => {
    const { building, porch } = demo.away;
    const person = await staff({ porches: [porch] });
    const away = async () => (await person.get(`${SHIFT_PATH}?buildings_id=${building}`)).body;
    expect((await away()).begins).toBe('day');
    await handOver(person, { buildings: [building] });
    expect((await away()).begins).toBe('handover');
    clock += 8 * 86_400_000;
    const late = await away();
    expect([late.begins, seconds(late.at) - seconds(late.since)]).toEqual(['week', 7 * 86_400]);
    clock -= 8 * 86_400_000;
  });

  test('the first one to accept has it; it is taken back by its giver, the last one alone, until then', async () => {
    const [giver, taker] = [await staff(), await staff()];
    const { id } = await handOver(giver);
    const url = `${HANDOVERS_PATH}${id}/`;
    expect(listed((await shiftOf(giver)).handovers)[0]).toMatchObject({ id, may_take_back: true, accepted: null });
    expect(listed((await shiftOf(taker)).handovers)[0]).toMatchObject({ id, may_take_back: false });
    expect((await taker.remove(url)).status).toBe(404);
    const accepted = await taker.post(`${url}accept/`);
    expect(accepted.body.params).toMatchObject({ id, accepted: { by: { user: taker.id } } });
    const again = await boss.post(`${url}accept/`);
    expect([again.status, again.body.detail]).toEqual([409, 'Смену уже приняли']);
    expect((await giver.remove(url)).status).toBe(409);
    minute();
    const next = await handOver(giver);
    expect((await giver.remove(`${HANDOVERS_PATH}${next.id}/`)).status).toBe(204);
    expect(listed((await shiftOf(giver)).handovers)[0]).toMatchObject({ id });
  });

  test('PERM-25: a shift of other buildings is neither seen, accepted nor given; one sent twice is one', async () => {
    const away = await staff({ porches: [demo.away.porch] });
    const { id } = await handOver(boss);
    const seen = listed((await away.get(SHIFT_PATH)).body.handovers).map((one) => Number(one.id));
    expect(seen).not.toContain(id);
    expect((await away.post(`${HANDOVERS_PATH}${id}/accept/`)).status).toBe(404);
    const refused = await handOver(away);
    expect([refused.status, refused.body.buildings]).toEqual([400, [expect.stringMatching(/[а-я]/)]]);
    const nowhere = await staff({ porches: [] });
    expect((await handOver(nowhere, { buildings: null })).status).toBe(400);
    const headers = { 'Idempotency-Key': 'shift-handed-over-once-0001' };
    const call = { url: HANDOVERS_PATH, body: { buildings: null } };
    const twice = [
      await app.call('POST', call, boss.token, headers),
      await app.call('POST', call, boss.token, headers),
    ];
    expect(new Set(twice.map(({ body }) => body.params?.id)).size).toBe(1);
  });
});

describe('notes', () => {
  const write = (by: Person, body: object) => by.post(NOTES_PATH, body);
  const texts = async (by: Person) => listed((await by.get(SHIFT_PATH)).body.notes).map(({ text }) => String(text));

  test('PERM-25: a note for buildings is seen by who reaches them, one for the company by its people', async () => {
    const near = await staff({ porches: [demo.home.porch] });
    const away = await staff({ porches: [demo.away.porch] });
    expect((await write(near, { text: 'Про дом', buildings: [demo.home.building] })).status).toBe(201);
    expect((await write(near, { text: 'Про всех', buildings: null })).status).toBe(201);
    expect((await write(near, { text: 'Чужой', buildings: [demo.away.building] })).status).toBe(400);
    expect(await texts(near)).toEqual(expect.arrayContaining(['Про дом', 'Про всех']));
    expect(await texts(away)).toContain('Про всех');
    expect(await texts(away)).not.toContain('Про дом');
    const other = await app.database.kysely
      .insertInto('companies')
      .values({ label: 'Чужая', name_full: 'Чужая', name_short: 'Чужая', avatar: null, license_on: null, phones: '[]' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.database.kysely.updateTable('users').set({ company_id: other.id }).where('id', '=', away.id).execute();
    expect(await texts(away)).not.toContain('Про всех');
  });

  test('it is taken back by who wrote it, and by nobody else', async () => {
    const writer = await staff();
    const made = await write(writer, { text: 'Проверьте насос', buildings: null });
    const url = `${NOTES_PATH}${made.body.params?.id}/`;
    expect((await boss.remove(url)).status).toBe(404);
    expect((await writer.remove(url)).status).toBe(204);
    expect(await texts(boss)).not.toContain('Проверьте насос');
  });

  test.each([
    ['nothing', '   ', 'text'],
    ['too much', 'x'.repeat(1_001), 'text'],
  ])('a note of %s is refused at its field', async (_what, text, field) => {
    const answer = await write(boss, { text, buildings: null });
    expect([answer.status, answer.body[field]]).toEqual([400, [expect.stringMatching(/[а-я]/)]]);
  });

  test('there is an end to the notes of one day', async () => {
    const writer = await staff();
    const rows = Array.from({ length: NOTES_PER_DAY }, () => ({ user_id: writer.id, at: new Date(clock), body: 'x' }));
    await app.database.kysely
      .insertInto('shift_notes')
      .values(rows.map((row) => ({ ...row, company_id: null, building_ids: null })))
      .execute();
    const answer = await write(writer, { text: 'Ещё', buildings: null });
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      `За сутки можно оставить не больше ${NOTES_PER_DAY} записок`,
    ]);
    clock += 86_400_000;
    expect((await write(writer, { text: 'Назавтра', buildings: null })).status).toBe(201);
    clock -= 86_400_000;
  });

  test('others are told at once that there is something new', async () => {
    const socket = await openSocket(host, `/ws/notifications?token=${boss.token}`);
    opened.push(socket);
    await socket.next((message) => message.type === 'welcome');
    const told = socket.next((message) => message.type === 'shift-changed');
    await write(await staff(), { text: 'Новое', buildings: null });
    expect(await told).toEqual({ type: 'shift-changed' });
  });

  test('who looks at somebody’s console writes nothing and hands nothing over', async () => {
    const admin = await newPerson(app, { role: 'admin' });
    const seen = await staff();
    const { body } = await admin.post(`/api/crm/employee/${seen.id}/view/`, {});
    const token = String(body.token ?? body.params?.token);
    const call = (url: string, what: object) => app.call('POST', { url, body: what }, token);
    expect((await app.call('GET', SHIFT_PATH, token)).status).toBe(200);
    expect((await call(NOTES_PATH, { text: 'x', buildings: null })).status).toBe(403);
    expect((await call(HANDOVERS_PATH, { buildings: null })).status).toBe(403);
  });
});

test('a request that has ended says when; one that is changed meanwhile keeps the moment', async () => {
  const id = await createRequest(boss, demo);
  await move(boss, id, { stage: 'done', resolution: 'canceled', resolution_description: 'Ошибка' });
  const card = (await column(boss, 'done', '&date=0')).find((one) => Number(one.id) === id);
  expect(String(card?.done_at)).toMatch(/^\d{4}-\d\d-\d\dT/);
  await boss.post(`/api/crm/tasks/${id}/comments/`, { message: 'Позвонили' });
  expect((await patch(boss, id, { order: 5 })).body.params?.done_at).toBe(card?.done_at);
});
