// Runs on PostgreSQL too: of answers at once one goes through, by locks and single statements.
import { sql } from 'kysely';
import {
  SECOND_FACTOR_PATH,
  SECOND_FACTOR_POLICY_PATH,
  secondFactorAnswer,
} from '#resources/protocol/access/second-factor.ts';
import { findRelyingParty } from '#server/access/relying-party.ts';
import { buildApp } from '#server/app.ts';
import { readSettings } from '#server/config.ts';
import { base64, greeted } from '#tests/support/server/chat.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import {
  addApp,
  addPasskey,
  codeOf,
  firstStep,
  HOST,
  passkeyOptions,
  secondStep,
} from '#tests/support/server/second-factor.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, PASSWORD, type TestApp } from '#tests/support/server/test-app.ts';

const CONFIRM = '/api/authorized/confirm_password/';
const STEP = 30_000;

let app: TestApp;
let clock = Date.now();
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
});
afterAll(() => app.close());
// A code of one test is not the one of another.
beforeEach(() => {
  clock += 10 * STEP;
});

const lives = async (token: unknown) => (await app.call('GET', '/api/crm/permissions/', String(token))).status === 200;
const own = async (person: Person) => secondFactorAnswer.parse((await person.get(SECOND_FACTOR_PATH)).body);
const signIn = ({ phone }: Person) =>
  app.call('POST', { url: '/api/auth', body: { username: phone, password: PASSWORD } });
const over = { status: 401, body: { code: 'second_step_over' } };

/** Somebody with an app, some steps after it was set up. */
async function withApp() {
  const person = await newPerson(app);
  const { secret, recovery } = await addApp(app, person);
  clock += 2 * STEP;
  return { person, secret, recovery };
}

/** Lets a company ask for a second factor, by an administrator who has one; and takes the rule back afterwards. */
async function asked(levels: string[], work: (admin: Person) => Promise<void>) {
  const admin = await newPerson(app, { role: 'admin' });
  await addApp(app, admin);
  try {
    expect(await admin.put(SECOND_FACTOR_POLICY_PATH, { levels })).toMatchObject({ status: 200, body: { levels } });
    await work(admin);
  } finally {
    await app.database.kysely.updateTable('installation').set({ second_factor_for: [] }).execute();
  }
}

describe('codes of an app', () => {
  test('AUTH-22: who has none signs in by the password as before', async () => {
    const person = await newPerson(app);
    const { body } = await signIn(person);
    expect(Object.keys(body).sort()).toEqual(['role', 'token']);
    expect(await lives(body.token)).toBe(true);
  });

  test('the first one makes signing in take two steps, gives ten recovery codes, and ends other sessions', async () => {
    const person = await newPerson(app);
    const other = String((await signIn(person)).body.token);
    const { recovery } = await addApp(app, person);
    expect(new Set(recovery).size).toBe(10);
    expect(await own(person)).toMatchObject({ totp: expect.any(String), recovery_left: 10, required: false });
    expect([await lives(person.token), await lives(other)]).toEqual([true, false]);
    const { body } = await signIn(person);
    expect(body).toMatchObject({
      role: 'employee',
      token: null,
      second_factor: { enrol: false, expires_in: 300, ways: ['totp', 'recovery'] },
    });
  });

  test('a right one opens a session that works; a wrong one is written down and opens none', async () => {
    const { person, secret } = await withApp();
    const { pending } = await firstStep(app, person);
    const wrong = await secondStep(app, { pending, way: 'totp', code: '000000' });
    expect(wrong.status).toBe(400);
    expect(wrong.body.code).toEqual([expect.stringContaining('Неверный код')]);
    const right = await secondStep(app, { pending, way: 'totp', code: await codeOf(app, secret) });
    expect(right).toMatchObject({ status: 200, body: { role: 'employee' } });
    expect(await lives(right.body.token)).toBe(true);
    const entries = await app.database.kysely
      .selectFrom('audit')
      .where('user_id', '=', person.id)
      .where('action', 'in', ['sign-in', 'create'])
      .select(['resource', 'after'])
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { resource: 'second-factor', after: { factor: 'totp' } },
      { resource: 'session', after: { second_factor: 'totp' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test('one step to either side is forgiven, two are not; a code is taken once, by several at once too', async () => {
    const { person, secret } = await withApp();
    const { pending } = await firstStep(app, person);
    for (const beside of [-60, 60]) {
      const code = await codeOf(app, secret, beside);
      expect((await secondStep(app, { pending, way: 'totp', code })).status).toBe(400);
    }
    const early = await codeOf(app, secret, -30);
    expect((await secondStep(app, { pending, way: 'totp', code: early })).status).toBe(200);
    const again = await firstStep(app, person);
    expect((await secondStep(app, { pending: again.pending, way: 'totp', code: early })).status).toBe(400);

    const late = await codeOf(app, secret, 30);
    const steps = await Promise.all([firstStep(app, person), firstStep(app, person), firstStep(app, person)]);
    const at = await Promise.all(
      steps.map((one) => secondStep(app, { pending: one.pending, way: 'totp', code: late })),
    );
    expect(at.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    // A code of the step before the last one taken is no better.
    const { pending: last } = await firstStep(app, person);
    expect((await secondStep(app, { pending: last, way: 'totp', code: await codeOf(app, secret) })).status).toBe(400);
  });

  test('the key is told once, and stands in no log, archive or answer afterwards', async () => {
    const { person, secret } = await withApp();
    expect(await person.post(`${SECOND_FACTOR_PATH}totp/`)).toMatchObject({ status: 409 });
    const answers = await Promise.all([person.get(SECOND_FACTOR_PATH), person.get('/api/crm/profile/current/')]);
    expect(answers.map(({ text }) => text).join('')).not.toContain(secret);
    const bytes = await app.database.kysely
      .selectFrom('totp_factors')
      .where('user_id', '=', person.id)
      .select('secret')
      .execute();
    const hex = Buffer.from(bytes[0]?.secret ?? []).toString('hex');
    const { rows } = await sql<{ text: string }>`select string_agg(audit::text, '') as text from audit`.execute(
      app.database.kysely,
    );
    expect(rows[0]?.text).not.toMatch(new RegExp(`${secret}|${hex}`));
  });
});

describe('recovery codes', () => {
  test('each opens once, however it is typed, and is kept as a hash', async () => {
    const { person, recovery } = await withApp();
    const [code = ''] = recovery;
    const { pending } = await firstStep(app, person);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    const used = await secondStep(app, { pending, way: 'recovery', code: typed });
    expect(used).toMatchObject({ status: 200, body: { recovery_left: 9 } });
    const again = await firstStep(app, person);
    expect((await secondStep(app, { pending: again.pending, way: 'recovery', code })).status).toBe(400);
    const kept = await app.database.kysely
      .selectFrom('recovery_codes')
      .where('user_id', '=', person.id)
      .select('hash')
      .execute();
    expect(kept.every(({ hash }) => hash.length === 32)).toBe(true);
  });

  test('others take their place, for who typed the password a moment ago', async () => {
    const { person, recovery } = await withApp();
    clock += 3_600_000;
    const url = `${SECOND_FACTOR_PATH}recovery-codes/`;
    expect(await person.post(url)).toMatchObject({ status: 403, body: { code: 'confirm_needed' } });
    expect((await person.post(CONFIRM, { password: PASSWORD })).status).toBe(204);
    const codes = (await person.post(url)).body.recovery_codes as unknown as string[];
    expect(codes).toHaveLength(10);
    const { pending } = await firstStep(app, person);
    expect((await secondStep(app, { pending, way: 'recovery', code: recovery[0] })).status).toBe(400);
    expect((await secondStep(app, { pending, way: 'recovery', code: codes[0] })).status).toBe(200);
  });
});

describe('passkeys', () => {
  test('one opens a session; its challenge is good once, its counter never goes back', async () => {
    const person = await newPerson(app);
    const { key, recovery } = await addPasskey(app, person, 'Ноутбук');
    expect(recovery).toHaveLength(10);
    expect(await own(person)).toMatchObject({
      totp: null,
      passkeys: [{ name: 'Ноутбук', last_used_at: null }],
      passkeys_possible: true,
    });
    const step = await firstStep(app, person);
    expect(step.ways).toEqual(['passkey', 'recovery']);
    const response = key.sign(await passkeyOptions(app, step.pending));
    const body = { pending: step.pending, way: 'passkey', response };
    expect((await secondStep(app, body)).status).toBe(200);
    expect(await secondStep(app, body)).toMatchObject(over);

    const { pending } = await firstStep(app, person);
    key.counter = 1;
    const copied = key.sign(await passkeyOptions(app, pending));
    expect((await secondStep(app, { pending, way: 'passkey', response: copied })).status).toBe(400);
    key.counter = 50;
    const old = key.sign(await passkeyOptions(app, pending));
    await passkeyOptions(app, pending);
    expect((await secondStep(app, { pending, way: 'passkey', response: old })).status).toBe(400);
  });

  test('another person’s passkey, or one that signed for another page, opens nothing', async () => {
    const [one, other] = [await newPerson(app), await newPerson(app)];
    const mine = await addPasskey(app, one);
    const theirs = await addPasskey(app, other);
    const { pending } = await firstStep(app, one);
    const options = await passkeyOptions(app, pending);
    const foreign = theirs.key.sign(options);
    expect((await secondStep(app, { pending, way: 'passkey', response: foreign })).status).toBe(400);
    // The challenge of one sign-in, answered in another.
    const second = await firstStep(app, one);
    const moved = mine.key.sign(options);
    expect((await secondStep(app, { pending: second.pending, way: 'passkey', response: moved })).status).toBe(400);
    const signed = mine.key.sign(options);
    const elsewhere = {
      ...(JSON.parse(Buffer.from(signed.response.clientDataJSON, 'base64url').toString()) as object),
      origin: 'https://evil.example',
    };
    const clientDataJSON = Buffer.from(JSON.stringify(elsewhere)).toString('base64url');
    const phished = { ...signed, response: { ...signed.response, clientDataJSON } };
    expect((await secondStep(app, { pending, way: 'passkey', response: phished })).status).toBe(400);
    const rightful = mine.key.sign(options);
    expect((await secondStep(app, { pending, way: 'passkey', response: rightful })).status).toBe(200);
  });

  test.each([
    ['https://console.example.org', undefined, { id: 'console.example.org', origin: 'https://console.example.org' }],
    [
      'https://console.example.org:8443/uk',
      'evil.example',
      { id: 'console.example.org', origin: 'https://console.example.org:8443' },
    ],
    ['http://console.example.org', undefined, null],
    ['https://192.0.2.7', undefined, null],
    ['https://[2001:db8::7]', undefined, null],
    [undefined, 'localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
    [undefined, 'console.example.org', null],
    [undefined, undefined, null],
  ])('are bound to PUBLIC_URL %p, whatever the call names (%p)', (publicUrl, host, party) => {
    expect(findRelyingParty(publicUrl, host)).toEqual(party);
  });
});

describe('what the password alone opens is no way around', () => {
  test('the pending of the first step is a token of nothing, and too old after five minutes', async () => {
    const { person, secret } = await withApp();
    const { pending } = await firstStep(app, person);
    for (const url of ['/api/crm/permissions/', '/api/crm/profile/current/', SECOND_FACTOR_PATH]) {
      expect([url, (await app.call('GET', url, pending)).status]).toEqual([url, 401]);
    }
    for (const url of ['/api/authorized/socket-tickets/', '/api/authorized/chat-pass/', `${SECOND_FACTOR_PATH}totp/`]) {
      expect([url, (await app.call('POST', url, pending)).status]).toEqual([url, 401]);
    }
    const body = { password: 'Novyi-parol-2026!' };
    expect((await app.call('POST', { url: '/api/crm/profile/set_password/', body }, pending)).status).toBe(401);
    clock += 5 * 60_000 + 1_000;
    expect(await secondStep(app, { pending, way: 'totp', code: await codeOf(app, secret) })).toMatchObject(over);
    // A session is no pending either.
    const none = { pending: person.token, way: 'totp', code: await codeOf(app, secret) };
    expect(await secondStep(app, none)).toMatchObject(over);
  });

  test('a new password by SMS ends what was begun, and asks for the second factor as before', async () => {
    const { person, secret } = await withApp();
    const { pending } = await firstStep(app, person);
    const db = app.database.kysely;
    const { issueToken } = await import('#server/access/tokens.ts');
    const recovery = await issueToken(db, person.id, 'recovery', app.now());
    const set = { url: '/api/crm/profile/set_password/', body: { password: 'Primer2026!' } };
    expect((await app.call('POST', set, recovery)).status).toBe(200);
    expect(await secondStep(app, { pending, way: 'totp', code: await codeOf(app, secret) })).toMatchObject(over);
    const body = { username: person.phone, password: 'Primer2026!' };
    expect((await app.call('POST', { url: '/api/auth', body })).body).toMatchObject({ token: null, second_factor: {} });
  });

  test('the chat takes a pass of the console, and no password any more; its tokens from before are worth nothing', async () => {
    const host = await listen(app);
    const person = await newPerson(app);
    const login = async (scheme: string, secret: string) => {
      const chat = await greeted(host);
      const { ctrl } = await chat.ask('login', { scheme, secret });
      chat.close();
      return ctrl;
    };
    const byPassword = () => login('basic', base64(`${person.phone.slice(1)}:${PASSWORD}`));
    const before = await byPassword();
    expect(before?.code).toBe(200);
    await addApp(app, person);
    expect((await byPassword())?.code).toBe(403);
    expect((await login('token', String(before?.params?.token)))?.code).toBe(401);
    const pass = await person.post('/api/authorized/chat-pass/');
    expect((await login('basic', base64(`${pass.body.login}:${pass.body.password}`)))?.code).toBe(200);
  });

  test('a look at somebody’s console ends with the session that needs a second factor now', async () => {
    const [viewer, seen] = [await newPerson(app, { role: 'admin' }), await newPerson(app)];
    const { body } = await viewer.post(`/api/crm/employee/${seen.id}/view/`);
    expect(await lives(body.token)).toBe(true);
    const db = app.database.kysely;
    await db
      .updateTable('installation')
      .set({ second_factor_for: ['administrator'] })
      .execute();
    expect([await lives(body.token), await lives(viewer.token), await lives(seen.token)]).toEqual([false, false, true]);
    await db.updateTable('installation').set({ second_factor_for: [] }).execute();
    expect(await lives(body.token)).toBe(true);
  });
});

describe('guessing', () => {
  test('five tries, then the password again; twenty an hour for one person, from wherever they come', async () => {
    const { person, secret } = await withApp();
    let { pending } = await firstStep(app, person);
    for (let tried = 0; tried < 5; tried += 1) {
      expect((await secondStep(app, { pending, way: 'totp', code: '111111' })).status).toBe(400);
    }
    const right = async () => ({ pending, way: 'totp', code: await codeOf(app, secret) });
    expect(await secondStep(app, await right())).toMatchObject(over);
    for (let tried = 6; tried < 20; tried += 1) {
      if (tried % 5 === 1) ({ pending } = await firstStep(app, person));
      expect([tried, (await secondStep(app, { pending, way: 'totp', code: '111111' })).status]).toEqual([tried, 400]);
    }
    ({ pending } = await firstStep(app, person));
    await secondStep(app, { pending, way: 'totp', code: '111111' });
    expect(await secondStep(app, await right())).toMatchObject({ status: 429, body: { code: 'too_many_sign_ins' } });
    clock += 3_600_000;
    ({ pending } = await firstStep(app, person));
    expect((await secondStep(app, await right())).status).toBe(200);
  });

  test('of many tries at once no more than five are compared', async () => {
    const { person } = await withApp();
    const { pending } = await firstStep(app, person);
    const tries = await Promise.all(
      Array.from({ length: 19 }, () => secondStep(app, { pending, way: 'totp', code: '222222' })),
    );
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(5);
  });

  test('from one address it ends for everybody', async () => {
    await app.database.kysely
      .insertInto('attempts')
      .values({ name: 'second factor from 127.0.0.1', count: 61, since: app.now() })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ count: 61, since: app.now() }))
      .execute();
    const { person, secret } = await withApp();
    const { pending } = await firstStep(app, person);
    expect((await secondStep(app, { pending, way: 'totp', code: await codeOf(app, secret) })).status).toBe(429);
    await app.database.kysely.deleteFrom('attempts').execute();
  });
});

describe('turning it off', () => {
  test('takes the password or a code; a wrong one of either leaves it', async () => {
    const { person, secret } = await withApp();
    const url = `${SECOND_FACTOR_PATH}remove/`;
    expect((await person.post(url, { passkey: null })).status).toBe(400);
    expect((await person.post(url, { passkey: null, password: 'Wrong2026!' })).status).toBe(400);
    expect((await person.post(url, { passkey: null, code: '333333' })).status).toBe(400);
    expect((await own(person)).totp).not.toBeNull();
    const code = await codeOf(app, secret);
    expect((await person.post(url, { passkey: null, code })).status).toBe(204);
    expect(await own(person)).toMatchObject({ totp: null, recovery_left: 0 });
    expect(await lives((await signIn(person)).body.token)).toBe(true);
  });

  test('one’s own passkey alone; somebody else’s is not found', async () => {
    const [one, other] = [await newPerson(app), await newPerson(app)];
    await addPasskey(app, one);
    await addPasskey(app, other);
    const url = `${SECOND_FACTOR_PATH}remove/`;
    const passkey = (await own(other)).passkeys[0]?.id;
    expect((await one.post(url, { passkey, password: PASSWORD })).status).toBe(404);
    expect((await other.post(url, { passkey, password: PASSWORD })).status).toBe(204);
    expect((await own(one)).passkeys).toHaveLength(1);
  });
});

describe('the company asks for it', () => {
  test('who has none is let set one up and nothing else, then is in', () =>
    asked(['performer'], async () => {
      const person = await newPerson(app, { levels: { tasks: 'performer' } });
      expect(await lives(person.token)).toBe(false);
      const step = await firstStep(app, person);
      expect(step).toMatchObject({ enrol: true, ways: [] });
      const enrolling = {
        ...person,
        post: (url: string, body?: unknown) => app.call('POST', { url, body }, step.pending),
      };
      expect(await lives(step.pending)).toBe(false);
      expect((await enrolling.post('/api/authorized/socket-tickets/')).status).toBe(401);
      expect((await enrolling.post(`${SECOND_FACTOR_PATH}remove/`, { passkey: null, password: PASSWORD })).status).toBe(
        401,
      );
      const begun = await enrolling.post(`${SECOND_FACTOR_PATH}totp/`);
      const code = await codeOf(app, String(begun.body.secret));
      const [done, twice] = await Promise.all([
        enrolling.post(`${SECOND_FACTOR_PATH}totp/confirm/`, { code }),
        enrolling.post(`${SECOND_FACTOR_PATH}totp/confirm/`, { code }),
      ]);
      expect([done.status, twice.status].sort()).toEqual([200, 401]);
      const answer = done.status === 200 ? done : twice;
      expect(answer.body).toMatchObject({ role: 'employee', recovery_codes: expect.any(Array) });
      expect([await lives(answer.body.token), await lives(step.pending)]).toEqual([true, false]);
      // The last one stays.
      const remove = { url: `${SECOND_FACTOR_PATH}remove/`, body: { passkey: null, password: PASSWORD } };
      expect(await app.call('POST', remove, String(answer.body.token))).toMatchObject({
        status: 409,
        body: { code: 'last_factor' },
      });
    }));

  test('who was let set one up before another did is let no more', () =>
    asked(['performer'], async () => {
      const person = await newPerson(app, { levels: { tasks: 'performer' } });
      const [mine, stolen] = [await firstStep(app, person), await firstStep(app, person)];
      await addPasskey(app, { ...person, token: mine.pending });
      expect((await app.call('POST', `${SECOND_FACTOR_PATH}totp/`, stolen.pending)).status).toBe(401);
    }));

  test('of two who choose at once the second one is told, and overwrites nothing', () =>
    asked(['administrator'], async (by) => {
      const { version } = (await by.get(SECOND_FACTOR_POLICY_PATH)).body;
      const first = await by.put(SECOND_FACTOR_POLICY_PATH, { levels: ['write'], version });
      expect([first.status, first.body.version === version]).toEqual([200, false]);
      const second = await by.put(SECOND_FACTOR_POLICY_PATH, { levels: [], version });
      expect(second).toMatchObject({ status: 409, body: { code: 'record_changed', changed: { by: { user: by.id } } } });
      expect((await by.get(SECOND_FACTOR_POLICY_PATH)).body.levels).toEqual(['write']);
    }));

  test('sessions of those it is asked of end, of those who have it do not; who asks must have it', async () => {
    const admin = await newPerson(app, { role: 'admin' });
    const refused = await admin.put(SECOND_FACTOR_POLICY_PATH, { levels: ['administrator'] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'factor_first' } });
    expect((await admin.get(SECOND_FACTOR_POLICY_PATH)).body.levels).toEqual([]);
    const [without, reader] = [await newPerson(app), await newPerson(app, { levels: { news: 'read' } })];
    const { person } = await withApp();
    await asked(['write'], async (by) => {
      expect(await Promise.all([without, reader, person, by].map(({ token }) => lives(token)))).toEqual([
        false,
        true,
        true,
        true,
      ]);
      const open = await app.database.kysely
        .selectFrom('tokens')
        .where('user_id', '=', without.id)
        .select('id')
        .execute();
      expect(open).toEqual([]);
      expect(Number((await by.get(SECOND_FACTOR_POLICY_PATH)).body.without)).toBeGreaterThan(0);
    });
  });

  test('an administrator resets it: sessions end, the person is told, and signs in by the password', async () => {
    const { person } = await withApp();
    const admin = await newPerson(app, { role: 'admin' });
    const url = `/api/crm/employee/${person.id}/second-factor/reset/`;
    expect((await (await newPerson(app)).post(url)).status).toBe(403);
    expect(await admin.post(url)).toMatchObject({ status: 200, body: { params: { user: person.id, told: true } } });
    expect(await lives(person.token)).toBe(false);
    expect(await lives((await signIn(person)).body.token)).toBe(true);
    expect(await admin.post(url)).toMatchObject({ status: 409, body: { code: 'no_factor' } });
    const sent = await app.database.kysely
      .selectFrom('outbox')
      .where('recipient', '=', person.phone)
      .select('text')
      .execute();
    expect(sent.map(({ text }) => text).join()).toContain('двухэтапный вход');
    const entry = app.database.kysely.selectFrom('audit').where('action', '=', 'reset-second-factor');
    expect(await entry.where('record_id', '=', String(person.id)).select('user_id').execute()).toEqual([
      { user_id: admin.id },
    ]);
  });
});

test('two processes on one database: a code is taken once, what was begun at one ends at the other', async () => {
  const { person, secret, recovery } = await withApp();
  const settings = readSettings({ DATA_DIR: app.dataDir, DEMO: 'on', DEMO_SIZE: 'yard' });
  const second = await buildApp({ settings, database: app.database, now: app.now });
  await second.ready();
  const there = (body: object) =>
    second.inject({ method: 'POST', url: '/api/anonymous/second-factor/', payload: body, headers: HOST });
  const [one, other] = [await firstStep(app, person), await firstStep(app, person)];
  const code = await codeOf(app, secret);
  const statuses = await Promise.all([
    secondStep(app, { pending: one.pending, way: 'totp', code }).then(({ status }) => status),
    there({ pending: other.pending, way: 'totp', code }).then(({ statusCode }) => statusCode),
  ]);
  expect(statuses.sort()).toEqual([200, 400]);
  const { pending } = await firstStep(app, person);
  const used = await Promise.all([
    secondStep(app, { pending, way: 'recovery', code: recovery[0] }).then(({ status }) => status),
    there({ pending, way: 'recovery', code: recovery[1] }).then(({ statusCode }) => statusCode),
  ]);
  expect(used.sort()).toEqual([200, 401]);
  await second.close();
});
