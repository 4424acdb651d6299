import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { LOGGER_OPTIONS } from '#server/http/log.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const TICKETS = '/api/authorized/socket-tickets/';
let app: TestApp;
let host = '';
let clock = Date.now();
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
  host = await listen(app);
});
afterAll(() => app.close());

const open = (ticket: unknown, headers = {}) => openSocket(host, `/ws/notifications?ticket=${ticket}`, headers);
const ticketOf = async (person: Person) => (await person.post(TICKETS)).body.ticket;

describe('a ticket of a socket', () => {
  test('NOTIF-02: is given to a session, and opens its socket', async () => {
    const person = await newPerson(app);
    const answer = await person.post(TICKETS);
    expect(answer).toMatchObject({ status: 201, body: { ticket: expect.any(String), expires_in: 60 } });
    const socket = await open(answer.body.ticket);
    expect(await socket.next(({ type }) => type === 'welcome')).toMatchObject({ user: person.id });
    socket.socket.terminate();
    const entries = await app.database.kysely
      .selectFrom('audit')
      .where('resource', '=', 'socket-tickets')
      .where('user_id', '=', person.id)
      .selectAll()
      .execute();
    expect(entries).toMatchObject([{ action: 'create' }]);
    expect(JSON.stringify(entries)).not.toContain(answer.body.ticket);
  });

  test('NOTIF-02: opens one, also when several come at once', async () => {
    const ticket = await ticketOf(await newPerson(app));
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => open(ticket)));
    const opened = tries.filter((outcome) => outcome.status === 'fulfilled');
    expect(opened).toHaveLength(1);
    for (const { value } of opened) value.socket.terminate();
    await expect(open(ticket)).rejects.toThrow('401');
  });

  test('NOTIF-02: dies after a minute', async () => {
    const ticket = await ticketOf(await newPerson(app));
    clock += 60_000;
    await expect(open(ticket)).rejects.toThrow('401');
  });

  test('NOTIF-02: is no token of a call, and a token is no ticket', async () => {
    const person = await newPerson(app);
    expect((await app.call('GET', '/api/crm/permissions/', String(await ticketOf(person)))).status).toBe(401);
    expect((await app.call('GET', '/api/crm/profile/current/', String(await ticketOf(person)))).status).toBe(401);
    await expect(open(person.token)).rejects.toThrow('401');
    await expect(openSocket(host, `/ws/notifications?token=${await ticketOf(person)}`)).rejects.toThrow('401');
  });

  test('NOTIF-02: dies with its session', async () => {
    const person = await newPerson(app);
    const ticket = await ticketOf(person);
    await person.post('/api/authorized/sign_out/');
    await expect(open(ticket)).rejects.toThrow('401');
  });

  test('NOTIF-02: its socket closes with its session', async () => {
    const person = await newPerson(app);
    const socket = await open(await ticketOf(person));
    await socket.next(({ type }) => type === 'welcome');
    await person.post('/api/authorized/sign_out/');
    expect((await socket.closed).code).toBe(4001);
  });

  test('NOTIF-02: opens nothing for the page of another site', async () => {
    const person = await newPerson(app);
    await expect(open(await ticketOf(person), { origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(open(await ticketOf(person), { origin: 'null' })).rejects.toThrow('403');
    const own = await open(await ticketOf(person), { origin: `http://${host}` });
    own.socket.terminate();
  });

  test.each([
    ['an empty one', ''],
    ['a number', '0'],
    ['a fragment of SQL', "' or 1=1"],
    ['a NUL', '%00'],
    ['an endless one', 'x'.repeat(5000)],
  ])('NOTIF-02: %s is refused', async (_what, ticket) => {
    await expect(open(ticket)).rejects.toThrow(/4\d\d/);
  });

  test('the log forgets tickets of long ago, and nothing else', async () => {
    const person = await newPerson(app);
    const entry = { user_id: person.id, action: 'create', record_id: '1', before: null, after: null, request_id: null };
    const at = new Date(clock - 31 * 86_400_000);
    await app.database.kysely
      .insertInto('audit')
      .values(['socket-tickets', 'cameras'].map((resource) => ({ ...entry, resource, at })))
      .execute();
    await ticketOf(person);
    const left = await app.database.kysely
      .selectFrom('audit')
      .where('user_id', '=', person.id)
      .where('record_id', 'is not', null)
      .orderBy('id')
      .select('resource')
      .execute();
    expect(left.map(({ resource }) => resource)).toEqual(['cameras', 'socket-tickets']);
  });

  test('NOTIF-02: a session keeps no heap of old ones', async () => {
    const person = await newPerson(app);
    for (let given = 0; given < 5; given += 1) await ticketOf(person);
    clock += 60_000;
    await ticketOf(person);
    const rows = await app.database.kysely
      .selectFrom('tokens')
      .where('user_id', '=', person.id)
      .where('purpose', '=', 'socket')
      .select('id')
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('the log', () => {
  test('NOTIF-02: holds no ticket and no token of a socket, of those let in and of those refused', async () => {
    const stream = new PassThrough();
    const lines: string[] = [];
    stream.on('data', (line) => lines.push(String(line)));
    const logged = await openTestApp({ log: pino({ ...LOGGER_OPTIONS, level: 'trace' }, stream) });
    const at = await listen(logged);
    const person = await newPerson(logged);
    const ticket = String((await person.post(TICKETS)).body.ticket);
    const path = '/ws/notifications';
    const socket = await openSocket(at, `${path}?ticket=${ticket}`);
    await socket.next(({ type }) => type === 'welcome');
    socket.socket.send('{');
    const again = await openSocket(at, `${path}?token=${person.token}`);
    await expect(openSocket(at, `${path}?ticket=${ticket}`)).rejects.toThrow('401');
    await expect(openSocket(at, `${path}?token=${person.token}x`)).rejects.toThrow('401');
    await expect(openSocket(at, `/ws/elsewhere?token=${person.token}`)).rejects.toThrow('404');
    const headers = { origin: 'https://evil.example' };
    await expect(openSocket(at, `${path}?token=${person.token}`, headers)).rejects.toThrow('403');
    expect((await logged.call('GET', `${path}?token=${person.token}`)).status).toBe(426);
    for (const open of [socket, again]) open.socket.terminate();
    await logged.close();
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain(ticket);
    expect(lines.join('')).not.toContain(person.token);
  });
});
