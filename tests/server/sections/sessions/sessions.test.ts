import { CLOSE } from '#resources/protocol/live.ts';
import { issueToken } from '#server/access/tokens.ts';
import { base64, chatter, greeted } from '#tests/support/server/chat.ts';
import { passIntervals, withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { updateOf } from '#tests/support/server/employee-rights.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { arrived, listen } from '#tests/support/server/sockets.ts';
import { openTestApp, PASSWORD, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

const URL = '/api/authorized/sessions/';
const CONFIRM = '/api/authorized/confirm_password/';
const DAY = 86_400_000;
const CONTACT = 'mailto:security@example.org';

let app: TestApp;
let clock = Date.now();
beforeAll(async () => {
  withoutIntervals();
  app = await openTestApp({
    now: () => new Date(clock),
    settings: { sessions: { end: 3 * DAY, idle: DAY }, confirmPassword: true, securityContact: CONTACT },
  });
});
afterAll(async () => {
  await app.close();
  withIntervals();
});

const signIn = async ({ phone }: Person, agent: string) => {
  const body = { username: phone, password: PASSWORD };
  const answer = await app.call('POST', { url: '/api/auth', body }, null, { 'user-agent': agent });
  return String(answer.body.token);
};
const lives = async (token: string) => (await app.call('GET', '/api/crm/permissions/', token)).status === 200;
const idOf = (one: unknown) => Number((one as { id?: unknown } | undefined)?.id);

describe('one’s own sessions', () => {
  test('are listed, the newest first, with browser and address; others’ are not', async () => {
    const [person, other] = [await newPerson(app), await newPerson(app)];
    clock += 1_000;
    const token = await signIn(person, `Mozilla/5.0 ${'x'.repeat(400)}`);
    const { status, body } = await app.call('GET', URL, token);
    expect(status).toBe(200);
    expect(body.results).toEqual([
      {
        id: expect.any(Number),
        current: true,
        created_at: new Date(clock).toISOString(),
        last_seen_at: new Date(clock).toISOString(),
        address: '127.0.0.1',
        agent: expect.stringMatching(/^Mozilla.{1,300}$/),
      },
      expect.objectContaining({ current: false, address: null, agent: null }),
    ]);
    expect((await other.get(URL)).body.results).toHaveLength(1);
    expect((await app.call('GET', '/api/crm/permissions/', token)).body.features).toMatchObject({ sessions: true });
  });

  test('one is ended at once and alone; somebody else’s is not found', async () => {
    const [person, other] = [await newPerson(app), await newPerson(app)];
    const token = await signIn(person, 'Firefox');
    const [newest] = (await person.get(URL)).body.results as unknown as unknown[];
    expect((await other.remove(`${URL}${idOf(newest)}/`)).status).toBe(404);
    expect(await lives(token)).toBe(true);
    expect((await person.remove(`${URL}${idOf(newest)}/`)).status).toBe(204);
    expect(await lives(token)).toBe(false);
    expect(await lives(person.token)).toBe(true);
    expect((await person.remove(`${URL}${idOf(newest)}/`)).status).toBe(404);
  });

  test('end as the settings say, those from before among them', async () => {
    const person = await newPerson(app);
    const used = await signIn(person, 'Firefox');
    const idle = await signIn(person, 'Firefox');
    for (let half = 0; half < 5; half += 1) {
      clock += DAY / 2;
      expect([half, await lives(used)]).toEqual([half, true]);
    }
    expect(await lives(idle)).toBe(false);
    clock += DAY / 2;
    expect(await lives(used)).toBe(false);
    // Begun under other settings, it would live for another week.
    const old = await issueToken(app.database.kysely, person.id, 'session', new Date(clock - 4 * DAY));
    expect(await lives(old)).toBe(false);
    expect((await (await newPerson(app)).get(URL)).body.results).toHaveLength(1);
  });
});

describe('the chat', () => {
  let host = '';
  beforeAll(async () => {
    host = await listen(app);
  });
  /** Opens the chat as the console does. @returns the open socket and the token that the chat gives for coming back */
  const enter = async (person: Person) => {
    const { body } = await person.post('/api/authorized/chat-pass/');
    const chat = await greeted(host);
    const secret = base64(`${body.login}:${body.password}`);
    const { ctrl } = await chat.ask('login', { scheme: 'basic', secret });
    return { chat, token: String(ctrl?.params?.token) };
  };
  const codeOf = async (secret: string) => {
    const chat = await greeted(host);
    const { ctrl } = await chat.ask('login', { scheme: 'token', secret });
    chat.close();
    return ctrl?.code;
  };

  /** Lets a minute pass in which open sockets answer the pings that come meanwhile. */
  const passMinute = async (...chats: Parameters<typeof arrived>[0][]) => {
    for (let passed = 0; passed < 60_000; passed += 10_000) {
      passIntervals(10_000);
      // There and back twice: by then the server has read the answers.
      for (let turn = 0; turn < 2; turn += 1) await Promise.all(chats.map(arrived));
    }
  };

  test('CHAT-08: lives as long as the session that opened it and no longer, an open socket of it too', async () => {
    const [used, idle] = [await newPerson(app), await newPerson(app)];
    const [one, other] = [await enter(used), await enter(idle)];
    for (let half = 0; half < 4; half += 1) {
      clock += DAY / 2;
      expect([half, await lives(used.token), await codeOf(one.token)]).toEqual([half, true, 200]);
    }
    expect(await codeOf(other.token)).toBe(401);
    await passMinute(one.chat, other.chat);
    expect(await other.chat.closed).toBe(CLOSE.signedOut);
    expect(one.chat.socket.readyState).toBe(one.chat.socket.OPEN);
    clock += DAY;
    expect(await codeOf(one.token)).toBe(401);
    await passMinute(one.chat);
    expect(await one.chat.closed).toBe(CLOSE.signedOut);
  });

  test('CHAT-08: of staff that came by their password has the limits of a session; residents have none', async () => {
    const used = await chatter(app, (await newPerson(app)).id);
    const idle = await chatter(app, (await newPerson(app)).id);
    const resident = await chatter(app, await idOfPhone(phoneOf(8)));
    for (let half = 0; half < 5; half += 1) {
      clock += DAY / 2;
      expect([half, await codeOf(used.token)]).toEqual([half, 200]);
    }
    clock += DAY / 2;
    expect([await codeOf(used.token), await codeOf(idle.token), await codeOf(resident.token)]).toEqual([401, 401, 200]);
  });

  const idOfPhone = async (phone: string) => {
    const users = app.database.kysely.selectFrom('users').where('phone', '=', phone).select('id');
    return (await users.executeTakeFirstOrThrow()).id;
  };
});

describe('the password is asked for again', () => {
  /** A session that began an hour ago. */
  const aWhileAgo = async () => {
    const person = await newPerson(app);
    clock += 3_600_000;
    return person;
  };
  const needed = { status: 403, body: { code: 'confirm_needed' } };

  test('before rights and phones of others, deleting an employee and a file of residents; not for a name', async () => {
    const manager = await aWhileAgo();
    const other = await newPerson(app, { levels: { news: 'read' } });
    const url = `/api/crm/employee/${other.id}/`;
    const rights = await updateOf(app, other, { sections: { news: 'write' } });
    const phone = await updateOf(app, other, { phone_number: '+79780001122' });
    expect(await manager.put(url, rights)).toMatchObject(needed);
    expect(await manager.put(url, phone)).toMatchObject(needed);
    expect(await manager.remove(url)).toMatchObject(needed);
    expect(await manager.post('/api/authorized/exports/residents/')).toMatchObject(needed);
    expect((await manager.post('/api/authorized/exports/tasks/')).status).toBe(204);
    expect((await manager.put(url, await updateOf(app, other, { position: 'Мастер' }))).status).toBe(200);

    const wrong = await manager.post(CONFIRM, { password: 'Wrong2026!' });
    expect(wrong).toMatchObject({ status: 400, body: { password: ['Неверный пароль'] } });
    expect(await manager.put(url, rights)).toMatchObject(needed);

    expect((await manager.post(CONFIRM, { password: PASSWORD })).status).toBe(204);
    expect((await manager.put(url, rights)).status).toBe(200);
    expect((await manager.put(url, phone)).status).toBe(200);
    expect((await manager.post('/api/authorized/exports/residents/')).status).toBe(204);
    // Ten minutes later again.
    clock += 11 * 60_000;
    expect(await manager.remove(url)).toMatchObject(needed);
  });

  test('RES-17 before the phone of a resident is changed, and for nothing else of them', async () => {
    const manager = await newPerson(app, { role: 'admin' });
    const { porch } = (await readDemoCompany(app)).home;
    const home = app.database.kysely.selectFrom('units').where('porch_id', '=', porch).select('id');
    const { id: unit } = await home.executeTakeFirstOrThrow();
    const resident = { first_name: 'Дарья', last_name: 'Белова', gender: 'female', units: [unit] };
    const made = await manager.post('/api/crm/residents/', { ...resident, phone_number: '+79160000619' });
    const url = `/api/crm/residents/${made.body.params?.id}/`;
    clock += 3_600_000;
    const moved = { ...resident, phone_number: '+79160000620' };
    expect(await manager.put(url, moved)).toMatchObject(needed);
    expect((await manager.put(url, { ...resident, last_name: 'Серова', phone_number: '+79160000619' })).status).toBe(
      200,
    );
    expect((await manager.post(CONFIRM, { password: PASSWORD })).status).toBe(204);
    expect((await manager.put(url, moved)).status).toBe(200);
  });

  test('not of who signed in a moment ago; guesses are counted like sign-ins', async () => {
    const manager = await newPerson(app);
    expect((await manager.post('/api/authorized/exports/residents/')).status).toBe(204);
    await app.database.kysely
      .insertInto('attempts')
      .values({ name: `sign in as ${manager.phone} from 127.0.0.1`, count: 10, since: app.now() })
      .execute();
    expect((await manager.post(CONFIRM, { password: PASSWORD })).status).toBe(429);
  });
});

test('security.txt says whom to tell of a hole, and has an end', async () => {
  const { status, text, headers } = await app.call('GET', '/.well-known/security.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const expires = /^Expires: (\S+)$/m.exec(text)?.[1] ?? '';
  expect(text).toContain(`Contact: ${CONTACT}\n`);
  expect(Date.parse(expires)).toBeGreaterThan(clock);
  expect(Date.parse(expires)).toBeLessThan(clock + 365 * DAY);
});
